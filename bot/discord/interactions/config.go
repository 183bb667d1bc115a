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

// Config limits how many interactions are handled, and says when they are answered. Every zero
// value means the default named here.
type Config struct {
	// Endpoint is where to take the interactions that Discord sends by HTTP, as well as those from
	// the gateway. Run closes it. Default none.
	Endpoint net.Listener
	// PublicKey verifies Discord's signatures of those. Endpoint needs it; see ParsePublicKey.
	PublicKey ed25519.PublicKey

	// MaxHandlers limits the interactions handled at once. Default 64.
	MaxHandlers int
	// MaxWaiting limits the interactions that wait for a handler. Default 1,024. Handlers.Busy
	// answers others.
	MaxWaiting int
	// MaxPerMember limits the interactions of one member, running or waiting. Default 10, enough
	// for somebody who plays several games. While others of the server wait, it is half of that.
	// Handlers.SlowDown answers others, and the member is slowed down for a second.
	MaxPerMember int
	// MaxPerServer limits the interactions of one server that are handled at once. Default a
	// quarter of MaxHandlers. Further ones wait.
	MaxPerServer int
	// AnswerWithin is how old an interaction may be when it is acknowledged. Default 3 s, which is
	// Discord's limit.
	AnswerWithin time.Duration
	// DeferAfter is the age at which Responder.DeferLate acknowledges an interaction, or less while
	// Discord is slow. Default half of AnswerWithin.
	DeferAfter time.Duration
	// WaitTimeout is how long an interaction waits for a handler before Handlers.Busy answers it.
	// Default half of AnswerWithin.
	WaitTimeout time.Duration
	// HandlerTimeout is when a handler's context ends. Default 1 min.
	HandlerTimeout time.Duration

	// EmojiRefused, if not nil, is called when Discord refused an emoji of the application, by
	// several goroutines at once. The message is sent again without emoji.
	EmojiRefused func()
}

func (c Config) withDefaults() (Config, error) {
	if c.Endpoint != nil && len(c.PublicKey) != ed25519.PublicKeySize {
		return c, errors.New("interactions by HTTP need the public key of the application")
	}
	c.MaxHandlers = cmp.Or(c.MaxHandlers, 64)
	c.MaxWaiting = cmp.Or(c.MaxWaiting, 1024)
	c.MaxPerMember = cmp.Or(c.MaxPerMember, 10)
	c.MaxPerServer = cmp.Or(c.MaxPerServer, max(c.MaxHandlers/4, 1))
	c.AnswerWithin = cmp.Or(c.AnswerWithin, 3*time.Second)
	c.DeferAfter = cmp.Or(c.DeferAfter, c.AnswerWithin/2)
	c.WaitTimeout = cmp.Or(c.WaitTimeout, c.AnswerWithin/2)
	c.HandlerTimeout = cmp.Or(c.HandlerTimeout, time.Minute)
	return c, nil
}
