package table

import (
	"fmt"
	"slices"

	"amytis/engine"
)

// Rematch returns the events that open the next table for the players of an ended game, without
// former ones. The second player of the last game begins.
func (t *Table) Rematch(host UserID, at int64) []Event {
	next := slices.Concat(t.Players[1:], t.Players[:1])
	next = slices.DeleteFunc(next, Player.IsFormer)
	return t.open(next, host, at)
}

// open returns the events that open a table like this one for players in seat order, among them the
// host. Those without a user and former ones do not join.
func (t *Table) open(players []Player, host UserID, at int64) []Event {
	events := []Event{OpenLobby(t.Game.Info(), Player{User: host}, t.Options, t.Limit, at).
		WithReserve(t.Reserve).WithHints(t.Hints).WithStandIns(t.StandInLevel)}
	for _, p := range players {
		events[0].Order = append(events[0].Order, p.User)
		if p.User == 0 || p.IsFormer() {
			continue
		}
		switch {
		case p.User == host:
			events[0].Name = p.Name
		case p.IsComputer():
			events = append(events, AddComputer(p, host, at))
		default:
			events = append(events, Join(p, at))
		}
	}
	return events
}

// Seating returns the players in the seat order of a game that starts now: the order of the
// opening, later ones last, or a random first player, the others in order of joining (gardens.md,
// set-up 4).
func (t *Table) Seating(r engine.Rand) []Player {
	if t.Order == nil {
		first := r.IntN(len(t.Players))
		return slices.Concat(t.Players[first:], t.Players[:first])
	}
	seating := slices.Clone(t.Players)
	order := t.seats()
	slices.SortStableFunc(seating, func(a, b Player) int {
		return orderIndex(order, a.User) - orderIndex(order, b.User)
	})
	return seating
}

// orderIndex returns a user's place in the order that the opening gave, or the end of it.
func orderIndex(order []UserID, user UserID) int {
	if i := slices.Index(order, user); i >= 0 {
		return i
	}
	return len(order)
}

// Stronger returns an ended table with every computer one level stronger, for a rematch, nil unless
// a person has won and a computer can be stronger.
func (t *Table) Stronger() *Table {
	if t.Status != Ended {
		return nil
	}
	next := *t
	more := false
	next.Players = slices.Clone(t.Players)
	for i, p := range t.Players {
		if nth, level, is := p.User.Computer(); is && level < engine.ComputerLevels {
			next.Players[i].User = ComputerID(nth, level+1)
			more = true
		}
	}
	if r, _ := t.State.Result(); !more || t.Player(r.Winners[0]).IsComputer() {
		return nil
	}
	return &next
}

// A fork is a table with the deal of an ended one, and perhaps its first moves, which are given:
// nothing undoes or counts them.

// ForkOf returns the events that open a fork of this ended table, whose ID is id, after the moves
// given. players are in seat order, among them the host; seats without a user are free.
func (t *Table) ForkOf(id ID, players []Player, given []engine.Move, host UserID, at int64) []Event {
	events := t.open(players, host, at)
	e := &events[0]
	e.Fork, e.From, e.Setup = id, t.End, t.Setup
	for _, m := range given {
		e.Given = append(e.Given, string(t.Game.AppendMove(nil, m)))
	}
	for _, p := range t.Players {
		e.Attrs = append(e.Attrs, p.Attr)
	}
	return events
}

// Seats returns the fewest and the most players of the table, in a fork of its deal.
func (t *Table) Seats() (fewest, most int) {
	if t.dealt != nil && len(t.dealt.Attrs) > 0 {
		return len(t.dealt.Attrs), len(t.dealt.Attrs)
	}
	return t.Game.Info().MinSeats, t.Game.Info().MaxSeats
}

// ForkEnd returns when the ended table of a fork ended, in Unix milliseconds, 0 for other tables.
func (t *Table) ForkEnd() int64 {
	if t.dealt == nil {
		return 0
	}
	return t.dealt.From
}

// seats returns Order. In a fork, those who are not in it have the first free seats.
func (t *Table) seats() []UserID {
	if t.Fork == 0 {
		return t.Order
	}
	order := slices.Clone(t.Order)
	for _, p := range t.Players {
		free := slices.IndexFunc(order, func(user UserID) bool { return t.index(user) < 0 })
		if free >= 0 && !slices.Contains(order, p.User) {
			order[free] = p.User
		}
	}
	return order
}

// Given returns how many of Moves were given, in a lobby how many will be.
func (t *Table) Given() int {
	if t.Status == Lobby && t.dealt != nil {
		return len(t.dealt.Given)
	}
	n := slices.IndexFunc(t.Moves, func(e Entry) bool { return !e.Given })
	if n < 0 {
		return len(t.Moves)
	}
	return n
}

// Dealt reports whether a move of the set-up was made by chance, or given: nobody has played it.
func (t *Table) Dealt(e Entry) bool {
	return (e.Auto || e.Given) && t.Game.Info().VerbInfo(e.Move.Verb).SetUp
}

// begin begins the game at the position after the given moves of a start.
func (t *Table) begin(e Event) error {
	for i, text := range e.Given {
		m, err := t.Game.ParseMove(text)
		if err != nil {
			return &engine.MoveError{Number: i + 1, Move: text, Err: err}
		}
		if m.Verb == engine.Resign {
			t.Resigned |= engine.Seats(m.Seat)
		}
		t.Moves = append(t.Moves, Entry{Move: m, At: e.At, Version: t.Version, Given: true})
	}
	s, played, err := t.Game.Replay(t.Options, t.SeatInfos(), t.Setup, moves(t.Moves))
	switch {
	case engine.RefusalCode(err) != "":
		err = &engine.MoveError{Number: played + 1, Move: e.Given[played], Err: err}
	case err == nil && len(e.Given) > 0 && !engine.MayBegin(s):
		err = fmt.Errorf("no game can begin after the given moves: %w", engine.Refuse(RefusedLog, ""))
	}
	t.State = s
	return err
}
