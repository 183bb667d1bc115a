package sentences

import (
	"slices"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// OptionLines returns "Build: together · Time per turn: 1 day": the options that are not as usual.
func OptionLines(w *text.Words, t *table.Table) string {
	return strings.Join(optionLines(w, t, false), " · ")
}

func optionLines(w *text.Words, t *table.Table, all bool) (lines []string) {
	add := func(name, value string) { lines = append(lines, w.Pair(w.Say(name), "**"+value+"**")) }
	in := t.Game.Info()
	for _, o := range in.Options {
		if now := in.Get(t.Options, o.Name); all || now != o.Default {
			add(in.ID+".option."+o.Name+".name", w.AfterColon(OptionValue(w, in, o, now)))
		}
	}
	if all || t.StandInLevel != table.UsualStandIn {
		level := w.Say("bot.stand_in.none")
		if t.StandInLevel != 0 {
			level = w.Say("bot.stand_in.level", "Level", t.StandInLevel)
		}
		add("bot.stand_in.name", level)
	}
	if all || t.TimeControl() != (table.TimeControl{}) {
		add("bot.limit.name", TimeControl(w, t.TimeControl()))
	}
	if all || t.Hints {
		value := "bot.hints.off"
		if t.Hints {
			value = "bot.hints.on"
		}
		add("bot.hints.name", w.Say(value))
	}
	return lines
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

// HintsText returns "Hints: for everyone".
func HintsText(w *text.Words) string { return w.Pair(w.Say("bot.hints.name"), w.Say("bot.hints.on")) }

// TimeControl returns both values: "daily (1 day + reserve up to 3 days)", "12 hours".
func TimeControl(w *text.Words, c table.TimeControl) string {
	if c.Reserve == 0 || slices.Contains(table.Paces, c) {
		return w.T("bot.limit."+c.String(), nil)
	}
	return w.Say("bot.reserve.with",
		"Limit", w.T("bot.limit."+c.Limit.String(), nil), "Reserve", w.T("bot.limit."+c.Reserve.String(), nil))
}

// LobbyChange says who joined or left, and new options, or "" if nothing changed or before is nil.
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
	was := optionLines(w, before, true)
	for _, line := range optionLines(w, after, true) {
		if !slices.Contains(was, line) {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, " · ")
}
