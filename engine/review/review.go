// Package review looks at every turn of an ended game with a strong computer player. It tells how
// likely each player was to win before and after the turn, what the turn gave away, and what would
// have been better, given what its player knew then. Positions are valued with all that is hidden.
//
// # Chances
//
// They depend on what a position is worth, and on Swing and Tempo of [engine.Tuning], which make
// the results of 2,000 games each of computers of mixed levels 1 to 5 (1 to 4 in the quick game of
// Tower Builders) likeliest, rounded to suit games between equals and of more players too. The
// program that fitted them is fit_test.go of this folder, in the commit before 9617e4b4. Below are
// the Brier scores of all seats by thirds of 600 other games, the score of equal chances, and how
// far the first seat's chance moves from turn to turn in games between equals, in percent:
//
//	         mixed levels         between equals       equal chances  moves
//	gardens  0.229  0.186  0.115  0.250  0.229  0.146  0.250          6.9
//	babel    0.235  0.194  0.117  0.245  0.228  0.157  0.245          9.0
//	towers   0.207  0.183  0.167  0.223  0.220  0.215  0.222          6.5
//	quick    0.220  0.195  0.138  0.223  0.198  0.153  0.222          1.4
//
// # Accuracy
//
// It is about the moves that are made, not about who was too slow in a live game. Each game has its
// Slip (see [engine.Tuning]), chosen from 75 to 220 seats of each level so that level 3 gets 65 to
// 85, and random play at most 40. A single game says less: level 3 differs by about 20. Below is
// the mean of seats in other games, where levels 0 (at random), 3 and 5 played each other:
//
//	                  level 0  level 3  level 5  seats of each
//	gardens                 7       80       99     40
//	gardens together        8       79       99     30
//	babel                   5       81       99     40
//	towers                 31       71       99     60
//	quick                  19       81       95     27
package review

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"amytis/engine"
	"amytis/engine/ai"
)

// Turn is a turn of a game. In a live game it is a single move.
type Turn struct {
	Seat engine.Seat `json:"seat"`
	// From and To are the numbers of its first and last move in the record, from 1. Moves of others
	// may stand between them.
	From int `json:"from"`
	To   int `json:"to"`
	// Before and After are the seat's chances to win in percent, with the best turn found and with
	// the one played. After is at most Before.
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	// Chances are every seat's chances after the turn, in percent, in seat order.
	Chances []float64 `json:"chances"`
	// Better are the moves of a better turn in the notation, nil without one, instead of move At.
	Better []string `json:"better,omitempty"`
	At     int      `json:"at,omitempty"`
	// Gain is how much more the seat would lead by better moves, in hundredths of a point, about
	// engine.WinWorth where they decide the game.
	Gain int `json:"gain,omitempty"`
}

// Lost returns what the turn gave away of the chance to win, in percent.
func (t *Turn) Lost() float64 { return t.Before - t.After }

// Review is what was found about a game.
type Review struct {
	// Turns are in the order of their last moves, without what cannot be judged: given moves,
	// chance, the set-up, skips by the clock and resignations.
	Turns []Turn `json:"turns"`
	// Accuracy is by seat, from 0 to 100, 0 for a seat without turns.
	Accuracy []float64 `json:"accuracy"`
	// Key are the indices in Turns of the turns that gave away most, at most MaxKey, in order.
	Key []int `json:"key"`
}

// MaxKey is the highest number of key moments of a game.
const MaxKey = 3

// keyLoss is what a key moment gave away at least, in percent.
const keyLoss = 2

// Algorithm counts up whenever the same record and seed could give another review.
const Algorithm = 4

type Options struct {
	// Seed decides what the computer imagines.
	Seed uint64
	// Stop is called often while the computer thinks, and may pause. Where it returns true, the
	// computer stops thinking about the turn. Nil never stops.
	Stop func() bool
	// Progress is called with the number of moves that are reviewed, after each; nil is for nobody.
	Progress func(moves int)
}

