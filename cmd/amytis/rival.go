package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"amytis/bot/play/choice"
	"amytis/engine"
	"amytis/engine/ai"
)

type choiceRequest struct {
	// Record is the game so far, with all that is hidden.
	Record *engine.Record `json:"record"`
	Seat   engine.Seat    `json:"seat"`
	Level  ai.Level       `json:"level"`
	Seed   uint64         `json:"seed"`
}

type choiceAnswer struct {
	Moves []string      `json:"moves"`
	Spent time.Duration `json:"spent"` // CPU time
}

// rival is another amytis that chooses moves.
type rival struct {
	process *exec.Cmd
	in      io.WriteCloser
	enc     *json.Encoder
	dec     *json.Decoder
}

// startRival starts the program at a path as a rival. An interrupt does not stop it; close does.
func startRival(path string, errs io.Writer) (*rival, error) {
	r := &rival{process: exec.Command(path, "arena", "--answer")}
	r.process.Stderr = errs
	var err error
	if r.in, err = r.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := r.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.enc, r.dec = json.NewEncoder(r.in), json.NewDecoder(out)
	return r, r.process.Start()
}

func (r *rival) close() error { return errors.Join(r.in.Close(), r.process.Wait()) }

// choose returns the rival's next steps for a seat of a match, and their CPU time.
func (r *rival) choose(m *match, seat engine.Seat, seed uint64) ([]engine.Move, time.Duration, error) {
	rec, err := engine.NewRecord(m.game, m.options, m.seats, m.setup, m.moves, m.state)
	if err != nil {
		return nil, 0, err
	}
	// The record of a running game hides what the rival needs to go on from it.
	rec.Setup = m.setup
	for i, move := range m.moves {
		rec.Moves[i] = string(m.game.AppendMove(nil, move))
	}
	ask := choiceRequest{Record: rec, Seat: seat, Level: m.levels[seat-1], Seed: seed}
	var answer choiceAnswer
	if err := errors.Join(r.enc.Encode(ask), r.dec.Decode(&answer)); err != nil {
		return nil, 0, fmt.Errorf("rival: %w", err)
	}
	moves, err := choice.ParseMoves(m.game, answer.Moves)
	if err != nil {
		return nil, 0, fmt.Errorf("rival: %w", err)
	}
	return moves, answer.Spent, nil
}

// answerChoices answers the requests of another arena until its input ends.
func answerChoices(ctx context.Context, std streams) error {
	players := map[string]*ai.Player{}
	dec, enc := json.NewDecoder(std.in), json.NewEncoder(std.out)
	for {
		var ask choiceRequest
		switch err := dec.Decode(&ask); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		g, err := findGame(ask.Record.Game)
		if err != nil {
			return err
		}
		s, err := ask.Record.Replay(g.Game, len(ask.Record.Moves))
		if err != nil {
			return err
		}
		p := players[ask.Record.Game]
		if p == nil {
			p = ai.NewPlayer(g.Game)
			players[ask.Record.Game] = p
		}
		began := processorTime()
		moves := p.Choose(s, ask.Seat, ask.Level, ask.Seed, func() bool { return ctx.Err() != nil })
		answer := choiceAnswer{Moves: make([]string, len(moves)), Spent: processorTime() - began}
		for i, move := range moves {
			answer.Moves[i] = string(g.AppendMove(nil, move))
		}
		if err := enc.Encode(answer); err != nil {
			return err
		}
	}
}
