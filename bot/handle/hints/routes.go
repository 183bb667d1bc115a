// Package hints advises a player. A hint shows what the strongest computer would play: its first
// step, then the whole turn, with a reason in the game's terms. "Why not?" compares the move that
// the player has in mind. The search is in engine/ai; bot/handle/turns plays the moves.
package hints

import (
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

// Routes returns the handlers by route. The adviser must run.
func Routes(a *Adviser) interaction.Routes {
	return interaction.Routes{
		"game hint":          a.hintCommand,
		"?game hint":         interaction.Offering(suggestMove),
		":" + control.Hint:   a.pressHint,
		":" + control.WhyNot: a.pressWhyNot,
	}
}
