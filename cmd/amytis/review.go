package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"amytis/engine"
	"amytis/engine/review"
	"amytis/store/progress"
)

type reviewCommand struct {
	File string `arg:"" help:"File with the record of an ended game; - is standard input."`
	Seed uint64 `default:"1" help:"Seed of what the computer imagines. The same seed gives the same review." placeholder:"N"`
	JSON bool   `name:"json" help:"Print all turns as JSON."`
}

func (c *reviewCommand) Run(ctx context.Context, std streams) error {
	rec, g, err := readRecord(c.File, std.in)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	reviewing := progress.Begin(ctx, "reviewing", progress.Count(len(rec.Moves)))
	last := 0
	found, err := review.Game(ctx, g.Game, rec, review.Options{Seed: c.Seed, Progress: func(moves int) {
		reviewing.Add(int64(moves - last))
		last = moves
	}})
	if err != nil && ctx.Err() != nil {
		return errors.New("interrupted: the game is not reviewed")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.JSON {
		return json.NewEncoder(std.out).Encode(found)
	}
	_, err = fmt.Fprint(std.out, reviewText(rec, found))
	return err
}

func reviewText(rec *engine.Record, found *review.Review) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d players, %d moves, %d turns\n\n", rec.Game, len(rec.Seats), len(rec.Moves), len(found.Turns))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "seat\tname\tturns\taccuracy\tgiven away per turn")
	for i, seat := range rec.Seats {
		turns, lost := 0, 0.0
		for _, t := range found.Turns {
			if int(t.Seat) == i+1 {
				turns++
				lost += t.Lost()
			}
		}
		fmt.Fprintf(w, "%d\t%v\t%d\t%.1f\t%.1f %%\n", i+1, seat["name"], turns, found.Accuracy[i], lost/float64(max(1, turns)))
	}
	w.Flush()
	if len(found.Key) > 0 {
		b.WriteString("\nKey moments\n")
	}
	for _, i := range found.Key {
		t := found.Turns[i]
		fmt.Fprintf(&b, "moves %d to %d, seat %d: the chance to win fell from %.0f %% to %.0f %%\n", t.From, t.To, t.Seat, t.Before, t.After)
		fmt.Fprintf(&b, "  played: %s\n", strings.Join(playedMoves(rec, t), "; "))
		fmt.Fprintf(&b, "  better: %s\n", strings.Join(t.Better, "; "))
	}
	return b.String()
}

// playedMoves returns the moves of a turn, from the one that the better turn replaces.
func playedMoves(rec *engine.Record, t review.Turn) []string {
	var moves []string
	for _, line := range rec.Moves[t.At-1 : t.To] {
		if strings.HasPrefix(line, t.Seat.String()+" ") {
			moves = append(moves, line)
		}
	}
	return moves
}
