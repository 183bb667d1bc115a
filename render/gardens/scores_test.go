package gardens

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestAReplayShowsAllGardensWithReadableNamesAndPoints(t *testing.T) {
	names := []string{"Ana", "山田太郎", "Bartholomew of Babylon the Great", "Bo"}
	for seats := 2; seats <= 4; seats++ {
		v := lateView(t, seats, 3)
		for i := range v.Gardens {
			v.Gardens[i].Score.Total = 88 + 22*i
		}
		v.Winners = []engine.Seat{2}
		r := render.Request{View: "table", Names: names, Open: slices.Repeat([]engine.View{v}, seats)}
		l, err := Gallery{}.Compose(v, r)
		require.NoError(t, err)
		rendertest.CheckReadable(t, l)
		for _, points := range []string{"\"88\" 44", "\"110\" 44", "\"132\" 44", "\"154\" 44"}[:seats] {
			require.Contains(t, l.String(), points)
		}
		for i := range v.Gardens {
			require.Contains(t, l.String(), fmt.Sprintf("board of seat %d\n", i+1))
		}
	}
}
