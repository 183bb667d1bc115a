package gardens

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestAllPlayersAreShownWithReadableNamesAndPoints(t *testing.T) {
	names := []string{"Ana", "山田太郎", "Bartholomew of Babylon the Great", "Bo"}
	for seats := 2; seats <= 4; seats++ {
		v := lateView(t, seats, 3)
		for i := range v.Gardens {
			v.Gardens[i].Score.Total = 88 + 22*i
		}
		v.Winners = []engine.Seat{2}
		for digits, open := range map[int][]engine.View{40: nil, 44: slices.Repeat([]engine.View{v}, seats)} {
			l := rendertest.Readable(t, Gallery{}, v, render.Request{View: "table", Names: names, Open: open})
			for i := range v.Gardens {
				require.Contains(t, l.String(), fmt.Sprintf("%q %d", strconv.Itoa(88+22*i), digits))
				if open != nil {
					require.Contains(t, l.String(), fmt.Sprintf("board of seat %d\n", i+1))
				}
			}
		}
	}
}
