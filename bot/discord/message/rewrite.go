package message

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits for texts in characters, the last two for all embeds and all text displays of a
// message together. https://discord.com/developers/docs/resources/message#embed-object-embed-limits
// https://discord.com/developers/docs/components/reference
const (
	maxContent     = 2000
	maxDescription = 4096
	maxField       = 1024
	maxEmbeds      = 6000
	maxDisplays    = 4000
)

// Rewriter changes the texts that Discord shows as markdown when they are sent: the content of a
// message, its text displays, and the descriptions and fields of its embeds. A message that would
// get too long for Discord stays unchanged. It may be called concurrently; nil changes nothing.
type Rewriter func(text string) string

// Message returns a copy. Titles, footers and the labels of controls are not markdown, and stay.
func (rw Rewriter) Message(m *Message) *Message {
	if rw == nil || m == nil {
		return m
	}
	next := *m
	fits := true
	rewrite := func(text *string, most int) int {
		*text = rw(*text)
		n := utf8.RuneCountInString(*text)
		fits = fits && n <= most
		return n
	}
	rewrite(&next.Content, maxContent)
	next.Embeds = slices.Clone(m.Embeds)
	length := 0
	for i := range next.Embeds {
		e := *next.Embeds[i]
		next.Embeds[i] = &e
		length += rewrite(&e.Description, maxDescription) + utf8.RuneCountInString(e.Title)
		if e.Footer != nil {
			length += utf8.RuneCountInString(e.Footer.Text)
		}
		e.Fields = slices.Clone(e.Fields)
		for j := range e.Fields {
			f := *e.Fields[j]
			e.Fields[j] = &f
			length += rewrite(&f.Value, maxField) + utf8.RuneCountInString(f.Name)
		}
	}
	displayed := 0
	next.Components = slices.Clone(m.Components)
	for i, part := range next.Components {
		if display, is := part.(discordgo.TextDisplay); is {
			displayed += rewrite(&display.Content, maxDisplays)
			next.Components[i] = display
		}
	}
	if !fits || length > maxEmbeds || displayed > maxDisplays {
		return m
	}
	return &next
}

// Editable returns a message that an edit can send. Discord refuses an edit with pictures for the
// galleries of a v2 message, and an answer after a deferral is an edit. Such a message gets its
// texts as content and its pictures as attachments.
// https://github.com/discord/discord-api-docs/issues/7529
func (m *Message) Editable() *Message {
	if m == nil || m.Flags&discordgo.MessageFlagsIsComponentsV2 == 0 || len(m.Files) == 0 {
		return m
	}
	next := *m
	next.Flags &^= discordgo.MessageFlagsIsComponentsV2
	next.Components = []discordgo.MessageComponent{}
	var lines []string
	for _, part := range m.Components {
		switch part := part.(type) {
		case discordgo.TextDisplay:
			lines = append(lines, part.Content)
		case discordgo.ActionsRow:
			next.Components = append(next.Components, part)
		}
	}
	next.Content = strings.Join(lines, "\n")
	if runes := []rune(next.Content); len(runes) > maxContent {
		next.Content = string(runes[:maxContent])
	}
	return &next
}

// WithoutEmoji returns a copy without emoji of the application, and whether there were any. Discord
// may refuse one that was deleted, or even one that exists, on a button or in a menu.
// https://github.com/discord/discord-api-docs/issues/7128
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
			c.Components = inner
			had = had || has
			plain[i] = c
		case discordgo.Button:
			if isUploaded(c.Emoji) {
				c.Emoji = nil
				had = true
				plain[i] = c
			}
		case discordgo.SelectMenu:
			c.Options = slices.Clone(c.Options)
			for j := range c.Options {
				if isUploaded(c.Options[j].Emoji) {
					c.Options[j].Emoji = nil
					had = true
				}
			}
			plain[i] = c
		}
	}
	return plain, had
}

// isUploaded is false for Unicode's emoji, which have no ID.
func isUploaded(e *discordgo.ComponentEmoji) bool { return e != nil && e.ID != "" }
