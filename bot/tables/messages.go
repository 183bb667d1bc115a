package tables

import (
	"slices"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// The kinds of outbox entries.
const (
	// PostLobby posts the lobby message, or brings the one there is up to date.
	PostLobby = "lobby"
	// PostTable posts a table message: what happened, the picture, who is next.
	PostTable = "table"
	// FollowLive brings the newest table message up to date, in a game in which each step is told
	// as it is made.
	FollowLive = "live"
	// PostReminder tells a player that the time is nearly over.
	PostReminder = "remind"
	// PostCall calls a player whose turn began in quiet hours.
	PostCall = "call"
	// PostExtension tells that a player gets more time.
	PostExtension = "extend"
	// NoteThread posts the note that a new game's thread hangs from; openThread opens it.
	NoteThread = "note"
	OpenThread = "thread"
	// StripButtons takes the buttons off a message that a newer one replaces.
	StripButtons = "strip"
)

// announcedBy is the kind of message that events call for, "" for none yet: steps within a turn are
// told when it ends, but for those of a live game.
func announcedBy(before, after *table.Table, events []table.Event) string {
	if after.Lost {
		return ""
	}
	if before == nil || (before.Status == table.Lobby && after.Status != table.Running) {
		return PostLobby
	}
	if before.Status != after.Status || NewRound(before, after) || replaced(events) != 0 {
		return PostTable
	}
	if after.State != nil && after.State.Pace().Live {
		return live(events)
	}
	if before.Turn() != after.Turn() {
		return PostTable
	}
	for _, e := range events {
		if e.Kind == table.Moved && ends(after, e.Move) {
			return PostTable
		}
	}
	return ""
}

// live is the kind of message that events of a live game call for: each step is told, and until
// when a limit runs.
func live(events []table.Event) string {
	told := func(e table.Event) bool { return e.Kind == table.Moved || e.Kind == table.Extended }
	if slices.ContainsFunc(events, told) {
		return FollowLive
	}
	return ""
}

// notices are the messages about somebody's time that events after a version call for.
func notices(s *Loaded, at table.Version, events []table.Event) []store.Message {
	var all []store.Message
	for i, e := range events {
		m := store.Message{
			Table: s.ID, Channel: s.Header.Channel, From: at + table.Version(i), Version: at + table.Version(i) + 1,
		}
		switch e.Kind {
		case table.Reminded:
			m.Kind = PostReminder
		case table.Called:
			m.Kind = PostCall
		case table.Extended:
			m.Kind = PostExtension
		default:
			continue
		}
		all = append(all, m)
	}
	return all
}

// NewRound reports whether a round of a game played in such has begun.
func NewRound(before, after *table.Table) bool {
	return before.State != nil && after.State != nil && before.State.Pace().Since != after.State.Pace().Since
}

// replaced is the set of seats in which others sit after events.
func replaced(events []table.Event) engine.SeatSet {
	var seats engine.SeatSet
	for _, e := range events {
		if e.Kind == table.Replaced {
			seats |= engine.Seats(e.Seat)
		}
	}
	return seats
}

func ends(t *table.Table, move string) bool {
	m, err := t.Game.ParseMove(move)
	return err == nil && t.Ended(m) != 0
}

// Called is the set of seats that a message about events calls to act: those that were not in turn
// before, or whose turn ended and came again, or in which others sit now; everybody when a round
// begins.
func Called(before, after *table.Table, events []table.Event) engine.SeatSet {
	if NewRound(before, after) {
		return after.Turn()
	}
	waiting := before.Turn() &^ replaced(events)
	for _, e := range events {
		if e.Kind != table.Moved {
			continue
		}
		if m, err := after.Game.ParseMove(e.Move); err == nil {
			waiting &^= after.Ended(m)
		}
	}
	return after.Turn() &^ waiting
}
