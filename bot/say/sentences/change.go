package sentences

import (
	"slices"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// LobbyChange returns a line about who joined or left a lobby, and new options. It is "" without a
// change, and if there was no lobby before.
func LobbyChange(w *text.Words, before, after *table.Table) string {
	var parts []string
	for _, c := range []struct {
		key        string
		from, with *table.Table
	}{{"bot.lobby.joined", after, before}, {"bot.lobby.left", before, after}} {
		var names []string
		for _, p := range c.from.Players {
			if !slices.ContainsFunc(c.with.Players, func(q table.Player) bool { return q.User == p.User }) {
				names = append(names, Name(w, p))
			}
		}
		if len(names) > 0 {
			parts = append(parts, w.Say(c.key, "Players", w.List(names), "Count", len(names)))
		}
	}
	was := strings.Split(OptionLines(w, before), "\n")
	for line := range strings.SplitSeq(OptionLines(w, after), "\n") {
		if !slices.Contains(was, line) {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, " · ")
}

// LastMove returns the line of the last move of a player, in a game with rounds only of this round.
// It is "" if there is none, and while a round waits.
func LastMove(w *text.Words, t *table.Table) (string, error) {
	last := len(t.Moves) - 1
	for last >= 0 && t.Moves[last].Move.Seat == engine.Chance {
		last--
	}
	if last < 0 || t.Round.Waiting || t.Rounds && t.Moves[last].Version <= t.Round.Version {
		return "", nil
	}
	h, err := NewHistory(t)
	if err != nil {
		return "", err
	}
	return EntryLine(w, h.After(last), t.Moves[last]), nil
}
