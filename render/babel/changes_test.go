package babel

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

func TestCardsThatCameAndWentAreFound(t *testing.T) {
	for _, c := range []struct {
		before, after string
		// fresh has a + for each fresh card.
		fresh   string
		removed int
	}{
		{"", "", "", 0},
		{"AH", "AH", "  ", 0},
		{"AH", "AHM", "  +", 0},
		{"AA", "AAA", "  +", 0},
		{"AHMPS", "AH", "  ", 3},
		{"AHHHM", "AHHM", "    ", 1},
		{"AHHHM", "AHHMS", "    +", 1},
		{"AHAHA", "HH", "  ", 3},
		{"AHM", "PS", "++", 3},
		{"AHMPS", "PSMM", "  ++", 3},
	} {
		got := compareColumns(cards(c.before), cards(c.after))
		var fresh strings.Builder
		for _, f := range got.fresh {
			fresh.WriteByte(" +"[render.Flag(f)])
		}
		assert.Equal(t, c.fresh, fresh.String(), "%s to %s", c.before, c.after)
		assert.Equal(t, c.removed, got.removed, "%s to %s", c.before, c.after)
		assert.Equal(t, strings.Count(c.fresh, "+"), got.added)
	}
}

// changeMarks are parts of the names of sprites that mark changes in display lists.
var changeMarks = []string{"fresh card", "fresh temple", "fresh step", "rubble", "moved", "left", "value higher",
	"value lower", "gain", "loss", "tab"}

func TestChangesAreMarked(t *testing.T) {
	list := func(view string, before engine.View) string {
		l := rendertest.Readable(t, Gallery{}, handmade(), render.Request{View: view, Before: before})
		return l.String()
	}
	for _, view := range game.Game.Info().Views {
		marked := list(view, beforeHandmade())
		for _, mark := range changeMarks {
			assert.Contains(t, marked, mark)
		}
		for _, before := range []engine.View{nil, handmade(), (*game.View)(nil), rendertest.OtherView{}} {
			unmarked := list(view, before)
			for _, mark := range changeMarks {
				assert.NotContains(t, unmarked, mark)
			}
		}
	}
	drawn := regexp.MustCompile("fresh card (.) in hand").FindAllString(list(viewHand, beforeHandmade()), -1)
	assert.Len(t, drawn, 3)
}

func TestTheOpponentsHandMarksNoCardAsDrawn(t *testing.T) {
	before := beforeHandmade()
	before.Seat = 2
	l := rendertest.List(t, Gallery{}, handmade(), render.Request{View: viewHand, Before: before})
	assert.NotRegexp(t, "fresh card . in hand", l.String())
}
