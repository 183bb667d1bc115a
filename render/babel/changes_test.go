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

func TestChangesAreMarkedAndTold(t *testing.T) {
	beforeView := beforeHandmade()
	list := func(view string, before engine.View) string {
		r := render.Request{View: view, Before: before}
		told := render.FactsOf(Gallery{}, handmade(), r, rendertest.Echo{}, render.Full).Changed
		assert.Equal(t, before == engine.View(beforeView), len(told) > 0, told)
		return rendertest.Readable(t, Gallery{}, handmade(), r).String()
	}
	for _, view := range game.Game.Info().Views {
		marked := list(view, beforeView)
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
	drawn := regexp.MustCompile("fresh card (.) in hand").FindAllString(list(viewHand, beforeView), -1)
	assert.Len(t, drawn, 3)
}

func TestTheOpponentsHandMarksNoCardAsDrawn(t *testing.T) {
	before := beforeHandmade()
	before.Seat = 2
	l := rendertest.List(t, Gallery{}, handmade(), render.Request{View: viewHand, Before: before})
	assert.NotRegexp(t, "fresh card . in hand", l.String())
}

// openRequest returns the request for a picture of a replay in which the players have these hands.
func openRequest(hands ...string) render.Request {
	r := render.Request{View: viewTable, Names: goldenNames}
	for i, hand := range hands {
		v := handmade()
		v.Seat, v.Hand = engine.Seat(i+1), cards(hand)
		r.Open = append(r.Open, v)
	}
	return r
}

func TestOpenHandsAreReadableInAReplay(t *testing.T) {
	for _, hands := range [][]string{
		{"", ""}, {"A", "SSS"}, {"AAHMPPS", "HHHHMMMMSSS"}, {strings.Repeat("A", 40), "M"},
	} {
		l := rendertest.Readable(t, Gallery{}, handmade(), openRequest(hands...))
		for people, sign := range map[string]string{"A": "plaque A", "S": "plaque S"} {
			shown := strings.Count(l.String(), "\n  "+sign) - 1 // one is on the wall
			assert.Equal(t, strings.Count(strings.Join(hands, ""), people), shown, "%v", hands)
		}
	}
}

func TestOpenHandsAreToldInWords(t *testing.T) {
	const hands = "view.hand(Name=Ana You=false) hand_cards(Cards=cards_of.A(Count=2), cards_of.H(Count=1) Count=3) " +
		"view.hand(Name=Bo 𝓫𝓸 🌸 You=false) hand_empty"
	r := openRequest("AAH", "")
	for _, d := range []render.Detail{render.Full, render.Brief} {
		assert.Contains(t, render.FactsOf(Gallery{}, handmade(), r, rendertest.Echo{}, d).String(), hands)
	}
	r.Open = nil
	assert.NotContains(t, render.AltOf(Gallery{}, handmade(), r, rendertest.Echo{}), "view.hand")
}
