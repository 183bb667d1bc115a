package towers

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/longrun"
)

// searchable returns a small building, with so few pieces left that all turns can be tried.
func searchable(t *testing.T, seed uint64) Position {
	seats := 3 + 2*int(seed%2)
	p, r := later(t, tactical, seats), rand.New(rand.NewPCG(seed, 3))
	for moves, stop := 0, 6+r.IntN(8); moves < stop || p.turn.placed > 0; moves++ {
		require.NoError(t, Rules{}.Apply(&p, drawn(&p, p.turn.active, r)))
	}
	*p.player(p.turn.active) = player{towers: uint8(r.IntN(6) / 4), bridges: uint8(r.IntN(8) / 7),
		small: uint8(r.IntN(4)), large: uint8(r.IntN(3))}
	return p
}

// canFinish tries every way to go on, until the turn could end, near the building only, and in the
// order of verbs and cells, which any set of pieces allows.
func canFinish(p *Position, after engine.Move) bool {
	if checkEnd(p) == allowed {
		return true
	}
	if int(p.turn.placed) == maxPlaced || int(p.turn.placed)+p.player(p.turn.active).pieces() < minPlaced {
		return false
	}
	for _, m := range candidates(p, after) {
		next := *p
		next.build(&m)
		if canFinish(&next, m) {
			return true
		}
	}
	return false
}

// candidates returns the placements that canFinish tries next.
func candidates(p *Position, after engine.Move) (all []engine.Move) {
	seat := p.turn.active
	if pl := p.player(seat); after.Verb <= verbBridge && pl.towers+pl.bridges > 0 {
		for _, m := range (Rules{}).Legal(p, seat, nil) {
			if m.Verb == verbTower && Facing(m.Args[1]) == North || m.Verb == verbBridge {
				if m.Verb >= after.Verb && near(p, &m) {
					all = append(all, m)
				}
			}
		}
	}
	for v := max(after.Verb, verbSmall); v <= verbLarge; v++ {
		for i := range p.standing() {
			m := engine.Move{Seat: seat, Verb: v, Args: [engine.ArgSlots]uint32{p.towers[i].at.value()}}
			pm := placementOf(&m)
			if p.player(seat).supply(v) > 0 && checkPlace(p, seat, &pm).code == allowed &&
				(v > after.Verb || m.Args[0] > after.Args[0]) {
				all = append(all, m)
			}
		}
	}
	return all
}

// near reports whether a piece touches the building.
func near(p *Position, m *engine.Move) bool {
	pm := placementOf(m)
	return p.touchedBy(&pm) != numberSet{}
}

// TestRoomIsWhatCanBePlaced compares room with a search of all turns (T-5).
func TestRoomIsWhatCanBePlaced(t *testing.T) {
	t.Parallel()
	positions := longrun.Choose[uint64](200, 1_000)
	enough := 0
	for seed := range positions {
		p := searchable(t, seed)
		can := canFinish(&p, engine.Move{})
		require.Equal(t, can, room(&p, p.turn.active) >= minPlaced, "seed %d: %+v", seed, p.player(p.turn.active))
		if can {
			enough++
		}
	}
	t.Log(enough, "of", positions, "turns can be played")
}

// TestSoundMovesAreThoseThatCanFinish checks that exactly those connected moves are sound.
func TestSoundMovesAreThoseThatCanFinish(t *testing.T) {
	t.Parallel()
	positions := longrun.Choose[uint64](60, 200)
	unsound := 0
	for seed := range positions {
		p := searchable(t, seed)
		if room(&p, p.turn.active) < minPlaced {
			continue
		}
		sound := map[engine.Move]bool{}
		for _, m := range (Rules{}).Sound(&p, p.turn.active, nil) {
			sound[m] = true
		}
		for _, m := range (Rules{}).Legal(&p, p.turn.active, nil) {
			next := p
			require.NoError(t, Rules{}.Apply(&next, m))
			if next.connected() {
				require.Equal(t, canFinish(&next, engine.Move{}), sound[m], "seed %d: %s", seed, text(m))
			} else {
				require.False(t, sound[m], "seed %d: %s", seed, text(m))
			}
			if !sound[m] {
				unsound++
			}
		}
	}
	t.Log(unsound, "moves are not sound")
}
