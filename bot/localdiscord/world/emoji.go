package world

import (
	"slices"

	"amytis/bot/localdiscord/wire"
)

// Emoji is an emoji of the bot's application with its picture, a PNG file.
type Emoji struct {
	ID, Name string
	Data     []byte
}

// WireEmoji has all emoji, the oldest first.
func (w *World) WireEmoji() []wire.ApplicationEmoji {
	list := []wire.ApplicationEmoji{}
	for _, e := range w.Emoji {
		list = append(list, e.Wire(w))
	}
	return list
}

func (e *Emoji) Wire(w *World) wire.ApplicationEmoji {
	return wire.ApplicationEmoji{ID: e.ID, Name: e.Name, Roles: []string{}, User: w.Bot.Wire(), RequireColons: true,
		Available: true}
}

func (w *World) EmojiName(id string) string {
	if e := w.EmojiByID(id); e != nil {
		return e.Name
	}
	return ""
}

func (w *World) EmojiByID(id string) *Emoji {
	return w.findEmoji(func(e *Emoji) bool { return e.ID == id })
}

func (w *World) EmojiByName(name string) *Emoji {
	return w.findEmoji(func(e *Emoji) bool { return e.Name == name })
}

func (w *World) findEmoji(is func(*Emoji) bool) *Emoji {
	if i := slices.IndexFunc(w.Emoji, is); i >= 0 {
		return w.Emoji[i]
	}
	return nil
}

// AddEmoji gives the emoji an id.
func (w *World) AddEmoji(e *Emoji) {
	e.ID = w.NewID()
	w.Emoji = append(w.Emoji, e)
	w.changed(Change{Emoji: e.ID})
}

func (w *World) DropEmoji(e *Emoji) {
	w.Emoji = slices.DeleteFunc(w.Emoji, func(other *Emoji) bool { return other == e })
	w.changed(Change{Emoji: e.ID})
}

func (w *World) RestoreEmoji(e *Emoji) {
	w.Emoji = append(w.Emoji, e)
	w.state.ids.Reserve(e.ID)
}
