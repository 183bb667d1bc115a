package page_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A phone of 390 x 844 leaves 600 pixels between the bars of Discord and its own. Both the picture
// and the button that plays the choice must be in them.
const (
	leftOnAPhone = 600
	maxRows      = 6
)

// measured is a panel below its text.
type measured struct {
	Text   string `json:"text"`
	Height int    `json:"height"` // from the top of the picture to the end of the button that plays, in pixels
	Rows   int    `json:"rows"`   // of controls
	Cut    string `json:"cut"`    // a label that ends in "…"
}

// panelFits checks the newest panel of a window that is as large as a phone.
func (w *window) panelFits() {
	w.Helper()
	m := ask[measured](w, `(() => { const p = `+panel+`, controls = [...p.querySelectorAll('.button, .select')];
		const at = (e) => e.getBoundingClientRect();
		return {
			text: p.querySelector('.text')?.innerText ?? '', rows: new Set(controls.map((c) => Math.round(at(c).bottom / 8))).size,
			height: Math.ceil(controls.length && at(p.querySelector('.button.success') ?? controls.at(-1)).bottom - at(p.querySelector('.picture') ?? controls[0]).top),
			cut: controls.find((c) => c.innerText.trim().endsWith('…'))?.innerText ?? '',
		}; })()`)
	assert.LessOrEqual(w, m.Height, leftOnAPhone, "%s", m.Text)
	assert.LessOrEqual(w, m.Rows, maxRows, "%s", m.Text)
	assert.Empty(w, m.Cut, "%s", m.Text)
}

var phoneTurns = flag.Int("phone-turns", 12, "how many turns of each game TestPanelsFitOnAPhone plays, if it has as many")

// TestPanelsFitOnAPhone plays the first turns of every game, each person in another language.
func TestPanelsFitOnAPhone(t *testing.T) {
	t.Parallel()
	for _, g := range []game{
		{"gardens", gardensID, []string{"ana", "bo", "cleo", "dan"}, ""},
		{"babel", babelID, []string{"cleo", "dan"}, ""},
		{"towers", towersID, []string{"ana", "bo", "cleo"}, ""},
		{"towers", towersID, []string{"dan", "bo", "cleo"}, "quick"},
	} {
		t.Run(g.name+g.mode, func(t *testing.T) {
			t.Parallel()
			p, windows := table(t, 5, g, phone)
			turns := *phoneTurns
			if g.mode != "" {
				turns = len(windows) // a live round is over soon
			}
			for _, w := range windows {
				w.measures, w.live = true, g.mode != ""
			}
			random := rand.New(rand.NewPCG(4, 5))
			playTurns(windows, random, turns, func() {})
			if g.mode == "" && !windows[0].holds(ended) {
				i := slices.IndexFunc(windows, func(w *window) bool { return !w.myTurn() })
				windows[i].plan(random)
			}
			for i, w := range slices.Backward(windows) {
				w.portray(w.channel())
				if i == 0 {
					w.portrayAnswers(w.channel())
				}
			}
			require.Empty(t, p.world.Violations())
		})
	}
}

// plan tries the next turn of a player who waits, until it is whole or no step is left.
func (w *window) plan(random *rand.Rand) {
	w.Helper()
	w.openPanel()
	before := w.sign()
	w.reach(panel + `.querySelector('[data-control^="plan:"]')`)
	for range 60 {
		require.True(w, w.answered(before), "the copy does not change")
		w.panelFits()
		w.portray(w.channel())
		before = w.sign()
		if !w.step(random) {
			require.True(w, w.holds(panel+`.querySelector('[data-control^="plan_off:"]')`))
			return
		}
	}
}
