package telling

import (
	"strconv"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TimeLeft tells until when those whose turn it is must have acted, "" where there is no limit.
func TimeLeft(w *text.Words, t *table.Table) string {
	for _, d := range t.Demands(table.Always) {
		if !d.Kind.IsNotice() {
			return " · " + w.Say("bot.mine.left", "When", Countdown(d.At))
		}
	}
	return ""
}

// Moment is a time, in Unix ms, that Discord shows as "5 minutes ago".
func Moment(at int64) string { return "<t:" + strconv.FormatInt(at/1000, 10) + ":R>" }

// LimitLine is a line, with its break before it, that tells until when seats may take for their
// turns; "" where no limit runs out before the round ends.
func LimitLine(w *text.Words, t *table.Table, seats engine.SeatSet, quiet table.Quiet) string {
	var ends, named []string
	alike := true
	for _, d := range t.Demands(quiet) {
		if d.Kind == table.RoundOver {
			break
		}
		if d.Kind != table.TurnOver || !seats.Has(d.Seat) {
			continue
		}
		ends = append(ends, Countdown(d.At))
		named = append(named, text.Plain(t.Player(d.Seat).Name)+" "+Countdown(d.At))
		alike = alike && ends[0] == Countdown(d.At)
	}
	switch {
	case len(ends) == 0:
		return ""
	case alike:
		return "\n" + w.Say("bot.table.limit", "When", ends[0])
	}
	return "\n" + w.Say("bot.table.limits", "Players", w.List(named))
}

// Countdown is a time, in Unix ms, that Discord shows as "in 5 minutes" to everybody in their
// language. https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
func Countdown(at int64) string {
	const second = 1000
	return "<t:" + strconv.FormatInt((at+second-1)/second, 10) + ":R>"
}
