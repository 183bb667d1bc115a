package message

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits for texts in characters, the last one for all embeds of a message together.
// https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const (
	maxContent     = 2000
	maxDescription = 4096
	maxField       = 1024
	maxEmbeds      = 6000
)

// Rewriter changes the texts that Discord shows as markdown when they are sent: the content of a
// message, its text displays, and the descriptions and fields of its embeds. A text that would get
// too long for Discord stays as it is. It may be called by several goroutines at once, and nil
// changes nothing.
type Rewriter func(text string) string

// Message returns a copy. Titles, footers and the labels of controls are not markdown, and stay.
func (rw Rewriter) Message(m *Message) *Message {
	if rw == nil || m == nil {
		return m
	}
	next := *m
	next.Content = rw.text(m.Content, maxContent)
	next.Components = rw.displays(m.Components)
	next.Embeds = rw.embeds(m.Embeds)
	return &next
}

// embeds returns list itself if the new texts are too long together.
func (rw Rewriter) embeds(list []*discordgo.MessageEmbed) []*discordgo.MessageEmbed {
	next := slices.Clone(list)
	for i, e := range list {
		changed := *e
		changed.Description = rw.text(e.Description, maxDescription)
		changed.Fields = slices.Clone(e.Fields)
		for j, f := range e.Fields {
			field := *f
			field.Value = rw.text(f.Value, maxField)
			changed.Fields[j] = &field
		}
		next[i] = &changed
	}
	if embedsLength(next) > maxEmbeds {
		return list
	}
	return next
}

func (rw Rewriter) text(text string, most int) string {
	next := rw(text)
	if utf8.RuneCountInString(next) > most {
		return text
	}
	return next
}

func embedsLength(embeds []*discordgo.MessageEmbed) int {
	n := 0
	for _, e := range embeds {
		n += utf8.RuneCountInString(e.Title) + utf8.RuneCountInString(e.Description)
		if e.Footer != nil {
			n += utf8.RuneCountInString(e.Footer.Text)
		}
		if e.Author != nil {
			n += utf8.RuneCountInString(e.Author.Name)
		}
		for _, f := range e.Fields {
			n += utf8.RuneCountInString(f.Name) + utf8.RuneCountInString(f.Value)
		}
	}
	return n
}

// maxDisplays is Discord's limit for the characters of all text displays of a message.
// https://discord.com/developers/docs/components/reference
const maxDisplays = 4000

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

func (rw Rewriter) displays(list []discordgo.MessageComponent) []discordgo.MessageComponent {
	next := slices.Clone(list)
	length := 0
	for i, part := range list {
		if display, is := part.(discordgo.TextDisplay); is {
			display.Content = rw(display.Content)
			length += utf8.RuneCountInString(display.Content)
			next[i] = display
		}
	}
	if length > maxDisplays {
		return list
	}
	return next
}

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