// Game reviews a game from its record. It fails if ctx does or the record cannot be replayed.
func Game(ctx context.Context, g engine.Game, rec *engine.Record, o Options) (*Review, error) {
	if rec.Result == nil {
		return nil, fmt.Errorf("review: the game has not ended: %w", engine.ErrRunning)
	}
	s, err := rec.Replay(g, 0)
	if err != nil {
		return nil, err
	}
	seats := len(s.Scores())
	w := &watch{
		stop: func() bool { return ctx.Err() != nil || o.Stop != nil && o.Stop() },
		game: g, player: ai.NewPlayer(g),
		seed: o.Seed, seats: seats, moves: len(rec.Moves), open: make([]openTurn, seats+1),
	}
	for i, line := range rec.Moves {
		m, err := g.ParseMove(line)
		if err != nil {
			return nil, fmt.Errorf("review: move %d: %w", i+1, err)
		}
		next, err := s.Apply(m)
		if err != nil {
			return nil, fmt.Errorf("review: move %d: %w", i+1, err)
		}
		if i+1 >= rec.FirstPlayed() {
			w.move(i+1, s, m, next)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if o.Progress != nil {
			o.Progress(i + 1)
		}
		s = next
	}
	return w.review(slipOf(g.Tuning(), s.Pace().Live)), nil
}

type watch struct {
	stop   func() bool
	game   engine.Game
	player *ai.Player
	seed   uint64
	seats  int
	moves  int
	open   []openTurn // by seat
	turns  []Turn
}

type openTurn struct {
	from int
	// steps are the moves since something was last revealed, at the position before them.
	steps []engine.Move
	at    int
	state engine.State
	// gain is what better steps would have gained so far, and better are those that gain most.
	gain, most int
	better     []string
	betterAt   int
}

func (w *watch) move(number int, s engine.State, m engine.Move, next engine.State) {
	switch {
	case m.Verb == engine.Skip:
		w.open[m.Args[0]] = openTurn{}
		return
	case m.Verb == engine.Resign:
		w.open[m.Seat] = openTurn{}
		return
	case m.Seat == engine.Chance || w.game.Info().VerbInfo(m.Verb).SetUp:
		return
	}
	o := &w.open[m.Seat]
	if o.from == 0 {
		o.from = number
	}
	if len(o.steps) == 0 {
		o.state, o.at = s, number
	}
	o.steps = append(o.steps, m)
	ends := endsTurn(w.game, s, m, next)
	if w.game.Info().VerbInfo(m.Verb).Final || ends {
		w.weigh(o, s.Pace().Live)
	}
	if ends {
		w.turns = append(w.turns, w.close(number, m.Seat, o, next))
		*o = openTurn{}
	}
}

// endsTurn reports whether a move ends a turn. s and next are the positions before and after it.
func endsTurn(g engine.Game, s engine.State, m engine.Move, next engine.State) bool {
	return g.Info().VerbInfo(m.Verb).Ends || s.Pace().Live ||
		!next.Turn().Has(m.Seat) && !next.Turn().Has(engine.Chance)
}

// FirstTurn plays moves until the seat of the first one has ended its turn. It returns how many
// moves that takes, and the position after them; n is 0 if the turn does not end.
func FirstTurn(g engine.Game, s engine.State, moves []engine.Move) (n int, after engine.State) {
	for i, m := range moves {
		seat := moves[0].Seat
		next, err := s.Apply(m)
		leaves := m.Verb == engine.Resign && m.Seat == seat || m.Verb == engine.Skip && engine.Seat(m.Args[0]) == seat
		if err != nil || leaves || seat == engine.Chance {
			return 0, nil
		}
		if m.Seat == seat && endsTurn(g, s, m, next) {
			return i + 1, next
		}
		s = next
	}
	return 0, nil
}

// Judge looks at the turn that moves begin at s, as Game does with the same seed. number is its
// first move's in a game of total moves. ended is false if the turn does not end.
func Judge(
	g engine.Game, s engine.State, moves []engine.Move, number, total int, o Options,
) (t Turn, ended bool) {
	n, _ := FirstTurn(g, s, moves)
	if n == 0 {
		return Turn{}, false
	}
	seats := len(s.Scores())
	w := &watch{
		stop: o.Stop, game: g, player: ai.NewPlayer(g), seed: o.Seed, seats: seats,
		moves: max(total, number+n-1), open: make([]openTurn, seats+1),
	}
	for i, m := range moves[:n] {
		next, err := s.Apply(m)
		if err != nil {
			return Turn{}, false
		}
		w.move(number+i, s, m, next)
		s = next
	}
	if len(w.turns) == 0 {
		return Turn{}, false
	}
	return w.turns[len(w.turns)-1], true
}

func (w *watch) weigh(o *openTurn, live bool) {
	seat := o.steps[0].Seat
	if sound := o.state.Sound(seat, nil); len(sound) > 1 {
		turns := ai.Levels.Turns(w.game)
		if live {
			turns = 2 * turns / (1 + w.seats)
		}
		budget := ai.Budget{Turns: turns, Stop: w.stop}
		best, played := w.player.Weigh(o.state, o.steps, budget, w.seed+uint64(o.at))
		if gain := int(best.Lead) - int(played.Lead); len(best.Moves) > 0 && gain > 0 {
			o.gain += gain
			if gain > o.most {
				o.most, o.better, o.betterAt = gain, w.notation(best.Moves), o.at
			}
		}
	}
	o.steps = o.steps[:0]
}

func (w *watch) notation(moves []engine.Move) []string {
	var lines []string
	for _, m := range moves {
		lines = append(lines, string(w.game.AppendMove(nil, m)))
	}
	return lines
}

func (w *watch) close(number int, seat engine.Seat, o *openTurn, after engine.State) Turn {
	then := outlookAt(w.game, after, float64(number)/float64(w.moves))
	t := Turn{
		Seat: seat, From: o.from, To: number, Chances: then.chances(),
		Better: o.better, At: o.betterAt, Gain: o.gain,
	}
	t.After = t.Chances[seat-1]
	then.worth[seat-1] += int32(o.gain)
	t.Before = then.chances()[seat-1]
	return t
}

func (w *watch) review(slip int) *Review {
	r := &Review{Turns: w.turns}
	for seat := range w.seats {
		r.Accuracy = append(r.Accuracy, accuracy(w.turns, engine.Seat(seat+1), slip))
	}
	r.Key = keyMoments(w.turns)
	return r
}

func keyMoments(turns []Turn) []int {
	var key []int
	for i := range turns {
		if turns[i].Lost() >= keyLoss && turns[i].Better != nil {
			key = append(key, i)
		}
	}
	slices.SortStableFunc(key, func(a, b int) int { return cmp.Compare(turns[b].Lost(), turns[a].Lost()) })
	key = key[:min(len(key), MaxKey)]
	slices.Sort(key)
	return key
}
