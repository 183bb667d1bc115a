// Package interactions takes the commands, presses and forms that Discord sends, and answers them.
//
// They come from the gateway and, if Config.Endpoint is set, by HTTP. [Handlers] run in limited
// number. Their input is checked and their panics are recovered. A [Responder] answers in time, or
// defers.
package interactions

import (
	"cmp"
	"crypto/ed25519"
	"errors"
	"net"
	"time"
)

// Config says how interactions come, and when they are answered. Every zero value means the default
// named here.
type Config struct {
	// Endpoint is where to take the interactions that Discord sends by HTTP, as well as those from
	// the gateway. Run closes it. Default none.
	Endpoint net.Listener
	// PublicKey verifies Discord's signatures of those. Endpoint needs it; see ParsePublicKey.
	PublicKey ed25519.PublicKey

	// AnswerWithin is how old an interaction may be when it is acknowledged. Default 3 s, which is
	// Discord's limit.
	AnswerWithin time.Duration
	// DeferAfter is the age at which Responder.DeferLate acknowledges an interaction. Default half
	// of AnswerWithin.
	DeferAfter time.Duration
	// EmojiRefused, if not nil, is called when Discord refused an emoji of the application, by
	// several goroutines at once. The message is sent again without emoji.
	EmojiRefused func()
}

func (c Config) withDefaults() (Config, error) {
	if c.Endpoint != nil && len(c.PublicKey) != ed25519.PublicKeySize {
		return c, errors.New("interactions by HTTP need the public key of the application")
	}
	c.AnswerWithin = cmp.Or(c.AnswerWithin, 3*time.Second)
	c.DeferAfter = cmp.Or(c.DeferAfter, c.AnswerWithin/2)
	return c, nil
}
