package page

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
)

//go:embed static
var files embed.FS

// types has the content types of the page's own files. The machine's tables may differ.
var types = map[string]string{".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

// static serves one of the page's own files. Browsers ask each time whether it has changed.
func static(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := files.ReadFile("static/" + name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		sum := sha256.Sum256(data)
		tag := `"` + hex.EncodeToString(sum[:8]) + `"`
		h := w.Header()
		h.Set("Cache-Control", "no-cache")
		h.Set("ETag", tag)
		h.Set("Content-Type", types[path.Ext(name)])
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(data) // a browser that went away misses nothing
	})
}

func serveStatic(w http.ResponseWriter, r *http.Request) { static(r.PathValue("file")).ServeHTTP(w, r) }
