package bot

import (
	"slices"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// The kinds of outbox entries.
const (
	// postLobby posts the lobby message, or brings the one there is up to
	// date.
	postLobby = "lobby"
	// postTable posts a table message: what happened, the picture, who is next.
	postTable = "table"
	// followLive brings the newest table message up to date, in a game in which
	// each step is told as it is made.
	followLive = "live"
	// postReminder tells a player that the time is nearly over.
	postReminder = "remind"
	// postCall calls a player whose turn began in quiet hours.
	postCall = "call"
	// postExtension tells that a player gets more time.
	postExtension = "extend"
	// noteThread posts the note that a new game's thread hangs from; openThread
	// opens it.
	noteThread = "note"
	openThread = "thread"
	// stripButtons takes the buttons off a message that a newer one replaces.
	stripButtons = "strip"
)

// follow is everything that follows from events on a table: the commit, with
// the header that after gets by it.
func follow(before seen, after *seen, events []table.Event) store.Commit {
	t := after.table
	h := &after.header
	h.Status = status(t.Status)
	h.Players = h.Players[:0:0]
	for _, p := range t.Players {
		h.Players = append(h.Players, p.User)
	}
	c := store.Commit{Table: after.id, Events: events}
	if before.table != nil {
		c.Want = before.table.Version
	}
	c.Deadline = deadline(t.Demands(table.Always))
	if kind := announced(before.table, t, events); kind != "" {
		if kind != followLive {
			h.Tells = h.Announced
		}
		c.Outbox = []store.Message{{
			Table: after.id, Channel: h.Channel, Kind: kind, From: h.Tells, Version: t.Version,
		}}
		h.Announced = t.Version
	}
	c.Outbox = append(c.Outbox, notices(after, c.Want, events)...)
	if t.Status == table.Ended && before.table.Status != table.Ended {
		c.Result = result(after.id, h, t)
	}
	h.Version = t.Version
	c.Header = *h
	return c
}

func status(s table.Status) store.Status {
	switch s {
	case table.Lobby:
		return store.Lobby
	case table.Running:
		return store.Running
	case table.Ended:
		return store.Ended
	}
	return store.Aborted
}

// announced is the kind of message that events call for, "" for none yet:
// steps within a turn are told when it ends, but for those of a live game.
func announced(before, after *table.Table, events []table.Event) string {
	if after.Lost {
		return ""
	}
	if before == nil || (before.Status == table.Lobby && after.Status != table.Running) {
		return postLobby
	}
	if before.Status != after.Status || newRound(before, after) || replaced(events) != 0 {
		return postTable
	}
	if after.State != nil && after.State.Pace().Live {
		return live(events)
	}
	if before.Turn() != after.Turn() {
		return postTable
	}
	for _, e := range events {
		if e.Kind == table.Moved && ends(after, e.Move) {
			return postTable
		}
	}
	return ""
}

// live is the kind of message that events of a live game call for: each step is told,
// and until when a limit runs.
func live(events []table.Event) string {
	if slices.ContainsFunc(events, func(e table.Event) bool { return e.Kind == table.Moved || e.Kind == table.Extended }) {
		return followLive
	}
	return ""
}

// notices are the messages about somebody's time that events after a version call
// for.
func notices(s *seen, at table.Version, events []table.Event) []store.Message {
	var all []store.Message
	for i, e := range events {
		m := store.Message{Table: s.id, Channel: s.header.Channel, From: at + table.Version(i), Version: at + table.Version(i) + 1}
		switch e.Kind {
		case table.Reminded:
			m.Kind = postReminder
		case table.Called:
			m.Kind = postCall
		case table.Extended:
			m.Kind = postExtension
		default:
			continue
		}
		all = append(all, m)
	}
	return all
}

// newRound reports whether a round of a game played in such has begun.
func newRound(before, after *table.Table) bool {
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

// result is what the leaderboard needs of an ended game.
func result(id table.ID, h *store.Header, t *table.Table) *store.Result {
	r := &store.Result{Table: id, Guild: h.Guild, Game: h.Game, At: t.End}
	for _, s := range t.Standings() {
		r.Standings = append(r.Standings, store.Standing{User: s.User, Rank: s.Rank, Score: s.Score})
	}
	return r
}

// called is the set of seats that a message about events calls to act: those
// that were not in turn before, or whose turn ended and came again, or in which
// others sit now; everybody when a round begins.
func called(before, after *table.Table, events []table.Event) engine.SeatSet {
	if newRound(before, after) {
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
