package gardens

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	game "amytis/engine/gardens"
	"amytis/render"
)

func TestPointsAndPlansStandClearOfTheNameAboveThem(t *testing.T) {
	shown := regexp.MustCompile(`(?:"([^"]+)" (\d+) \S+|area \d+x\d+) @(\d+),(\d+)`)
	for seats := 2; seats <= 4; seats++ {
		for _, name := range []string{"Gypsy", "Gypsy of Babylon the", "Gypsy Pygmalion of the Gypsy Egg"} {
			for _, dug := range []bool{false, true} {
				t.Run(fmt.Sprint(name, " of ", seats, ", dug ", dug), func(t *testing.T) {
					v := playUntil(t, seats, 3, nil, func(v *game.View) bool { return v.Round > 2 && (v.Gardens[0].Dug != 0) == dug })
					l := render.NewList(render.Width, render.Height, paper)
					room := drawStorage(render.NewList(1, 1, paper), &v.Gardens[0], columnX, columnW) - 10 - extraY
					v.Gardens[seats-1].Score.Total = 100
					r := render.Request{View: "table", Seat: 1, Names: []string{"Ana", name, name, name}}
					drawScores(l, v, r, room)
					require.Empty(t, l.Unreadable())
					cards := strings.Split(l.String(), "score of seat ")[1:]
					require.Len(t, cards, seats-1)
					for _, card := range cards {
						foot, right := 0, 0
						for _, at := range shown.FindAllStringSubmatch(card, -1) {
							num := func(k int) int { n, _ := strconv.Atoi(at[k]); return n }
							letter := unicode.IsLetter([]rune(at[1] + " ")[0])
							if letter {
								foot = num(4) + num(2)/4
								right = num(3) + render.Lettering{Height: num(2), Bold: num(2) > render.MinReadable}.Width(at[1])
								continue
							}
							require.True(t, num(4)-num(2) >= foot || num(3) > right, card)
						}
					}
				})
			}
		}
	}
}
