// Package cdn keeps the bytes of attachments, as Discord's content delivery network does. They are
// not served: the page shows them itself, and a bot downloads none.
package cdn

import (
	"bytes"
	"image"
	_ "image/gif" // the bot is told the size of pictures
	_ "image/png" // likewise
	"path"
	"strings"
	"sync"

	"amytis/bot/localdiscord/bounded"
	"amytis/bot/localdiscord/wire"
)

const (
	// Folder starts the paths of attachments.
	Folder = "/attachments/"
	// EmojiFolder starts the paths of emoji, which the store does not have: /emojis/{id}.png
	// https://discord.com/developers/docs/reference#image-formatting-cdn-endpoints
	EmojiFolder = "/emojis/"
)

type File struct {
	Path        string // of the URL, with the filename
	ContentType string
	Data        []byte
}

// Store keeps files up to a limit, also those that no message shows now: a reader may still be
// loading them. It forgets the oldest first. It is safe for use by several goroutines.
type Store struct {
	url   string
	newID func() string
	limit int

	mu    sync.Mutex
	shelf shelf
}

// New returns an empty store for limit files. url is the server's, without a path.
func New(url string, limit int, newID func() string) *Store {
	return &Store{url: url, limit: limit, newID: newID, shelf: shelf{files: map[string]File{}}}
}

// shelf is what the store holds. It is reached through [Store.with] only, so its methods need no
// lock.
type shelf struct {
	files map[string]File // by attachment id
	order bounded.Queue[string]
	// changed is called for each file that comes or goes, nil if nobody wants to know.
	changed func(id string, f File, exists bool)
}

func (s *Store) withShelf(do func(*shelf)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do(&s.shelf)
}

func (s *shelf) keep(id string, f File, limit int) {
	s.files[id] = f
	if s.changed != nil {
		s.changed(id, f, true)
	}
	old, dropped := s.order.Push(id, limit)
	if !dropped {
		return
	}
	if s.changed != nil {
		s.changed(old, s.files[old], false)
	}
	delete(s.files, old)
}

func (s *Store) Keep(id string, f File) { s.withShelf(func(all *shelf) { all.keep(id, f, s.limit) }) }

// Find returns the file of an attachment, and whether it is still stored.
func (s *Store) Find(id string) (f File, found bool) {
	s.withShelf(func(all *shelf) { f, found = all.files[id] })
	return f, found
}

// FindURL returns the bytes of an attachment by its URL.
func (s *Store) FindURL(url string) (data []byte, found bool) {
	f, found := s.Find(path.Base(path.Dir(url)))
	return f.Data, found && s.url+f.Path == url
}

// Watch calls changed for each file that comes or goes from now on. nil ends that.
func (s *Store) Watch(changed func(id string, f File, exists bool)) {
	s.withShelf(func(all *shelf) { all.changed = changed })
}

// Add stores an upload to a channel and returns the attachment that describes it.
func (s *Store) Add(channelID string, f wire.Upload, ephemeral bool) wire.Attachment {
	a := wire.Attachment{ID: s.newID(), Filename: wire.CleanFilename(f.Filename),
		Description: f.Description, Size: len(f.Data), ContentType: f.ContentType, Ephemeral: ephemeral}
	if strings.HasPrefix(a.ContentType, "image/") {
		if config, _, err := image.DecodeConfig(bytes.NewReader(f.Data)); err == nil {
			a.Width, a.Height = config.Width, config.Height
		}
	}
	where := Folder + channelID + "/" + a.ID + "/" + a.Filename
	a.URL, a.ProxyURL = s.url+where, s.url+where
	s.Keep(a.ID, File{Path: where, ContentType: a.ContentType, Data: f.Data})
	return a
}
