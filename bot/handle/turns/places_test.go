package turns

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
)

func TestAltTextOfAPanelNamesPossiblePlaces(t *testing.T) {
	t.Parallel()
	for i, want := range []string{"possible places: ", "", "possible places: "} {
		g := playtest.Play(t, games.All[i], nil, games.All[i].Info().MinSeats)
		found := ""
		for at := range 40 {
			tab := g.At(t, at)
			for _, seat := range tab.Turn().Slice() {
				ranked := choice.NewRankings().Of(1, tab, seat)
				if told := possiblePlaces(text.For("en-US"), tab, ranked); told != "" {
					found = told
				}
			}
		}
		t.Log(found)
		assert.Contains(t, found, want)
		assert.NotContains(t, found, "  ")
	}
}
