package sentences

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
			return " · " + w.Say("bot.mine.left", "When", FixedTime(d.At))
		}
	}
	return ""
}

// FixedTime returns a time, in Unix milliseconds, that Discord shows each user with the date. It is
// for private answers, which nobody edits when the time is over. It rounds up to seconds.
// https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
func FixedTime(at int64) string { return stamp(at, "f") }

// Moment returns a past time, in Unix milliseconds, in the form that Discord shows as "5 minutes
// ago".
func Moment(at int64) string { return "<t:" + strconv.FormatInt(at/1000, 10) + ":R>" }

// CountdownLine returns when a round begins by itself, "" if the round waits for its players, or
// has begun.
func CountdownLine(w *text.Words, t *table.Table) string {
	if at := roundBegins(t); at != 0 {
		return w.Say("bot.table.countdown", "When", Countdown(at))
	}
	return ""
}

// roundBegins returns when a round begins by itself, in Unix milliseconds, 0 if it does not.
func roundBegins(t *table.Table) int64 {
	for _, d := range t.Demands(table.Always) {
		if d.Kind == table.RoundBegins {
			return d.At
		}
	}
	return 0
}

// LimitLine returns when the seats' time per turn ends, with a line break before it. It returns ""
// if no limit ends before the round does.
func LimitLine(w *text.Words, t *table.Table, seats engine.SeatSet, quiet table.Quiet) string {
	var all []turnEnd
	var named []string
	alike := true
	for _, d := range t.Demands(quiet) {
		if d.Kind == table.RoundOver {
			break
		}
		if d.Kind != table.TurnOver || !seats.Has(d.Seat) {
			continue
		}
		end := turnEnd{limit: Countdown(d.At)}
		if t.Reserved[d.Seat] > 0 {
			end = turnEnd{limit: Countdown(t.LimitEnd(d.Seat)), reserve: Countdown(d.At)}
		}
		all, named = append(all, end), append(named, end.of(w, Name(w, t.Player(d.Seat))))
		alike = alike && all[0] == end
	}
	switch {
	case len(all) == 0:
		return ""
	case alike && all[0].reserve != "":
		return "\n" + w.Say("bot.table.limit_reserve", "When", all[0].limit, "Until", all[0].reserve)
	case alike:
		return "\n" + w.Say("bot.table.limit", "When", all[0].limit)
	}
	return "\n" + w.Say("bot.table.limits", "Players", w.List(named))
}

// AwayLines returns a line for each player in turn who is away, with the time until which they are.
func AwayLines(w *text.Words, t *table.Table, absent table.Absent, now int64) []string {
	var lines []string
	for _, seat := range (t.Awaited() &^ t.Computers()).Slice() {
		if begin, end := absent(t.Player(seat).User, now); end != 0 && begin <= now {
			lines = append(lines, w.Say(
				"bot.table.away", "Player", Name(w, t.Player(seat)), "When", FixedTime(end),
			))
		}
	}
	return lines
}

// turnEnd holds the countdowns to the ends of a turn's limit and of the seat's reserve, "" without
// one.
type turnEnd struct{ limit, reserve string }

// of returns the countdowns of a player among others.
func (e turnEnd) of(w *text.Words, name string) string {
	if e.reserve == "" {
		return name + " " + e.limit
	}
	return w.Say("bot.table.seat_reserve", "Player", name, "When", e.limit, "Until", e.reserve)
}

// Countdown returns a future time, in Unix milliseconds, that Discord shows each user as "in 5
// minutes" in their language. It rounds up to seconds.
// https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
func Countdown(at int64) string { return stamp(at, "R") }

// stamp returns a time, rounded up to seconds, in one of Discord's styles.
func stamp(at int64, style string) string {
	const second = 1000
	return "<t:" + strconv.FormatInt((at+second-1)/second, 10) + ":" + style + ">"
}
