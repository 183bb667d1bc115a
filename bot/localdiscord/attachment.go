package localdiscord

import (
	"bytes"
	"image"
	_ "image/gif"  // the sizes of pictures are told to the bot
	_ "image/jpeg" // as above
	_ "image/png"  // as above
	"mime"
	"path"
	"strings"
	"sync"
)

// attachmentScheme names an uploaded file inside of a body.
// https://discord.com/developers/docs/reference#editing-message-attachments
const attachmentScheme = "attachment://"

// Limits of uploads. https://discord.com/developers/docs/reference#uploading-files
const (
	maxAttachments    = 10
	maxAttachmentSize = 20 << 20
	maxRequestSize    = 25 << 20
)

// Attachment is an uploaded file of a message. Description is its alt text.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// upload is a file of a multipart body.
type upload struct {
	key         string // the n of files[n]
	filename    string
	contentType string
	data        []byte
}

// storedFile is an attachment's bytes.
type storedFile struct {
	path        string // of the URL, with the filename
	contentType string
	data        []byte
}

// cdn keeps the bytes of attachments; the oldest are forgotten, those first that no message shows any more.
type cdn struct {
	mu      sync.Mutex
	files   map[string]storedFile // by attachment id
	order   queue[string]
	retired queue[string]
	limit   int
	// changed is called for a file that came or went; nil if nobody wants to know.
	changed func(id string, f storedFile, kept bool)
}

// maxRetired is how many files are kept that no message shows any more: somebody may just be looking.
const maxRetired = 100

func (c *cdn) keep(id string, f storedFile) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files[id] = f
	if c.changed != nil {
		c.changed(id, f, true)
	}
	if old, fell := c.order.push(id, c.limit); fell {
		c.forget(old)
	}
}

// retire forgets, a little later, the files that a message shows no more.
func (c *cdn) retire(before, after *Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
next:
	for _, a := range before.Attachments {
		if after != nil {
			for _, still := range after.Attachments {
				if still.ID == a.ID {
					continue next
				}
			}
		}
		if old, fell := c.retired.push(a.ID, maxRetired); fell {
			c.forget(old)
		}
	}
}

func (c *cdn) forget(id string) {
	f, found := c.files[id]
	if !found {
		return
	}
	delete(c.files, id)
	if c.changed != nil {
		c.changed(id, f, false)
	}
}

func (c *cdn) find(id string) (storedFile, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f, ok := c.files[id]
	return f, ok
}

// store keeps an upload and describes it.
func (s *Server) storeUpload(channelID string, f upload, description, title string, ephemeral bool) Attachment {
	a := Attachment{ID: s.newID(), Filename: cleanFilename(f.filename), Title: title, Description: description,
		Size: len(f.data), ContentType: f.contentType, Ephemeral: ephemeral}
	if a.ContentType == "" || a.ContentType == "application/octet-stream" {
		// Discord looks at the name when the upload does not say.
		if byName := mime.TypeByExtension(path.Ext(a.Filename)); byName != "" {
			a.ContentType = byName
		}
	}
	if strings.HasPrefix(a.ContentType, "image/") {
		if config, _, err := image.DecodeConfig(bytes.NewReader(f.data)); err == nil {
			a.Width, a.Height = config.Width, config.Height
		}
	}
	folder := "/attachments/"
	if ephemeral {
		folder = "/ephemeral-attachments/"
	}
	where := folder + channelID + "/" + a.ID + "/" + a.Filename
	a.URL, a.ProxyURL = s.url+where, s.url+where
	s.cdn.keep(a.ID, storedFile{path: where, contentType: a.ContentType, data: f.data})
	return a
}

// cleanFilename does as Discord does: everything but letters, digits, dot, dash and underscore becomes an underscore.
func cleanFilename(name string) string {
	name = path.Base(name)
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, name)
}
