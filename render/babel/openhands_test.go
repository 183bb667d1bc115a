package babel

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
	"amytis/render/rendertest"
)

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

func TestOnlyAReplayShowsHands(t *testing.T) {
	r := openRequest("AH", "S")
	l := rendertest.List(t, Gallery{}, handmade(), r)
	require.Contains(t, l.String(), "open hand")
	r.Open = nil
	l = rendertest.List(t, Gallery{}, handmade(), r)
	require.NotContains(t, l.String(), "open hand")
}

func TestOpenHandsAreToldInWords(t *testing.T) {
	const hands = "view.hand(Name=Ana You=false) hand_cards(Cards=cards_of.A(Count=2), cards_of.H(Count=1) Count=3) " +
		"view.hand(Name=Bo 𝓫𝓸 🌸 You=false) hand_empty"
	r := openRequest("AAH", "")
	for _, d := range []render.Detail{render.Full, render.Brief} {
		assert.Contains(t, Gallery{}.Facts(handmade(), r, rendertest.Echo{}, d).String(), hands)
	}
	r.Open = nil
	assert.NotContains(t, render.AltOf(Gallery{}, handmade(), r, rendertest.Echo{}), "view.hand")
}
