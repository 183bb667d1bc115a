package telling

import (
	"slices"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// OptionLines lists the options of a table and its limit, a line each.
func OptionLines(w *text.Words, t *table.Table) string {
	var lines []string
	in := t.Game.Info()
	for _, o := range in.Options {
		value := OptionValue(w, in, o, in.Get(t.Options, o.Name))
		lines = append(lines, w.Pair(w.T(in.ID+".option."+o.Name+".name", nil), "**"+value+"**"))
	}
	return strings.Join(append(lines, LimitText(w, t.Limit, "**")), "\n")
}

// OptionValue is an option's value in words.
func OptionValue(w *text.Words, in *engine.Info, o engine.OptionInfo, value string) string {
	key := in.ID + ".option." + o.Name + "."
	if !slices.Contains(MenuValues(o), value) {
		return w.T(key+"value", map[string]any{"Value": value})
	}
	return w.T(key+value, nil)
}

// MenuValues are the values of an option that a menu offers: all of them, or the usual ones of a
// number.
func MenuValues(o engine.OptionInfo) []string {
	if o.Kind == engine.OptionBool {
		return []string{"false", "true"}
	}
	return o.Values
}

// LimitText is a limit in words, with what it limits.
func LimitText(w *text.Words, l table.Limit, emphasis string) string {
	return w.Pair(w.T("bot.limit.name", nil), emphasis+w.T("bot.limit."+l.String(), nil)+emphasis)
}
