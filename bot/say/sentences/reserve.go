package sentences

import (
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// OwnReserve returns a line about the reserve of a seat that is not in turn: LimitLine has the
// others. It is "" without reserves.
func OwnReserve(w *text.Words, t *table.Table, seat engine.Seat) string {
	if t.Reserve == 0 || seat == 0 || t.Turn() == 0 || t.LimitEnd(seat) != 0 {
		return ""
	}
	return w.Say("bot.reserve.own", "Time", span(w, t.Reserved[seat]))
}

// ReservesLine returns a line about the reserves of all people, and how they grow, "" without
// reserves.
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
