package page

import (
	"embed"
	"net/http"
)

//go:embed static
var files embed.FS

func serveIndex(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, files, "static/index.html")
}
