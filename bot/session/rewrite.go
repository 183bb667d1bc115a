package session

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

// rewritten returns a message with the texts that Config.Rewrite makes of those that Discord shows
// as markdown. It does not change m. Titles, footers and the labels of controls are not markdown.
func (c *Client) rewritten(m *Message) *Message {
	if c.cfg.Rewrite == nil || m == nil {
		return m
	}
	next := *m
	next.Content = c.rewrite(m.Content, maxContent)
	next.Components = c.rewrittenDisplays(m.Components)
	for i, e := range m.Embeds {
		changed := c.rewrittenEmbed(e)
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

// rewrittenEmbed returns e itself if nothing in it changes.
func (c *Client) rewrittenEmbed(e *discordgo.MessageEmbed) *discordgo.MessageEmbed {
	next := e
	if description := c.rewrite(e.Description, maxDescription); description != e.Description {
		changed := *e
		next, changed.Description = &changed, description
	}
	for i, f := range e.Fields {
		value := c.rewrite(f.Value, maxField)
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

// rewrite returns the new text, or text itself if the new one has more than most characters.
func (c *Client) rewrite(text string, most int) string {
	next := c.cfg.Rewrite(text)
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

// rewritten returns an answer with a rewritten message.
func (r *Response) rewritten(c *Client) *Response {
	if r == nil || r.message == nil {
		return r
	}
	next := *r
	next.message = c.rewritten(r.message)
	return &next
}
