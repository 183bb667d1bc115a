package sentences

import (
	"slices"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

const standInSign = " 🤖"

func StoodInText(w *text.Words, t *table.Table, seat engine.Seat) string {
	_, level, _ := t.Acting(seat).Computer()
	return w.Say("bot.stand_in.yours", "Level", level)
}

// StandInLine says who has a stand-in now, apart from some seats, "" if nobody has.
func StandInLine(w *text.Words, t *table.Table, without engine.SeatSet) string {
	seats := t.StoodIn() &^ without
	if seats == 0 {
		return ""
	}
	return w.Say("bot.table.standing_in", "Players", SeatList(w, t, seats))
}

// AssistedLine names the players of an ended game who had a stand-in, and says what follows, "" if
// nobody had.
func AssistedLine(w *text.Words, t *table.Table) string {
	if t.Assisted == 0 {
		return ""
	}
	return w.Say("bot.table.assisted", "Players", SeatList(w, t, t.Assisted))
}

// Actor returns the stand-in of a seat while one plays, else the player.
func Actor(t *table.Table, seat engine.Seat) table.Player {
	if t.Computers().Has(seat) {
		return table.Player{User: t.Acting(seat)}
	}
	return t.Player(seat)
}

// markedName returns a seat's name in bold, with a sign while a computer stands in.
func markedName(w *text.Words, t *table.Table, seat engine.Seat) string {
	name := "**" + Name(w, t.Player(seat)) + "**"
	if t.StoodIn().Has(seat) {
		name += standInSign
	}
	return name
}

// marked returns the table before a move, with a sign at the player's name if a stand-in made it.
func marked(before *table.Table, m table.Entry) *table.Table {
	seat := m.Move.Seat
	if !m.By.IsComputer() || seat == engine.Chance || before.Player(seat).IsComputer() {
		return before
	}
	t := *before
	t.Players = slices.Clone(t.Players)
	t.Players[seat-1].Name = strings.TrimPrefix(t.Player(seat).Name, you) + standInSign
	return &t
}

// aloneNews returns a line about stand-ins that ended because no person plays beside them, "" for
// none. named is the seat of an event, which ends for another reason.
func aloneNews(w *text.Words, before, after *table.Table, named engine.Seat) string {
	seats := before.StoodIn() &^ after.StoodIn() &^ engine.Seats(named) &^ after.Resigned
	if seats == 0 || after.Status != table.Running {
		return ""
	}
	return w.Say("bot.table.stand_ins_over", "Players", SeatList(w, after, seats))
}

func standInNews(w *text.Words, t *table.Table, e table.Event) string {
	_, level, _ := e.User.Computer()
	key := "bot.table.stood_in"
	if e.By == 0 {
		key = "bot.table.stood_in_late"
	}
	return w.Say(key, "Name", Name(w, t.Player(e.Seat)), "Level", level)
}
