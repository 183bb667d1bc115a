package gardens

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// Tests of the rulings that take more than a script: G-1 to G-3, G-11, G-16 and G-17.

func TestG1_FacesMatchTheTable(t *testing.T) {
	raw, err := os.ReadFile("testdata/tiles.json")
	require.NoError(t, err)
	var want map[string]string
	require.NoError(t, json.Unmarshal(raw, &want))
	require.Len(t, want, NumTiles)
	for tile := Tile(1); tile <= NumTiles; tile++ {
		face := ""
		for _, icon := range tile.Spots(0) {
			face += icon.String()
		}
		require.Equal(t, want[tile.String()], face, tile)
	}
}

func TestG1_EveryFlowerHasTheSameIconsAndMaterials(t *testing.T) {
	var icons [Stairs + 1]int
	perFlower := map[Flower][Stairs + 1]int{}
	perKind := map[[2]int]int{}
	for tile := Tile(1); tile <= NumTiles; tile++ {
		perKind[[2]int{int(tile.Material()), int(tile.Flower())}]++
		if tile.Material() == Start {
			require.Equal(t, startTile(Jasmine).Spots(0), tile.Spots(0))
			continue
		}
		of := perFlower[tile.Flower()]
		for _, icon := range tile.Spots(0) {
			icons[icon]++
			of[icon]++
		}
		perFlower[tile.Flower()] = of
	}
	require.Equal(t, [Stairs + 1]int{Blank: 48, Statue: 36, Fountain: 36, Bridge: 36, Stairs: 36}, icons)
	for f := Jasmine; f <= Marigold; f++ {
		require.Equal(t, perFlower[Jasmine], perFlower[f])
		for m := Clay; m <= Basalt; m++ {
			require.Equal(t, 4, perKind[[2]int{int(m), int(f)}])
		}
		require.Equal(t, 1, perKind[[2]int{int(Start), int(f)}])
	}
}

func TestG1_NumberOfRoundTilesDependsOnThePlayers(t *testing.T) {
	for seats, rounds := range map[int]uint8{2: 14, 3: 12, 4: 10} {
		require.Equal(t, rounds, newGame(t, seats, nil).p.rounds)
	}
	_, err := Rules{}.Start(nil, []engine.SeatInfo{{Attr: "J"}, {Attr: "R"}},
		json.RawMessage(`{"quarry": {}, "rounds": []}`))
	require.ErrorContains(t, err, "setup.quarry: 0 cells")
}

// TestG2_NothingRunsOut uses more than the 148 single pillars, 38 belvederes and 38 statues of the
// box, and more than its 15 fountains, bridges and stairs.
func TestG2_NothingRunsOut(t *testing.T) {
	b := building(t)
	for seat := engine.Seat(1); seat <= maxSeats; seat++ {
		for i := range 8 {
			west, east := At(i%2*4, i/2*2), At(i%2*4+2, i/2*2)
			b.do(fmt.Sprintf("fresh %d CJ1 %s r0 L1 open=%[2]s, CI1 %[3]s r0 L1 open=%[3]s", seat, west, east),
				fmt.Sprintf("%d fountain %s %s", seat, west+size+1, east+size),
				fmt.Sprintf("%d statue %s | %[1]d statue %[3]s", seat, west+size, east+size+1))
		}
		score := b.score(seat)
		require.Equal(t, []int{16, 16, 8 * perLevelBig}, []int{score.Belvederes, score.Statues, score.Fountains})
	}
	singles, _ := b.p.gain(quarryCells, Marigold)
	require.EqualValues(t, 5, singles, "two walls, two clays and the flower, as at the start")

	for _, c := range [...]struct {
		kind, west, east string
		apart            int
	}{{"bridge", "CM2 %s r1 L1", "CM2 %s r0 L1", 3}, {"stairs", "CM4 %s r1 L1", "CM4 %s r0 L2", 2}} {
		b := building(t)
		for seat := engine.Seat(1); seat <= maxSeats; seat++ {
			for i := range 4 {
				west, east := At(0, 2*i), At(c.apart, 2*i)
				b.fresh(fmt.Sprintf("%d "+c.west+", "+c.east, seat, west, east))
				b.do(fmt.Sprintf("%d %s %s %s", seat, c.kind, west+size+1, east+size))
			}
		}
	}
}

func TestG3_DigIsFinalAndBuildingIsNot(t *testing.T) {
	require.True(t, info.VerbInfo(verbDig).Final, "a dig reveals something")
	for _, v := range []engine.Verb{verbPlace, verbStatue, verbFountain, verbBridge, verbStairs} {
		require.False(t, info.VerbInfo(v).Final, info.VerbInfo(v).Name)
	}
}

func TestG11_QuarryHasATileForEveryDig(t *testing.T) {
	for seats, left := range map[int]int{2: 42 - 30, 3: 45 - 39, 4: 48 - 44} {
		infos := fourSeats()[:seats]
		r := newRand(uint64(seats))
		setup := Rules{}.Deal(nil, infos, r)
		moves, s, err := Game.Playout(nil, infos, setup, r)
		require.NoError(t, err)
		digs, tiles := 0, 0
		for _, m := range moves {
			if m.Verb == verbDig {
				digs++
			}
		}
		for _, c := range s.View(0).(*View).Quarry {
			tiles += c.Level
		}
		require.Equal(t, left, tiles)
		require.Equal(t, seats*(roundTiles(seats)+1), digs)
	}
}

func TestG17_BoardsGoBySeat(t *testing.T) {
	seats := fourSeats()
	Rules{}.Deal(nil, seats, newRand(1))
	for i, flower := range []string{"J", "R", "I", "M"} {
		require.Equal(t, flower, seats[i].Attr)
	}
}

// TestG16_GardensReachLevels16And7 replays two games that were found by searching.
func TestG16_GardensReachLevels16And7(t *testing.T) {
	for file, level := range map[string]int{"testdata/records/level16.json": 16, "testdata/records/level7.json": 7} {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		r, err := engine.ParseRecord(data)
		require.NoError(t, err)
		require.NoError(t, r.Check(Game), file)
		s, err := r.Replay(Game, len(r.Moves))
		require.NoError(t, err)
		require.Equal(t, perHighest*level, s.Scores()[0].Int("highest"), file)
	}
}
