package interaction

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/say/pictures"
	"amytis/engine"
	"amytis/engine/table"
)

// Guide is what a step of a lesson adds to the turn panel and the cursor of its table.
type Guide struct {
	// Text says what to do, in place of the panel's own sentence.
	Text string
	// Move is the move to make. If it is zero, the panel offers no moves.
	Move engine.Move
	// Ghost is where the cursor begins.
	Ghost engine.Move
	// Picture is the panel's picture, with marks.
	Picture pictures.Request
	// TellsTurns says that the panel tells the computers' last turns.
	TellsTurns bool
	Buttons    []discordgo.MessageComponent
}

// Guiding returns the guide of a lesson's table as it is now.
type Guiding func(t *table.Table) Guide
