// Package challenge gives servers a puzzle a day: the position of an ended game in which a turn was
// weak. It finds or makes the next puzzle before it is due, and writes the messages.
package challenge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"amytis/bot/background/giveway"
	"amytis/bot/background/news"
	"amytis/bot/background/reviewqueue"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
)

const (
	ahead = time.Hour // how long before its hour a puzzle is looked for
	// maxResults is how many of the latest games are looked at for a puzzle, and maxTries how many
	// games of computers are played for one at once.
	maxResults          = 200
	maxTries            = 5
	level      ai.Level = 3 // of the computers: stronger ones make too few mistakes
)

// Worker looks for puzzles while Run runs. A worker of news tells servers of them.
type Worker struct {
	news.Options
	wanted chan want
}

// want asks for the puzzle of a server for a day.
type want struct {
	guild table.GuildID
	day   string
}

// New returns a worker whose puzzles n tells before its other news, the last one's answer first.
func New(n *news.Worker) *Worker {
	w := &Worker{Options: n.Options, wanted: make(chan want, 1)}
	n.Sources = append([]news.Source{
		w.source("answer", func(c store.Challenge) *store.Puzzle { return c.Last }, w.answer),
		w.source("challenge", func(c store.Challenge) *store.Puzzle { return c.Now }, w.puzzle),
	}, n.Sources...)
	return w
}

// Run looks for puzzles until the context ends, with pauses while busy reports that people wait.
func (w *Worker) Run(ctx context.Context, busy func() bool) {
	for {
		select {
		case <-ctx.Done():
			return
		case next := <-w.wanted:
			err := giveway.Guard(func() error { return w.prepare(ctx, next, giveway.Stop(ctx, busy, new(time.Duration))) })
			if err != nil && ctx.Err() == nil {
				w.Log.Error("looking for the challenge of the day", slog.Any("guild", next.guild), slog.Any("err", err))
			}
		}
	}
}

func (w *Worker) prepare(ctx context.Context, next want, stop func() bool) error {
	settings, err := w.Store.Settings(ctx, next.guild)
	if c := settings.Challenge; err != nil || c.Channel == 0 || c.Next != nil {
		return err
	}
	h := fnv.New64a()
	fmt.Fprint(h, next.guild, next.day)
	r := rand.New(rand.NewPCG(h.Sum64(), 1))
	p, err := w.fromOwnGames(ctx, next.guild, &settings.Challenge, r, stop)
	for try := 0; err == nil && p == nil && try < maxTries; try++ {
		p, err = fromComputerGame(ctx, &settings.Challenge, r, stop)
	}
	if err != nil || p == nil || ctx.Err() != nil { // what was found when the program stops is not the best
		return err
	}
	return w.Store.ChangeSettings(ctx, next.guild, func(s *store.Settings) error {
		if s.Challenge.Next == nil {
			s.Challenge.Next = p
		}
		return nil
	})
}

// fromOwnGames returns a puzzle from the server's reviewed games without private people, or nil.
func (w *Worker) fromOwnGames(
	ctx context.Context, guild table.GuildID, c *store.Challenge, r *rand.Rand, stop func() bool,
) (*store.Puzzle, error) {
	results, err := w.Store.Results(ctx, guild, maxResults)
	r.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
	for _, result := range results {
		found, err := reviewqueue.Stored(ctx, w.Store, result.Table)
		private := slices.ContainsFunc(result.People(), func(s store.Standing) bool {
			p, failed := w.Store.Preferences(ctx, s.User)
			err = errors.Join(err, failed)
			return p.Private
		})
		if err != nil {
			return nil, err
		}
		if found == nil || private {
			continue
		}
		s, err := w.Tables.Load(ctx, result.Table)
		if err != nil || s.Table.Status != table.Ended || s.Table.Rules != s.Table.Game.Info().RulesVersion {
			continue // it is damaged, or older than the rules
		}
		rec, err := s.Table.Record()
		if err != nil {
			continue
		}
		if p := unusedPuzzle(c, s.Table.Game, rec, uint64(s.ID), found, stop); p != nil {
			return p, nil
		}
	}
	return nil, err
}

// unusedPuzzle returns a puzzle from an unused key moment of a review, nil for none.
func unusedPuzzle(
	c *store.Challenge, g engine.Game, rec *engine.Record, seed uint64, found *review.Review, stop func() bool,
) *store.Puzzle {
	for _, key := range found.Key {
		turn := &found.Turns[key]
		if slices.Contains(c.Used, markOf(seed, turn.At)) {
			continue
		}
		if p, err := newPuzzle(g, rec, seed, turn, stop); err == nil {
			return p
		}
	}
	return nil
}

// fromComputerGame plays a game between computers, and returns a puzzle from it, nil for none.
func fromComputerGame(ctx context.Context, c *store.Challenge, r *rand.Rand, stop func() bool) (*store.Puzzle, error) {
	g := games.All[r.IntN(len(games.All))]
	rec, err := play(ctx, g, r, stop)
	if err != nil {
		return nil, err
	}
	seed := r.Uint64() >> 3 // an ID that no copy of a table has; see interaction.Request.Enter
	found, err := review.Game(ctx, g, rec, review.Options{Seed: seed, Stop: stop})
	if err != nil {
		return nil, err
	}
	return unusedPuzzle(c, g, rec, seed, found, stop), nil
}

// play returns the record of a game between as few computers as it takes.
func play(ctx context.Context, g engine.Game, r *rand.Rand, stop func() bool) (*engine.Record, error) {
	seats := make([]engine.SeatInfo, g.Info().MinSeats)
	setup := g.Deal(nil, seats, r)
	s, err := g.Start(nil, seats, setup)
	player := ai.NewPlayer(g)
	var moves []engine.Move
	for err == nil && s.Turn() != 0 {
		turn := s.Turn().Slice()
		var next []engine.Move
		if seat := turn[r.IntN(len(turn))]; seat == engine.Chance {
			next = append(next, s.Chance(r))
		} else {
			next = player.Choose(s, seat, level, r.Uint64(), stop)
		}
		if ctx.Err() != nil || len(next) == 0 || len(moves) >= engine.MaxRecordMoves {
			return nil, cmp.Or(ctx.Err(), errUnfit)
		}
		for _, m := range next {
			if s, err = s.Apply(m); err != nil {
				break
			}
			moves = append(moves, m)
		}
	}
	if err != nil {
		return nil, err
	}
	return engine.NewRecord(g, nil, seats, setup, moves, s)
}
