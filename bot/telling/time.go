package telling

import (
	"strconv"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TimeLeft returns when the first limit of a turn or a round ends, as the rest of a line; ""
// without a limit.
func TimeLeft(w *text.Words, t *table.Table) string {
	for _, d := range t.Demands(table.Always) {
		if !d.Kind.IsNotice() && d.Kind != table.ComputerTurn {
			return " · " + w.Say("bot.mine.left", "When", Countdown(d.At))
		}
	}
	return ""
}

// Moment returns a past time, in Unix milliseconds, in the form that Discord shows as "5 minutes
// ago".
func Moment(at int64) string { return "<t:" + strconv.FormatInt(at/1000, 10) + ":R>" }

// CountdownLine returns when a round begins by itself, with a line break before it. It returns ""
// if the round waits for its players, or has begun.
func CountdownLine(w *text.Words, t *table.Table) string {
	for _, d := range t.Demands(table.Always) {
		if d.Kind == table.RoundBegins {
			return "\n" + w.Say("bot.table.countdown", "When", Countdown(d.At))
		}
	}
	return ""
}

// LimitLine returns when the seats' time per turn ends, with a line break before it. It returns ""
// if no limit ends before the round does.
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
		named = append(named, Name(w, t.Player(d.Seat))+" "+Countdown(d.At))
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

// Countdown returns a future time, in Unix milliseconds, that Discord shows each user as "in 5
// minutes" in their language. It rounds up to seconds.
// https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
func Countdown(at int64) string {
	const second = 1000
	return "<t:" + strconv.FormatInt((at+second-1)/second, 10) + ":R>"
}
