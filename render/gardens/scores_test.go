package gardens

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	game "amytis/engine/gardens"
	"amytis/render"
)

func TestPointsStandClearOfTheNameAboveThem(t *testing.T) {
	texts := regexp.MustCompile(`"([^"]+)" (\d+) \S+ @(\d+),(\d+)`)
	for seats := 2; seats <= 4; seats++ {
		for _, dug := range []bool{false, true} {
			t.Run(fmt.Sprint(seats, " players, dug ", dug), func(t *testing.T) {
				v := playUntil(t, seats, 3, nil, func(v *game.View) bool { return v.Round > 2 && (v.Gardens[0].Dug != 0) == dug })
				l := render.NewList(render.Width, render.Height, paper)
				room := drawStorage(render.NewList(1, 1, paper), &v.Gardens[0], columnX, columnW) - 10 - extraY
				drawScores(l, v, render.Request{View: "table", Seat: 1, Names: []string{"Gypsy", "Jay", "Peggy", "Piggy"}}, room)
				at := texts.FindAllStringSubmatch(l.String(), -1)
				require.Len(t, at, 2*seats, "a name and points each")
				for i := 0; i < len(at); i += 2 {
					num := func(i, k int) int { n, _ := strconv.Atoi(at[i][k]); return n }
					below, beside := num(i, 4)+num(i, 2)/4, num(i+1, 3) > num(i, 3)+200
					require.True(t, beside || num(i+1, 4)-num(i+1, 2) >= below, "%q and %q", at[i][1], at[i+1][1])
				}
			})
		}
	}
}
