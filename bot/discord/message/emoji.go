package message

import (
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Discord sometimes refuses an emoji of the application that exists, as a field of a button or of a
// menu. https://github.com/discord/discord-api-docs/issues/7128
// Somebody may also have deleted it. The message is then sent again without such emoji.

// WithoutEmoji returns a copy without emoji of the application, and whether there were any.
func (m *Message) WithoutEmoji() (plain *Message, had bool) {
	next := *m
	next.Components, had = withoutEmoji(m.Components)
	return &next, had
}

func withoutEmoji(list []discordgo.MessageComponent) (plain []discordgo.MessageComponent, had bool) {
	plain = slices.Clone(list)
	for i, c := range plain {
		switch c := c.(type) {
		case discordgo.ActionsRow:
			inner, has := withoutEmoji(c.Components)
			c.Components, had = inner, had || has
			plain[i] = c
		case discordgo.Button:
			if isUploaded(c.Emoji) {
				c.Emoji, had = nil, true
				plain[i] = c
			}
		case discordgo.SelectMenu:
			c.Options = slices.Clone(c.Options)
			for j := range c.Options {
				if isUploaded(c.Options[j].Emoji) {
					c.Options[j].Emoji, had = nil, true
				}
			}
			plain[i] = c
		}
	}
	return plain, had
}

// isUploaded is false for Unicode's emoji, which have no ID.
func isUploaded(e *discordgo.ComponentEmoji) bool { return e != nil && e.ID != "" }
