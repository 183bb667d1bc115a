package gardens

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"amytis/engine"
	"amytis/engine/gametest"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game, gametest.Hooks{
		Permute: permuteHidden,
		Turn:    []string{"View.Turn", "View.Round", "View.Effect", "View.Past", "QuarryCell.Yield", "QuarryCell.Doubles"},
		Begun: []string{
			"GardenView.Dug", "GardenView.Building", "GardenView.Singles", "GardenView.Doubles", "PlacedTile.Fresh",
		},
	})
}

func FuzzParseMove(f *testing.F) { gametest.FuzzParseMove(f, Game) }

func FuzzRecord(f *testing.F) { gametest.FuzzRecord(f, Game) }

// permuteHidden shuffles the covered quarry tiles within each level, and the round tiles to come.
func permuteHidden(h gametest.History, _ engine.Seat, r *rand.Rand) (json.RawMessage, []engine.Move) {
	var s setup
	if err := json.Unmarshal(h.Setup, &s); err != nil {
		panic(err)
	}
	v := h.State.View(engine.Chance).(*View)
	for level := range 3 {
		var columns [][]string
		for c, cell := range v.Quarry {
			if level < cell.Level-1 {
				columns = append(columns, s.Quarry[Cell(c+1).String()])
			}
		}
		r.Shuffle(len(columns), func(i, j int) {
			columns[i][level], columns[j][level] = columns[j][level], columns[i][level]
		})
	}
	unturned := s.Rounds[max(v.Round-1, 0):]
	r.Shuffle(len(unturned), func(i, j int) { unturned[i], unturned[j] = unturned[j], unturned[i] })
	return engine.FormatSetup(s), h.Moves
}
