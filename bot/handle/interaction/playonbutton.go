package interaction

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// The codes of refusals; their texts are in the catalogs under table.refused.
const (
	refusedPlayOnRunning = "play_on_running"
	refusedPlayOnStopped = "play_on_stopped"
	refusedPlayOnRules   = "play_on_rules"
)

// MayPlayOn refuses copies of a game that is not over, which would show what is hidden, of one that
// was stopped, and of one that began under other rules.
func MayPlayOn(t *table.Table) error {
	switch {
	case t.Status == table.Abandoned:
		return engine.Refuse(refusedPlayOnStopped, "")
	case t.Status != table.Ended:
		return engine.Refuse(refusedPlayOnRunning, "")
	case t.Rules != t.Game.Info().RulesVersion:
		return engine.Refuse(refusedPlayOnRules, "")
	}
	return nil
}

// PlayOn returns the button that begins a sandbox at an earlier position of an ended game. It
// returns none if that is not possible. how is "", or "!" for a sandbox of one turn.
func PlayOn(w *text.Words, key string, s tables.Loaded, at *table.Table, how string) []discordgo.MessageComponent {
	if MayPlayOn(s.Table) != nil || at.State.Turn() == 0 {
		return nil
	}
	c := control.At(control.PlayOn, s.ID, s.Table, strconv.Itoa(len(at.Moves))+how)
	return []discordgo.MessageComponent{control.Button(w, key, discordgo.SecondaryButton, c)}
}
