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

// Wire returns the emoji as Discord sends it.
func (e *Emoji) Wire(w *World) wire.ApplicationEmoji {
	return wire.ApplicationEmoji{ID: e.ID, Name: e.Name, Roles: []string{}, User: w.bot.Wire(), RequireColons: true,
		Animated: e.ContentType == "image/gif", Available: true}
}

// EmojiList is the emoji of the application.
type EmojiList struct {
	world *World
	all   []*Emoji
}

// All returns all emoji, oldest first.
func (l *EmojiList) All() []*Emoji { return l.all }

// ByID returns an emoji, nil if there is none.
func (l *EmojiList) ByID(id string) *Emoji {
	return l.find(func(e *Emoji) bool { return e.ID == id })
}

// ByName returns an emoji, nil if there is none.
func (l *EmojiList) ByName(name string) *Emoji {
	return l.find(func(e *Emoji) bool { return e.Name == name })
}

func (l *EmojiList) find(is func(*Emoji) bool) *Emoji {
	if i := slices.IndexFunc(l.all, is); i >= 0 {
		return l.all[i]
	}
	return nil
}

// Add adds an emoji, to which it gives an id.
func (l *EmojiList) Add(e *Emoji) {
	e.ID = l.world.NewID()
	l.all = append(l.all, e)
	l.world.changed(Change{Emoji: e.ID})
}

// Drop deletes an emoji.
func (l *EmojiList) Drop(e *Emoji) {
	l.all = slices.DeleteFunc(slices.Clone(l.all), func(other *Emoji) bool { return other == e })
	l.world.changed(Change{Emoji: e.ID})
}

// Restore brings back an emoji from an earlier run.
func (l *EmojiList) Restore(e *Emoji) {
	l.all = append(l.all, e)
	l.world.config.IDs.Reserve(e.ID)
}
