package sentences

import (
	"math"
	"strconv"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TimeLeft returns when the first limit of a turn or a round ends, as the rest of a line.
func TimeLeft(w *text.Words, t *table.Table) string {
	for _, d := range t.Demands(table.Always) {
		if !d.Kind.IsNotice() && d.Kind != table.ComputerTurn {
			return " · " + w.Say("bot.mine.left", "When", FixedTime(d.At))
		}
	}
	return ""
}

// WaitingSince returns when a table began to wait for a user, or else for the first awaited player,
// in Unix milliseconds. For a lobby it is the time of opening.
func WaitingSince(t *table.Table, user table.UserID) int64 {
	if t.Status == table.Lobby {
		return t.Opened
	}
	seats := t.Awaited()
	if own := t.Seat(user); seats.Has(own) && !t.Computers().Has(own) {
		return t.Waits[own].Since
	}
	since := int64(math.MaxInt64)
	for _, seat := range seats.Slice() {
		since = min(since, t.Waits[seat].Since)
	}
	return since
}

// TableLine returns the text of a key about a table in a list: its game, who is awaited or how many
// have joined, and since when, for a user or 0.
func TableLine(w *text.Words, key string, t *table.Table, user table.UserID) string {
	_, most := t.Seats()
	return w.Say(key, "Game", w.Say(t.Game.Info().ID+".name"), "Players", SeatList(w, t, t.Awaited()),
		"Since", Moment(WaitingSince(t, user)), "Joined", len(t.Players), "Max", most)
}

// Listed returns a title, as many lines as fit into most characters, and how many do not.
func Listed(w *text.Words, title string, lines []string, most int) string {
	for i, line := range lines {
		next := text.Lines(title, "• "+line)
		more := w.Say("bot.mine.more", "Count", len(lines)-i)
		if len([]rune(next+"\n"+more)) > most {
			return text.Lines(title, more)
		}
		title = next
	}
	return title
}

// FixedTime returns a time, in Unix milliseconds, as a date, for private answers, which stay.
// https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
func FixedTime(at int64) string { return stamp(at, "f") }

// TimeOfDay is FixedTime without the date.
func TimeOfDay(at int64) string { return stamp(at, "t") }

// Moment returns a past time, in Unix milliseconds, that Discord shows as "5 minutes ago".
func Moment(at int64) string { return "<t:" + strconv.FormatInt(at/1000, 10) + ":R>" }

// resumeLine says for how long a table was suspended.
func resumeLine(w *text.Words, t *table.Table) string {
	const minute = 60_000
	return w.Say("bot.table.resumed", "Time", span(w, max(t.Suspension.Until-t.Suspension.Since, minute)),
		"Running", t.Status == table.Running, "Limit", t.Limit != 0)
}

// CountdownLine says when a round begins by itself, "" if none does.
func CountdownLine(w *text.Words, t *table.Table) string {
	if at := roundBegins(t); at != 0 {
		return w.Say("bot.table.countdown", "When", Countdown(at))
	}
	return ""
}

// roundBegins returns when a round begins by itself, in Unix milliseconds, else 0.
func roundBegins(t *table.Table) int64 {
	for _, d := range t.Demands(table.Always) {
		if d.Kind == table.RoundBegins {
			return d.At
		}
	}
	return 0
}

// LimitLine says when the seats' time per turn ends, "" if the round ends first.
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
		all = append(all, end)
		named = append(named, end.say(w, Name(w, t.Player(d.Seat))))
		alike = alike && all[0] == end
	}
	switch {
	case len(all) == 0:
		return ""
	case alike && all[0].reserve != "":
		return w.Say("bot.table.limit_reserve", "When", all[0].limit, "Until", all[0].reserve)
	case alike:
		return w.Say("bot.table.limit", "When", all[0].limit)
	}
	return w.Say("bot.table.limits", "Players", w.List(named))
}

// AwayLines returns a line for each player in turn who is away, and until when.
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

// turnEnd holds the countdowns to the end of a limit and of a reserve, "" without one.
type turnEnd struct{ limit, reserve string }

func (e turnEnd) say(w *text.Words, name string) string {
	if e.reserve == "" {
		return name + " " + e.limit
	}
	return w.Say("bot.table.seat_reserve", "Player", name, "When", e.limit, "Until", e.reserve)
}

// Countdown returns a future time that Discord shows as "in 5 minutes" in each user's language.
func Countdown(at int64) string { return stamp(at, "R") }

// stamp returns a time in one of Discord's styles.
func stamp(at int64, style string) string {
	const second = 1000
	return "<t:" + strconv.FormatInt((at+second-1)/second, 10) + ":" + style + ">"
}

// OwnReserve returns a line about the reserve of a seat not in turn (see LimitLine), or "".
func OwnReserve(w *text.Words, t *table.Table, seat engine.Seat) string {
	if t.Reserve == 0 || seat == 0 || t.Turn() == 0 || t.LimitEnd(seat) != 0 {
		return ""
	}
	return w.Say("bot.reserve.own", "Time", span(w, t.Reserved[seat]))
}

// ReservesLine returns a line about all people's reserves and how they grow, "" without any.
func ReservesLine(w *text.Words, t *table.Table) string {
	if t.Reserve == 0 || t.Turn() == 0 {
		return ""
	}
	var named []string
	for i, p := range t.Players {
		if !p.IsComputer() {
			named = append(named, Name(w, p)+" "+span(w, t.Reserved[i+1]))
		}
	}
	return w.Say("bot.reserve.all",
		"Players", w.List(named), "Reserve", w.T("bot.limit."+t.Reserve.String(), nil))
}

// span returns milliseconds in words, rounded down to the smaller of two units: "2 days 3 hours".
func span(w *text.Words, ms int64) string {
	const minute, hour, day = 60_000, 3_600_000, 86_400_000
	say := func(unit string, n int64) string { return w.Say("bot.duration."+unit, "Count", n) }
	two := func(large string, n int64, small string, rest int64) string {
		if rest == 0 {
			return say(large, n)
		}
		return say(large, n) + " " + say(small, rest)
	}
	switch {
	case ms < hour:
		return say("minutes", ms/minute)
	case ms < day:
		return two("hours", ms/hour, "minutes", ms%hour/minute)
	}
	return two("days", ms/day, "hours", ms%day/hour)
}
