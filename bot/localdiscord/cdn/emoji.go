package cdn

import (
	"net/http"
	"path"
	"strings"
)

// EmojiFolder starts the paths of emoji: /emojis/{id}.png
// https://discord.com/developers/docs/reference#image-formatting-cdn-endpoints
const EmojiFolder = "/emojis/"

// ServeEmoji answers GET /emojis/{id}.{extension} with the picture that find returns. It is served
// as it was uploaded, whatever the extension.
func ServeEmoji(w http.ResponseWriter, r *http.Request, find func(id string) (data []byte, contentType string)) {
	name := strings.TrimPrefix(r.URL.Path, EmojiFolder)
	data, contentType := find(strings.TrimSuffix(name, path.Ext(name)))
	if data == nil || path.Ext(name) == "" || r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "max-age=86400, immutable") // the picture of an emoji never changes
	_, _ = w.Write(data)                               // a reader that went away misses nothing
}
