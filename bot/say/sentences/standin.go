package sentences

import (
	"slices"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// standInSign marks a player who has a computer as a stand-in.
const standInSign = " 🤖"

// StandInText returns the line about the level of stand-ins: "Stand-in for players: computer of
// level 3". emphasis is as in TimeControlLine.
func StandInText(w *text.Words, level int, emphasis string) string {
	value := w.Say("bot.stand_in.none")
	if level != 0 {
		value = w.Say("bot.stand_in.level", "Level", level)
	}
	return w.Pair(w.Say("bot.stand_in.name"), emphasis+value+emphasis)
}

// StoodInText tells a player that a computer plays, and how to come back.
func StoodInText(w *text.Words, t *table.Table, seat engine.Seat) string {
	_, level, _ := t.Acting(seat).Computer()
	return w.Say("bot.stand_in.yours", "Level", level)
}

// StandInLine returns who has a stand-in now, "" if nobody has. It leaves out some seats.
func StandInLine(w *text.Words, t *table.Table, without engine.SeatSet) string {
	seats := t.StoodIn() &^ without
	if seats == 0 {
		return ""
	}
	return w.Say("bot.table.standing_in", "Players", w.List(SeatNames(w, t, seats.Ref()[1:])))
}

// AssistedLine returns a line that names the players of an ended game who had a stand-in, and says
// what follows from it. It returns "" if there is nobody.
func AssistedLine(w *text.Words, t *table.Table) string {
	if t.Assisted == 0 {
		return ""
	}
	return w.Say("bot.table.assisted", "Players", w.List(SeatNames(w, t, t.Assisted.Ref()[1:])))
}

// Actor returns who plays a seat as a player: the stand-in as long as one plays, else the player.
func Actor(t *table.Table, seat engine.Seat) table.Player {
	if t.Computers().Has(seat) {
		return table.Player{User: t.Acting(seat)}
	}
	return t.Player(seat)
}

// markedName returns a seat's name in bold for a list of scores, with a sign if a computer stands
// in.
func markedName(w *text.Words, t *table.Table, seat engine.Seat) string {
	name := "**" + Name(w, t.Player(seat)) + "**"
	if t.StoodIn().Has(seat) {
		name += standInSign
	}
	return name
}

// marked returns the table before a move, with a sign behind the player's name if a stand-in made
// the move.
func marked(before *table.Table, m table.Entry) *table.Table {
	seat := m.Move.Seat
	if !m.By.IsComputer() || seat == engine.Chance || before.Player(seat).IsComputer() {
		return before
	}
	t := *before
	t.Players = slices.Clone(t.Players)
	t.Players[seat-1].Name += standInSign
	return &t
}

// aloneNews returns a line about the stand-ins that have ended between two tables since no person
// plays beside them, "" if none has. Those of seats that an event names end for another reason.
func aloneNews(w *text.Words, before, after *table.Table, named engine.Seat) string {
	seats := before.StoodIn() &^ after.StoodIn() &^ engine.Seats(named) &^ after.Resigned
	if seats == 0 || after.Status != table.Running {
		return ""
	}
	return w.Say("bot.table.stand_ins_over", "Players", w.List(SeatNames(w, after, seats.Ref()[1:])))
}

// standInNews returns the line of an event by which a computer stands in.
func standInNews(w *text.Words, t *table.Table, e table.Event) string {
	_, level, _ := e.User.Computer()
	key := "bot.table.stood_in"
	if e.By == 0 {
		key = "bot.table.stood_in_late"
	}
	return w.Say(key, "Name", Name(w, t.Player(e.Seat)), "Level", level)
}
