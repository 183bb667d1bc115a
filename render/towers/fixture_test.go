package towers

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render/rendertest"
)

// weights says how often each verb is chosen if there is a choice.
var weights = map[string]int{
	"tower": 600, "bridge": 100, "small": 140, "large": 50, "swap": 10, "turn": 20, "take": 2, "stuck": 1, "done": 600,
}

// eachPosition plays a game of random moves and shows every position until show returns false. It
// leaves out moves that lead nowhere.
func eachPosition(tb testing.TB, seats int, seed uint64, opts engine.Options,
	show func(s engine.State, i int) (more bool)) {
	tb.Helper()
	rendertest.Play(tb, game.Game, opts, seats, rand.New(rand.NewPCG(seed, 3)), choose, show)
}

// choose picks a verb by its weight, and the best of some moves with it. In the quick game, where
// most moves are far from the building, it looks at more.
func choose(s engine.State, turn []engine.Seat, r *rand.Rand) engine.Move {
	sound := s.Sound(turn[r.IntN(len(turn))], nil)
	byVerb := map[string][]engine.Move{}
	for _, m := range sound {
		verb := game.Game.Info().VerbInfo(m.Verb).Name
		byVerb[verb] = append(byVerb[verb], m)
	}
	sum := 0
	for verb := range byVerb {
		sum += weights[verb]
	}
	at := r.IntN(sum)
	looks := 3
	if s.View(0).(*game.View).Quick {
		looks = 250
	}
	for _, info := range game.Game.Info().Verbs {
		moves := byVerb[info.Name]
		if len(moves) == 0 {
			continue
		}
		if at -= weights[info.Name]; at < 0 {
			return rendertest.Best(s, moves, looks, r, nil)
		}
	}
	return sound[0]
}

func options(quick, expert bool) engine.Options {
	opts := engine.Options{"mode": "tactical", "expert": "false"}
	if quick {
		opts["mode"] = "quick"
	}
	if expert {
		opts["expert"] = "true"
	}
	return opts
}

// playUntil returns seat 1's view of the first position that stop accepts, or of the last position.
func playUntil(tb testing.TB, seats int, seed uint64, quick bool, stop func(v *game.View) bool) *game.View {
	tb.Helper()
	var last *game.View
	eachPosition(tb, seats, seed, options(quick, false), func(s engine.State, _ int) bool {
		last = s.View(1).(*game.View)
		return !stop(last)
	})
	return last
}

// lateView returns a position near the end of a tactical turn when most pieces are placed. In a
// quick game it returns one from a round after the first, before that round ends.
func lateView(tb testing.TB, seats int, quick bool) *game.View {
	return playUntil(tb, seats, 6, quick, func(v *game.View) bool {
		left := 0
		for i := range v.Players {
			left += v.Players[i].Towers
		}
		if quick {
			return v.Round > 1 && left < 7*seats
		}
		return v.MayEnd && left < 6*seats
	})
}

// handmade returns a fixed position for the golden files, so that they change only if the pictures
// do. It has sixteen levels, each number of nobles on a tower, bridges both ways and over each
// other, a noble under an arch, every facing, and a new piece of each kind.
func handmade() *game.View {
	v := start(5, false)
	z := &v.Zones[0]
	tower := func(col, row, level uint8, facing game.Facing, nobles ...game.NobleView) {
		z.Towers = append(z.Towers, game.TowerView{At: game.Cell{Col: col, Row: row, Level: level}, Facing: facing,
			Nobles: nobles})
	}
	bridge := func(col, row, level uint8, north bool) {
		from := game.Cell{Col: col, Row: row, Level: level}
		z.Bridges = append(z.Bridges, game.BridgeView{Bridge: game.Bridge{From: from, North: north}})
	}
	for level := uint8(1); level < 16; level++ {
		tower(10, 12, level, game.North)
	}
	tower(10, 12, 16, game.South, large(game.White))
	tower(11, 12, 1, game.East, small(game.Blue), small(game.Red))
	tower(12, 12, 1, game.South)
	tower(12, 12, 2, game.West)
	bridge(12, 12, 3, false)
	tower(14, 12, 1, game.North)
	tower(14, 12, 2, game.South)
	tower(13, 12, 1, game.East, small(game.Yellow), small(game.Green))
	tower(13, 12, 4, game.South)
	bridge(13, 10, 5, true)
	for level := uint8(1); level < 5; level++ {
		tower(13, 10, level, game.West)
	}
	tower(9, 12, 1, game.West, small(game.Yellow), small(game.Green), small(game.White))
	tower(9, 11, 1, game.South)
	tower(9, 11, 2, game.South, large(game.Yellow))
	tower(10, 11, 1, game.East, small(game.Red))
	tower(8, 12, 1, game.North, small(game.Blue))
	bridge(8, 9, 1, true)
	z.Towers[len(z.Towers)-1].New, z.Towers[len(z.Towers)-3].New = true, true
	z.Bridges[2].New = true
	setScores(v)
	v.Players[3].Resigned, v.Players[2].Towers = true, 0
	v.Stage, v.Placed, v.FirstRound, v.Connected = game.Placing, 3, false, false
	return v
}

// ended returns the end of the same game.
func ended() *game.View {
	v := handmade()
	v.Stage, v.Turn, v.Connected, v.Winners = game.Over, 0, true, []engine.Seat{5}
	return v
}

