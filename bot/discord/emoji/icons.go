// Package emoji keeps the games' icons as emoji of the bot's application, for its buttons and
// menus. It uploads what Discord does not have yet, in the background. Nothing waits for it: what
// has no emoji is shown without one. It does not draw, and does not decide what gets an icon.
package emoji

import (
	"crypto/sha256"
	"encoding/hex"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/render"
)

// Icons knows the emoji of the games' icons. nil and the zero value know none. It is safe for
// concurrent use.
type Icons struct {
	// emojis has the emoji by their icons' names. The map never changes.
	emojis atomic.Pointer[map[string]*discordgo.ComponentEmoji]
	// doubts has something when Discord has refused an emoji that should exist.
	doubts chan struct{}
}

func NewIcons() *Icons { return &Icons{doubts: make(chan struct{}, 1)} }

// Of returns the emoji of a game's icon, or nil. Do not change it.
func (s *Icons) Of(in *engine.Info, icon engine.Icon) *discordgo.ComponentEmoji {
	if s == nil {
		return nil
	}
	if emojis := s.emojis.Load(); emojis != nil {
		return (*emojis)[in.IconName(icon)]
	}
	return nil
}

// Refused notes that Discord refused an emoji, which may have been deleted.
func (s *Icons) Refused() { rest.Signal(s.doubts, struct{}{}) }

type picture struct {
	icon, name string
	sprite     *render.Sprite
}

// An emoji's name is a prefix, the icon's name and the beginning of a hash of its pixels. So the
// name tells whether the emoji shows what this program draws.
const (
	prefix   = "amytis_"
	hashSize = 3 // bytes, two digits each
)

func pictureOf(icon string, sprite *render.Sprite) picture {
	sum := sha256.Sum256(sprite.Image().Pix)
	return picture{icon: icon, name: prefix + icon + "_" + hex.EncodeToString(sum[:hashSize]), sprite: sprite}
}

func allPictures() []picture {
	var all []picture
	for _, g := range games.All {
		for i, name := range g.Info().Icons {
			all = append(all, pictureOf(name, g.Gallery.Icon(engine.Icon(i+1))))
		}
	}
	return all
}
