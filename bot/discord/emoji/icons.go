// Package emoji keeps the games' icons as emoji of the bot's application, for its buttons and
// menus. It uploads what Discord does not have yet, in the background. Nothing waits for it: what
// has no emoji is shown without one. It does not draw, and does not decide what gets an icon.
package emoji

import (
	"sync/atomic"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
	"amytis/engine"
)

// Icons knows the emoji of the games' icons. nil and the zero value know none. It is safe for
// concurrent use.
type Icons struct {
	// known has the emoji by their icons' names. The map never changes.
	known atomic.Pointer[map[string]*discordgo.ComponentEmoji]
	// doubts has something when Discord has refused an emoji that should exist.
	doubts chan struct{}
}

func NewIcons() *Icons { return &Icons{doubts: make(chan struct{}, 1)} }

// Of returns the emoji of a game's icon, or nil. Do not change it.
func (s *Icons) Of(in *engine.Info, icon engine.Icon) *discordgo.ComponentEmoji {
	if s == nil {
		return nil
	}
	if known := s.known.Load(); known != nil {
		return (*known)[in.IconName(icon)]
	}
	return nil
}

// Refused notes that Discord refused an emoji, which may have been deleted.
func (s *Icons) Refused() { rest.Signal(s.doubts, struct{}{}) }
