package message

import (
	"slices"
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

// Message returns a message with the texts that rw makes of those that Discord shows as markdown.
// It does not change m. Titles, footers and the labels of controls are not markdown.
func (rw Rewriter) Message(m *Message) *Message {
	if rw == nil || m == nil {
		return m
	}
	next := *m
	next.Content = rw.text(m.Content, maxContent)
	next.Components = rw.displays(m.Components)
	for i, e := range m.Embeds {
		changed := rw.embed(e)
		if changed == e {
			continue
		}
		if &next.Embeds[0] == &m.Embeds[0] {
			next.Embeds = slices.Clone(m.Embeds)
		}
		next.Embeds[i] = changed
	}
	if embedsLength(next.Embeds) > maxEmbeds {
		next.Embeds = m.Embeds
	}
	return &next
}

// embed returns e itself if nothing in it changes.
func (rw Rewriter) embed(e *discordgo.MessageEmbed) *discordgo.MessageEmbed {
	next := e
	if description := rw.text(e.Description, maxDescription); description != e.Description {
		changed := *e
		next, changed.Description = &changed, description
	}
	for i, f := range e.Fields {
		value := rw.text(f.Value, maxField)
		if value == f.Value {
			continue
		}
		changed, field := *next, *f
		changed.Fields, field.Value = slices.Clone(next.Fields), value
		changed.Fields[i] = &field
		next = &changed
	}
	return next
}

// text returns the new text, or text itself if the new one has more than most characters.
func (rw Rewriter) text(text string, most int) string {
	next := rw(text)
	if utf8.RuneCountInString(next) > most {
		return text
	}
	return next
}

// embedsLength returns the number of characters that Discord limits.
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
