package tables

import (
	"cmp"
	"slices"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// The kinds of outbox entries.
const (
	PostLobby     = "lobby"    // posts or updates the lobby message
	PostTable     = "table"    // posts what happened, the picture, and whose turn it is
	FollowLive    = "live"     // updates the newest table message of a live game after each step
	EditTable     = "edit"     // PostTable for one person against computers, as an edit of the newest
	PostReminder  = "remind"   // tells a player that the time for the turn is nearly over
	PostCall      = "call"     // calls a player whose ping was held back when the turn began
	PostNext      = "next"     // tells a player that they are next
	PostSummary   = "summary"  // lists for a player all tables that wait for them, once a day
	PostExtension = "extend"   // tells that a player gets more time
	PostPause     = "pause"    // tells that a player's limit stands still, or runs again
	PostAsk       = "ask"      // asks the host of a lobby whether it stays open
	PostLost      = "lost"     // tells elsewhere of the end of a game whose channel is gone
	PostRestored  = "restored" // posts an open table anew after a backup was restored
	NoteThread    = "note"     // posts the message that a new game's thread starts from
	OpenThread    = "thread"   // opens that thread
	OpenPost      = "post"     // opens a post in the forum that is the Target, for a new game
	TagPost       = "tags"     // brings the tags of that post up to date
	StripButtons  = "strip"    // removes the buttons of a message that a newer one replaces
)

// announcementKind returns the kind of message that events need, "" for none yet. A turn is told
// when it ends, a computer's with a person's next turn; live steps and undone news at once. Where
// the bot sees nothing, it tells nothing.
func announcementKind(before, after *table.Table, events []table.Event) string {
	if after.Lost || after.Suspended() || len(events) == 1 && (events[0].Kind == table.HostAsked || events[0].Kind == table.KeptOpen) {
		return ""
	}
	if after.Status == table.Lobby || before != nil && before.Status == table.Lobby && after.Status != table.Running {
		return PostLobby
	}
	if before == nil || before.Status != after.Status || NewRound(before, after) || reseated(events) != 0 ||
		before.StoodIn() != after.StoodIn() || before.Suspended() {
		return PostTable
	}
	if begunLate(before, after, events) != 0 {
		return PostTable
	}
	if after.State != nil && after.State.Pace().Live {
		shown := []table.EventKind{table.Moved, table.Extended, table.Readied, table.Begun}
		if !slices.ContainsFunc(events, func(e table.Event) bool { return slices.Contains(shown, e.Kind) }) {
			return ""
		}
		return FollowLive
	}
	computers := after.Computers()
	people := after.Turn() &^ computers
	isNews := before.Turn()&^computers != people || takesBackOthers(before, events)
	for _, e := range events {
		isNews = isNews || e.Kind == table.Moved && ended(after, e.Move)&^computers != 0
	}
	switch {
	case !isNews || people == 0 && computers != 0:
		return ""
	case after.Solo():
		return EditTable
	}
	return PostTable
}

// takesBackOthers reports whether a player takes back what others have played since their move.
func takesBackOthers(before *table.Table, events []table.Event) bool {
	return len(events) > 0 && before.TakesBackOthers(events[0])
}

// notices returns the messages about time and a lost channel that events after version at need.
func notices(s *Loaded, at table.Version, events []table.Event) []store.Entry {
	var all []store.Entry
	for i, e := range events {
		m := store.Entry{
			Table: s.ID, Channel: s.Header.Channel, From: at + table.Version(i), Version: at + table.Version(i) + 1,
		}
		switch e.Kind {
		case table.Reminded:
			m.Kind = PostReminder
		case table.Called:
			m.Kind = PostCall
		case table.Extended:
			m.Kind = PostExtension
		case table.HostAsked:
			m.Kind = PostAsk
		case table.Paused:
			if i > 0 {
				continue // the message about the turn says so
			}
			m.Kind = PostPause
		case table.Aborted:
			if !s.Table.Lost || s.Header.Channel == 0 {
				continue
			}
			m.Kind, m.Channel = PostLost, cmp.Or(e.Channel, m.Channel)
		default:
			continue
		}
		all = append(all, m)
	}
	return all
}

func seatsOf(events []table.Event, kinds ...table.EventKind) engine.SeatSet {
	var seats engine.SeatSet
	for _, e := range events {
		if slices.Contains(kinds, e.Kind) {
			seats |= engine.Seats(e.Seat)
		}
	}
	return seats
}

// reseated returns the seats that another player, a stand-in or a returned player plays now.
func reseated(events []table.Event) engine.SeatSet {
	return seatsOf(events, table.Replaced, table.StoodIn, table.Returned)
}

// ended returns the seat whose turn a move in the record's notation ended. t is the table after it.
func ended(t *table.Table, move string) engine.SeatSet {
	m, err := t.Game.ParseMove(move)
	if err != nil {
		return 0
	}
	return t.Ended(m)
}

// seatsToCall returns the seats in turn that a message about events must call: those whose turn
// begins, or could only act beside another's before, or that somebody else plays now, such as the
// player of a stand-in that must not play alone; not one who has just returned. A new round calls
// all seats, a late one those that do not expect it.
func seatsToCall(before, after *table.Table, events []table.Event) engine.SeatSet {
	if NewRound(before, after) {
		return after.Turn()
	}
	if late := begunLate(before, after, events); late != 0 {
		return late
	}
	waiting := before.Turn() &^ reseated(events) &^ (before.Computers() &^ after.Computers())
	waiting |= before.Turn() & seatsOf(events, table.Returned)
	for _, e := range events {
		if e.Kind == table.Moved {
			waiting &^= ended(after, e.Move)
		}
	}
	for _, seat := range (waiting & after.Turn()).Slice() {
		if seat != engine.Chance && table.Skippable(after.State, seat) && !table.Skippable(before.State, seat) {
			waiting &^= engine.Seats(seat)
		}
	}
	return after.Turn() &^ waiting
}

// attentive is how long a player looks at the table after *Ready*, in milliseconds.
const attentive = 60_000

// NewRound reports whether a round has begun, or waits for its players, between two states.
func NewRound(before, after *table.Table) bool {
	return before.State != nil && after.State != nil && before.State.Pace().Since != after.State.Pace().Since
}

// begunLate returns who was ready or called over a minute before the round that begins with events.
func begunLate(before, after *table.Table, events []table.Event) engine.SeatSet {
	if !before.Round.Waiting || after.Round.Waiting || after.Status != table.Running {
		return 0
	}
	var late engine.SeatSet
	for _, seat := range (after.Turn() &^ after.Computers() &^ seatsOf(events, table.Readied)).Slice() {
		if after.Round.Since-before.Waits[seat].Since > attentive {
			late |= engine.Seats(seat)
		}
	}
	return late
}
