package world

import (
	"slices"

	"amytis/bot/localdiscord/wire"
)

// Emoji is an emoji of the bot's application with its picture.
type Emoji struct {
	ID, Name    string
	ContentType string
	Data        []byte
}

func (e *Emoji) Wire(w *World) wire.ApplicationEmoji {
	return wire.ApplicationEmoji{ID: e.ID, Name: e.Name, Roles: []string{}, User: w.bot.Wire(), RequireColons: true,
		Animated: e.ContentType == "image/gif", Available: true}
}

type EmojiList struct {
	world *World
	all   []*Emoji
}

// All returns the oldest first.
func (l *EmojiList) All() []*Emoji { return l.all }

func (l *EmojiList) ByID(id string) *Emoji {
	return l.find(func(e *Emoji) bool { return e.ID == id })
}

func (l *EmojiList) ByName(name string) *Emoji {
	return l.find(func(e *Emoji) bool { return e.Name == name })
}

func (l *EmojiList) find(is func(*Emoji) bool) *Emoji {
	if i := slices.IndexFunc(l.all, is); i >= 0 {
		return l.all[i]
	}
	return nil
}

// Add gives the emoji an id.
func (l *EmojiList) Add(e *Emoji) {
	e.ID = l.world.NewID()
	l.all = append(l.all, e)
	l.world.changed(Change{Emoji: e.ID})
}

func (l *EmojiList) Drop(e *Emoji) {
	l.all = slices.DeleteFunc(slices.Clone(l.all), func(other *Emoji) bool { return other == e })
	l.world.changed(Change{Emoji: e.ID})
}

func (l *EmojiList) Restore(e *Emoji) {
	l.all = append(l.all, e)
	l.world.config.IDs.Reserve(e.ID)
}