// handmadeQuick returns a round of three players with towers that are as full as possible.
func handmadeQuick() *game.View {
	v := start(3, true)
	for i := range v.Zones {
		z := &v.Zones[i]
		all := []game.NobleView{large(game.Blue), small(game.Blue), small(game.Yellow), small(game.Green)}
		for j := range all {
			z.Towers = append(z.Towers, game.TowerView{
				At:     game.Cell{Zone: uint8(z.Number), Col: uint8(12 + j), Row: uint8(12 + i*j%3), Level: 1},
				Facing: game.Facing(j + 1), Nobles: all[:j+1],
			})
		}
		from := game.Cell{Zone: uint8(z.Number), Col: 12, Row: 14, Level: 1}
		z.Bridges = append(z.Bridges, game.BridgeView{Bridge: game.Bridge{From: from}, New: i == 1})
	}
	v.Expert, v.Clock, v.Round = true, 300, 3
	v.Rounds = []game.RoundView{{Winners: []engine.Seat{2}}, {Winners: []engine.Seat{1, 2}, TimeUp: true}}
	for i, points := range [][2]int{{4, 0}, {12, 7}, {3, 3}} {
		p := &v.Players[i]
		p.Points, p.Score, p.Won = points, min(points[0], points[1]), [...]int{1, 2, 0}[i]
		p.SetAside, p.Left = p.Won, 27+6+8
		p.Large -= p.Won
	}
	v.Players[2].Stuck = true
	return v
}

func small(c game.Colour) game.NobleView { return game.NobleView{Colour: c, Size: game.Small} }
func large(c game.Colour) game.NobleView { return game.NobleView{Colour: c, Size: game.Large} }

// widest returns a building from corner to corner of the table and as high as possible.
func widest() *game.View {
	v := start(5, false)
	z := &v.Zones[0]
	for i := range uint8(game.Side) {
		for level := range i%4 + 1 {
			z.Towers = append(z.Towers, game.TowerView{At: game.Cell{Col: i, Row: i, Level: level + 1},
				Facing: game.South})
		}
	}
	for level := range uint8(game.MaxLevel) {
		z.Towers = append(z.Towers, game.TowerView{At: game.Cell{Row: game.Side - 1, Level: level + 1},
			Facing: game.East})
	}
	z.Towers[len(z.Towers)-1].Nobles = []game.NobleView{small(game.Red), small(game.Blue)}
	setScores(v)
	return v
}

// start returns seat 1's view before anything is built.
func start(seats int, quick bool) *game.View {
	v := &game.View{Seat: 1, Stage: game.Placing, Quick: quick, Connected: true}
	for i := range seats {
		seat := engine.Seat(i + 1)
		v.Turn |= engine.Seats(seat)
		v.Players = append(v.Players, game.PlayerView{Seat: seat, Colour: game.Colour(i + 1), Small: 6, Large: 2,
			Towers: [6]int{3: 27, 4: 21, 5: 16}[seats], Bridges: [6]int{3: 6, 4: 5, 5: 4}[seats]})
	}
	if !quick {
		v.Zones, v.Active, v.Turn, v.FirstRound = []game.ZoneView{{}}, 1, engine.Seats(1), true
		return v
	}
	v.Round = 1
	for i := range seats {
		v.Players[i].Zones = [2]int{max(i, 1), i + 1}
		v.Zones = append(v.Zones, game.ZoneView{Number: i + 1,
			Seats: [2]engine.Seat{engine.Seat(i + 1), engine.Seat((i+1)%seats + 1)}})
	}
	v.Players[0].Zones = [2]int{1, seats}
	return v
}

// setScores sets the points of a tactical game.
func setScores(v *game.View) {
	ladder := newLadder(v, ghost{}, 0)
	for i := range v.Players {
		p := &v.Players[i]
		p.Levels, p.Penalty = make([]int, game.MaxLevel), -p.Bridges
		p.Total = p.Penalty
		for level := 1; level <= game.MaxLevel; level++ {
			if leader, _ := ladder.leader(level); leader == p.Seat {
				p.Levels[level-1] = level
				p.Total += level
			}
		}
	}
}

// cornerView returns a building in a corner of the table.
func cornerView(col, row uint8) *game.View {
	v := start(3, false)
	for level := range uint8(3) {
		v.Zones[0].Towers = append(v.Zones[0].Towers,
			game.TowerView{At: game.Cell{Col: col, Row: row, Level: level + 1}, Facing: game.East})
	}
	v.Zones[0].Towers[2].Nobles = []game.NobleView{large(game.Green)}
	setScores(v)
	return v
}

// lastNobleText is the move that ends the round of endOfRound.
const lastNobleText = "2 small 2:m13.1"

// endOfRound returns a spectator's views before and after the move that ends a round.
func endOfRound() (before, after *game.View) {
	before, after = handmadeQuick(), handmadeQuick()
	before.Seat, after.Seat = 0, 0
	after.Round++
	after.Rounds = append(after.Rounds, game.RoundView{Winners: []engine.Seat{2}})
	last := &after.Rounds[len(after.Rounds)-1]
	for i := range after.Players {
		p := &after.Players[i]
		last.Zones[i], last.Points[i], last.Score[i], last.Left[i] = p.Zones, p.Points, p.Score, p.Left
		p.Points, p.Score, p.Stuck = [2]int{}, 0, false
	}
	for i := range after.Zones {
		after.Zones[i].Towers, after.Zones[i].Bridges = nil, nil
	}
	return before, after
}

// spectated returns a spectator's view of the same position.
func spectated(v *game.View) *game.View {
	s := *v
	s.Seat = 0
	return &s
}
