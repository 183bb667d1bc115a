package message

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// maxDisplays is Discord's limit for the characters of all text displays of a message.
// https://discord.com/developers/docs/components/reference
const maxDisplays = 4000

// v2 reports whether the message consists of components only.
func (m *Message) v2() bool { return m.Flags&discordgo.MessageFlagsIsComponentsV2 != 0 }

// Editable returns a message that an edit can send. Discord refuses an edit that brings pictures
// for the galleries of a v2 message, and an answer after a deferral is an edit. Such a message gets
// its texts as content and its pictures as attachments.
// https://github.com/discord/discord-api-docs/issues/7529
func (m *Message) Editable() *Message {
	if m == nil || !m.v2() || len(m.Files) == 0 {
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

// displays returns components with rewritten texts. It returns list itself if nothing
// changes or the new texts are too long.
func (rw Rewriter) displays(list []discordgo.MessageComponent) []discordgo.MessageComponent {
	next, length := list, 0
	for i, part := range list {
		display, is := part.(discordgo.TextDisplay)
		if !is {
			continue
		}
		text := rw(display.Content)
		length += utf8.RuneCountInString(text)
		if text == display.Content {
			continue
		}
		if &next[0] == &list[0] {
			next = slices.Clone(list)
		}
		next[i] = discordgo.TextDisplay{Content: text}
	}
	if length > maxDisplays {
		return list
	}
	return next
}
