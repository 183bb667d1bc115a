package sentences

import (
	"amytis/bot/text"
	"amytis/engine/table"
)

// startLines returns what a channel reads about the start of a game. Given moves have one line.
func startLines(w *text.Words, t *table.Table) ([]string, error) {
	args := []any{"Game", w.T(t.Game.Info().ID+".name", nil), "Players", w.List(AllNames(w, t))}
	if t.Fork == 0 {
		return []string{w.Say("bot.table.started", args...)}, nil
	}
	h, err := NewHistory(t)
	if err != nil {
		return nil, err
	}
	line := w.Say("bot.fork.started", append(args, "Turn", h.When(w, h.Given()+1), "When", forkDate(t))...)
	return []string{line, w.Say("bot.fork.unrated")}, nil
}

// forkDate returns the date of the ended game whose deal a fork has.
func forkDate(t *table.Table) string { return stamp(t.ForkEnd(), "D") }

// ForkLobby says how the game of a lobby begins that is a fork.
func ForkLobby(w *text.Words, t *table.Table) string {
	return w.Say("bot.fork.lobby", "When", forkDate(t), "Count", t.Given()) + " " + w.Say("bot.fork.unrated")
}

// Before says that a turn is one of an earlier game. Of turn 0 it says up to which turn they are.
// It is "" for all other turns.
func (h History) Before(w *text.Words, turn int) string {
	given := h.Given()
	switch {
	case turn > given || given == 0:
		return ""
	case turn == 0:
		return w.Say("bot.fork.up_to", "Turn", h.When(w, given), "When", forkDate(h.Table))
	}
	return w.Say("bot.fork.before", "When", forkDate(h.Table))
}
