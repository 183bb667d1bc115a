package challenge

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
)

var errUnfit = errors.New("challenge: the turn is no puzzle")

// newPuzzle makes a puzzle of a turn that a review found weak, if the measure of a solver agrees.
func newPuzzle(g engine.Game, rec *engine.Record, seed uint64, t *review.Turn, stop func() bool) (*store.Puzzle, error) {
	if len(t.Better) == 0 || t.At <= rec.FirstPlayed()-1 {
		return nil, errUnfit
	}
	first := *rec
	first.Moves = rec.Moves[: t.At-1 : t.At-1]
	first.Result, first.Seats = nil, nil
	for _, seat := range rec.Seats {
		fields := map[string]any{"name": ""}
		for _, attr := range g.Info().SeatAttrs {
			fields[attr.Name] = seat[attr.Name]
		}
		first.Seats = append(first.Seats, fields)
	}
	p := &store.Puzzle{
		Mark: markOf(seed, t.At), Record: &first, Total: len(rec.Moves), Seat: t.Seat, Best: t.Better, Seed: seed,
	}
	s, err := first.Replay(g, len(first.Moves))
	if err != nil {
		return nil, err
	}
	if s.Pace().Live {
		return nil, errUnfit
	}
	o := review.Options{Seed: seed, Stop: stop}
	played, err := choice.ParseMoves(g, rec.Moves[t.At-1:])
	if err != nil {
		return nil, err
	}
	then, ended := review.Judge(g, s, played, t.At, p.Total, o)
	p.Lost = then.Lost()
	if !ended || Stars(p, then) == MaxStars {
		return nil, errUnfit
	}
	for range maxImproved {
		best, err := choice.ParseMoves(g, p.Best)
		if err != nil {
			return nil, err
		}
		is, ends := review.Judge(g, s, best, t.At, p.Total, o)
		switch {
		case !ends:
			return nil, errUnfit
		case Stars(p, is) == MaxStars:
			return p, nil
		}
		p.Best = slices.Concat(p.Best[:is.At-t.At], is.Better)
	}
	return nil, errUnfit
}

// maxImproved is how often the best turn is improved. What it reveals on its way may show more.
const maxImproved = 4

const markLen = 5

// markOf returns the mark of a position: move number at of the game that a seed names.
func markOf(seed uint64, at int) string {
	h := fnv.New64a()
	fmt.Fprint(h, seed, at)
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(nil, h.Sum64()))[:markLen]
}

// aboutEqual is the largest difference between turns that count as equal, in hundredths of a point.
const aboutEqual = 50

// Stars returns what a turn that was judged for a puzzle is worth: all stars if it is about as good
// as the best, none if it gives away as much as the turn that was played.
func Stars(p *store.Puzzle, t review.Turn) int {
	switch lost := t.Lost(); {
	case t.Gain <= aboutEqual:
		return MaxStars
	case lost < p.Lost/3:
		return 2
	case lost < p.Lost:
		return 1
	}
	return 0
}

// Judge values a turn for a puzzle at t, in a tenth of a second. ended is false if it goes on.
func Judge(p *store.Puzzle, t *table.Table, moves []engine.Move, stop func() bool) (stars, behind int, ended bool) {
	turn, ended := review.Judge(t.Game, t.State, moves, len(t.Moves)+1, p.Total, review.Options{Seed: p.Seed, Stop: stop})
	return Stars(p, turn), turn.Gain, ended
}

// Table returns a puzzle's position. The players have their seats' names, and numbers as IDs.
func Table(w *text.Words, p *store.Puzzle) (*table.Table, error) {
	g, found := games.Find(p.Record.Game)
	if !found {
		return nil, fmt.Errorf("challenge: no game %q", p.Record.Game)
	}
	o, err := p.Record.Opening(g)
	if err != nil {
		return nil, err
	}
	const at = 1 // all times are the same: buttons know the copy by its log
	var players []table.Player
	for i, seat := range o.Seats {
		name := seatName(w, g.Info(), i+1, seat.Attr)
		players = append(players, table.Player{User: table.UserID(i + 1), Name: name, Attr: seat.Attr})
	}
	log, err := g.Log(table.Begin(g.Info(), players, o.Options, p.Record.Setup, at), players, p.Record.Moves, at)
	if err != nil {
		return nil, err
	}
	return table.Load(games.Rules, log)
}

// seatName returns the game's word for a seat, such as its flower, else its number.
func seatName(w *text.Words, in *engine.Info, number int, attr string) string {
	if len(in.SeatAttrs) == 0 {
		return w.Say("bot.anonymous", "Number", number)
	}
	return text.Capital(w.T(in.ID+"."+in.SeatAttrs[0].Name+"."+attr, nil))
}

// MonthOf returns the month of a day, such as "2026-11".
func MonthOf(day string) string { return day[:min(len(day), len("2026-11"))] }

const (
	MaxStars = 3 // for a turn that is as good as the best
	yearLen  = 366
)

// BeginDay makes the next puzzle the one of a day. It forgets scores that no later message shows.
func BeginDay(c *store.Challenge, day string) {
	next := *c.Next
	next.Day = day
	c.Last, c.Now, c.Next = c.Now, &next, nil
	c.Used = append(c.Used, next.Mark)
	c.Used = c.Used[max(0, len(c.Used)-yearLen):]
	c.Scores = slices.DeleteFunc(c.Scores, func(s store.ChallengeScore) bool {
		return MonthOf(s.Day) != MonthOf(day) && (c.Last == nil || MonthOf(s.Day) != MonthOf(c.Last.Day))
	})
}

// SolveOf returns what a user has submitted for the puzzle, which may be nil.
func SolveOf(p *store.Puzzle, user table.UserID) (s store.Solve, found bool) {
	if p == nil {
		return store.Solve{}, false
	}
	i := slices.IndexFunc(p.Solves, func(s store.Solve) bool { return s.User == user })
	if i < 0 {
		return store.Solve{}, false
	}
	return p.Solves[i], true
}

// Submit counts a turn for the present puzzle, unless its user has already submitted one.
func Submit(c *store.Challenge, s store.Solve) (counted bool) {
	if _, found := SolveOf(c.Now, s.User); found {
		return false
	}
	c.Now.Solves = append(c.Now.Solves, s)
	if s.Known {
		return true
	}
	i := slices.IndexFunc(c.Scores, func(old store.ChallengeScore) bool { return old.User == s.User })
	if i < 0 {
		i = len(c.Scores)
		c.Scores = append(c.Scores, store.ChallengeScore{User: s.User})
	}
	score := &c.Scores[i]
	if MonthOf(score.Day) != MonthOf(c.Now.Day) {
		score.Stars, score.Days = 0, 0
	}
	if c.Last == nil || score.Day != c.Last.Day || s.Stars == 0 {
		score.Streak = 0
	}
	if s.Stars > 0 {
		score.Streak++
	}
	score.Day = c.Now.Day
	score.Stars += s.Stars
	score.Days++
	return true
}
