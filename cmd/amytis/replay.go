package main

import (
	"errors"

	"amytis/bot/play/games"
	"amytis/bot/say/replay"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func film(w *text.Words, rec *engine.Record, g games.Entry) ([]byte, error) {
	t, err := tableOf(rec, g)
	if err != nil {
		return nil, err
	}
	r, err := replay.Of(t)
	if err != nil {
		return nil, err
	}
	p, err := r.Film(w)
	return p.GIF, err
}

// tableOf returns a table with the whole game of a record. Its players get made-up user IDs.
func tableOf(rec *engine.Record, g games.Entry) (*table.Table, error) {
	state, err := rec.Replay(g.Game, len(rec.Moves))
	if err != nil {
		return nil, err
	}
	opening, err := rec.Opening(g.Game)
	if err != nil {
		return nil, err
	}
	t := &table.Table{
		Game: g.Game, Status: table.Running, Options: opening.Options, Setup: rec.Setup, State: state,
	}
	if _, over := state.Result(); over {
		t.Status = table.Ended
	}
	for i, seat := range opening.Seats {
		t.Players = append(t.Players, table.Player{User: table.UserID(i + 1), Name: seat.Name, Attr: seat.Attr})
	}
	for i, text := range rec.Moves {
		m, err := g.ParseMove(text)
		if err != nil {
			return nil, errors.Join(errors.New("a move that was replayed cannot be read"), err)
		}
		t.Moves = append(t.Moves, table.Entry{Move: m, Given: i+1 < rec.FirstPlayed()})
	}
	return t, nil
}
