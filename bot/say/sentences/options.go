package sentences

import (
	"slices"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// OptionLines returns a line for each option that is not as usual.
func OptionLines(w *text.Words, t *table.Table) string { return optionLines(w, t, false) }

func optionLines(w *text.Words, t *table.Table, all bool) string {
	var lines []string
	in := t.Game.Info()
	for _, o := range in.Options {
		value := OptionValue(w, in, o, in.Get(t.Options, o.Name))
		if !all && in.Get(t.Options, o.Name) == o.Default {
			continue
		}
		lines = append(lines, w.Pair(w.T(in.ID+".option."+o.Name+".name", nil), "**"+w.AfterColon(value)+"**"))
	}
	if all || t.StandInLevel != table.UsualStandIn {
		lines = append(lines, StandInText(w, t.StandInLevel, "**"))
	}
	if all || t.TimeControl() != (table.TimeControl{}) {
		lines = append(lines, TimeControlLine(w, t.TimeControl(), "**"))
	}
	if t.Hints {
		lines = append(lines, HintsText(w, true, "**"))
	}
	return strings.Join(lines, "\n")
}

func OptionValue(w *text.Words, in *engine.Info, o engine.OptionInfo, value string) string {
	key := in.ID + ".option." + o.Name + "."
	if !slices.Contains(MenuValues(o), value) {
		return w.T(key+"value", map[string]any{"Value": value})
	}
	return w.T(key+value, nil)
}

// MenuValues returns the values of an option for a menu; of a number the usual ones.
func MenuValues(o engine.OptionInfo) []string {
	if o.Kind == engine.OptionBool {
		return []string{"false", "true"}
	}
	return o.Values
}

// HintsText returns "Hints: for everyone". emphasis is as in TimeControlLine.
func HintsText(w *text.Words, on bool, emphasis string) string {
	value := w.T("bot.hints.off", nil)
	if on {
		value = w.T("bot.hints.on", nil)
	}
	return w.Pair(w.T("bot.hints.name", nil), emphasis+value+emphasis)
}

// TimeControlLine returns "Time per turn: 1 day". emphasis is Markdown around the value ("**"), or
// "".
func TimeControlLine(w *text.Words, c table.TimeControl, emphasis string) string {
	return w.Pair(w.T("bot.limit.name", nil), emphasis+TimeControl(w, c)+emphasis)
}

// TimeControl returns both values of a time control: "daily (1 day + reserve up to 3 days)", "12
// hours".
func TimeControl(w *text.Words, c table.TimeControl) string {
	if c.Reserve == 0 || slices.Contains(table.Paces, c) {
		return w.T("bot.limit."+c.String(), nil)
	}
	return w.Say("bot.reserve.with",
		"Limit", w.T("bot.limit."+c.Limit.String(), nil), "Reserve", w.T("bot.limit."+c.Reserve.String(), nil))
}

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
	if after.Suspension.Until != before.Suspension.Until {
		parts = append(parts, resumeLine(w, after))
	}
	was := strings.Split(optionLines(w, before, true), "\n")
	for line := range strings.SplitSeq(optionLines(w, after, true), "\n") {
		if !slices.Contains(was, line) {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, " · ")
}
