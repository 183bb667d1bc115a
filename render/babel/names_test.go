package babel

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
	"amytis/render/rendertest"
)

var namedLine = regexp.MustCompile(`  "(Wil\S*)" (\d+) \S+ @(\d+),`)

// handCard finds the cards of a hand, the leftmost first.
var handCard = regexp.MustCompile(`in hand @(\d+),`)

// A hand of up to seven cards leaves room for a long name, even without a card. No card lies over a
// name.
func TestAHandLeavesItsOwnersNameFree(t *testing.T) {
	const name = "WilliamShakespeare"
	for n := range 21 {
		v := handmade()
		v.Hand = cards(strings.Repeat("A", n/2) + strings.Repeat("S", n-n/2))
		l := rendertest.Readable(t, Gallery{}, v, render.Request{View: viewHand, Names: []string{name, ""}})
		found := namedLine.FindStringSubmatch(l.String())
		if n <= 7 {
			require.NotNil(t, found)
			assert.Equal(t, name, found[1], "%d cards", n)
		}
		if found == nil || n == 0 {
			continue
		}
		numbers := append(found[2:], handCard.FindStringSubmatch(l.String())[1])
		var at [3]int
		for i, digits := range numbers {
			at[i], _ = strconv.Atoi(digits)
		}
		end, card := at[1]+render.Bold(at[0], cream).Width(found[1]), at[2]-handCardWidth/2
		assert.Less(t, end+10, card, "%d cards", n)
	}
}

func TestAHeadShowsALongNameWholeBesideAGain(t *testing.T) {
	before, names := beforeHandmade(), []string{"Bartholomäus", "Guillermina G"}
	for _, seat := range []engine.Seat{1, 2} {
		v := handmade()
		v.Players[seat-1].Total = 17
		before.Players[seat-1].Total = 3
		texts := rendertest.Readable(t, Gallery{}, v, render.Request{Names: names, Before: before}).String()
		assert.Contains(t, texts, fmt.Sprintf("%q", names[seat-1]))
		assert.Contains(t, texts, `"+14"`)
	}
}
