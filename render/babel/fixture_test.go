package babel

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

// eachPosition plays a game and shows every position until show returns false.
func eachPosition(tb testing.TB, seed uint64, show func(s engine.State, i int) (more bool)) {
	tb.Helper()
	rendertest.Play(tb, game.Game, nil, 2, rand.New(rand.NewPCG(seed, 3)), choose, show)
}

// choose prefers to build or use a power, so that temples get high and the game ends. It settles
// while the column is short and travels once it is long. It samples at most 12 moves.
func choose(s engine.State, turn []engine.Seat, r *rand.Rand) engine.Move {
	seat := turn[r.IntN(len(turn))]
	if seat == engine.Chance {
		return s.Chance(r)
	}
	legal := s.Legal(seat, nil)
	me := &s.View(seat).(*game.View).Players[seat-1]
	settled := 9
	if me.Pawn != game.NoPeople {
		settled = len(me.Sites[me.Pawn-1].Column)
	}
	bonus := map[string]int{"build": 1000, "steal": 1000, "skip": 1000, "settle": 400 - 80*settled,
		"travel": 60 * (settled - 4), "migrate": -100, "end": 100 - 30*me.Hand}
	return rendertest.Best(s, legal, min(len(legal), 12), r, func(m engine.Move) int {
		return bonus[game.Game.Info().VerbInfo(m.Verb).Name]
	})
}

// playUntil returns seat 1's view of the first position of a keen game that stop accepts, or of the
// last position.
func playUntil(tb testing.TB, seed uint64, stop func(v *game.View, i int) bool) *game.View {
	tb.Helper()
	var last *game.View
	eachPosition(tb, seed, func(s engine.State, i int) bool {
		last = s.View(1).(*game.View)
		return !stop(last, i)
	})
	return last
}

// lateView returns a position with high totals and long columns.
func lateView(tb testing.TB, seed uint64) *game.View {
	return playUntil(tb, seed, func(v *game.View, i int) bool {
		return v.Players[0].Total >= 9 && v.Players[1].Total >= 9 && v.Stage == game.Acting && v.Players[0].Hand > 4
	})
}

// handmade returns a fixed position for the golden files, so that they change only if the pictures
// do. It has the final phase, scaffolding, a temple of each height, trios at both ends and across
// the two stacks of a column, owed cards, and a migration that is done.
func handmade() *game.View {
	v := &game.View{Seat: 1, Demolished: "lowest", Stage: game.Acting, Turn: engine.Seats(1, 2), Active: 1, Hand: cards("AAHMMMPS"),
		People: 12, Quarry: 7, Discards: [game.NumPeoples]int{3, 0, 1, 10, 2}, Migrated: true, Final: true}
	v.Players[0] = game.PlayerView{Seat: 1, Pawn: game.Medes, Hand: 8, Yard: steps("265341123645"), Total: 17,
		Sites: [game.NumPeoples]game.SiteView{
			site("SSSSAPP", "16"), site("PP", ""), site("HHAAAMSPHHMMMMSAPAH", "1246"), site("M", "1"),
			site("PPSAAA", "1234"),
		}}
	v.Players[1] = game.PlayerView{Seat: 2, Pawn: game.Medes, Hand: 3, Owed: 4, Total: 14,
		Sites: [game.NumPeoples]game.SiteView{
			site("PSAAM", "12345"),
			site("AHHHM", "12"),
			site("HSSASPHMMMAHHPSS", "3"),
			site("", ""),
			site("HHH", "1234"),
		}}
	return v
}

// beforeHandmade returns a position before handmade. Seat 1 has travelled, settled, migrated and
// used powers since; one of them demolished a temple of seat 2. It has drawn cards and added to its
// yard.
func beforeHandmade() *game.View {
	v := handmade()
	v.Hand = cards("AAAHMP")
	me, opponent := &v.Players[0], &v.Players[1]
	me.Pawn, me.Yard, me.Total = game.Persians, me.Yard[:len(me.Yard)-2], 15
	me.Sites[game.Assyrians-1] = site("SSSSAPPHMM", "16")
	me.Sites[game.Persians-1] = site("", "")
	me.Sites[game.Sumerians-1] = site("PPS", "123")
	opponent.Sites[game.Persians-1] = site("AAS", "123")
	opponent.Sites[game.Hittites-1] = site("AHHHMAAAAAAAAAA", "12")
	opponent.Total = 17
	return v
}

// opening returns the first position as a spectator sees it.
func opening() *game.View {
	v := &game.View{Stage: game.Drawing, Turn: engine.Seats(1), Active: 1, People: 50, Quarry: 43}
	for i := range v.Players {
		v.Players[i] = game.PlayerView{Seat: engine.Seat(i + 1), Hand: 5, Yard: steps("1"), StartUnbuilt: true}
	}
	return v
}

func cards(letters string) (row []game.People) {
	for _, letter := range letters {
		for p := game.Assyrians; p <= game.Sumerians; p++ {
			if p.String() == string(letter) {
				row = append(row, p)
			}
		}
	}
	return row
}

func steps(digits string) (pile []game.Step) {
	for _, d := range digits {
		pile = append(pile, game.Step(d-'0'))
	}
	return pile
}

func site(column, temple string) game.SiteView {
	s := game.SiteView{Column: cards(column), Temple: steps(temple)}
	for from, to := range render.Runs(s.Column) {
		if to-from >= 3 {
			s.Trios = append(s.Trios, game.Run{People: s.Column[from], From: from, To: to})
		}
	}
	return s
}
