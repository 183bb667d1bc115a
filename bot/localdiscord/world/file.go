package world

import (
	"bytes"
	"image"
	_ "image/gif" // the bot is told the size of pictures
	_ "image/png" // likewise
	"slices"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// File has the bytes of an attachment. The page shows them, and a bot downloads none.
type File struct {
	Path        string `json:"path"` // of the URL, with the filename
	ContentType string `json:"content_type"`
	Data        []byte `json:"-"`
}

// AddFile stores an upload to a channel and returns the attachment that describes it.
func (w *World) AddFile(channelID string, f wire.Upload, ephemeral bool) wire.Attachment {
	a := wire.Attachment{ID: w.NewID(), Filename: wire.CleanFilename(f.Filename),
		Description: f.Description, Size: len(f.Data), ContentType: f.ContentType, Ephemeral: ephemeral}
	if strings.HasPrefix(a.ContentType, "image/") {
		if config, _, err := image.DecodeConfig(bytes.NewReader(f.Data)); err == nil {
			a.Width, a.Height = config.Width, config.Height
		}
	}
	where := "/attachments/" + channelID + "/" + a.ID + "/" + a.Filename
	a.URL, a.ProxyURL = w.state.URL()+where, w.state.URL()+where
	w.KeepFile(a.ID, File{Path: where, ContentType: a.ContentType, Data: f.Data})
	return a
}

// KeepFile stores a file, even if no message shows it any more: a reader may still be loading it.
func (w *World) KeepFile(id string, f File) {
	w.files[id] = f
	w.record(Change{File: id})
	if old, dropped := wire.Push(&w.fileOrder, id, w.state.MaxAttachments); dropped {
		delete(w.files, old)
		w.record(Change{File: old})
	}
}

func (w *World) File(id string) (f File, found bool) {
	f, found = w.files[id]
	return f, found
}

// EmojiByID is nil if the application has no such emoji.
func (w *World) EmojiByID(id string) *wire.ApplicationEmoji {
	return w.findEmoji(func(e *wire.ApplicationEmoji) bool { return e.ID == id })
}

func (w *World) EmojiByName(name string) *wire.ApplicationEmoji {
	return w.findEmoji(func(e *wire.ApplicationEmoji) bool { return e.Name == name })
}

func (w *World) findEmoji(is func(*wire.ApplicationEmoji) bool) *wire.ApplicationEmoji {
	if i := slices.IndexFunc(w.Emoji, is); i >= 0 {
		return w.Emoji[i]
	}
	return nil
}

// AddEmoji adds an emoji. One from an earlier run has an id.
func (w *World) AddEmoji(name string, data []byte, id ...string) *wire.ApplicationEmoji {
	e := &wire.ApplicationEmoji{ID: w.idOr(id), Name: name, Roles: []string{}, User: w.Bot.Wire(), RequireColons: true,
		Available: true, Data: data}
	w.Emoji = append(w.Emoji, e)
	w.changed(Change{Emoji: e.ID})
	return e
}

func (w *World) DropEmoji(e *wire.ApplicationEmoji) {
	w.Emoji = slices.DeleteFunc(w.Emoji, func(other *wire.ApplicationEmoji) bool { return other == e })
	w.changed(Change{Emoji: e.ID})
}
