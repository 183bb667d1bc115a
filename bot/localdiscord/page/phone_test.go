package page_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
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

// fits checks that nothing is wider than the window.
func (w *window) fits() {
	w.Helper()
	assert.False(w, w.holds(`document.scrollingElement.scrollWidth > innerWidth`), "wider than the window")
}

// phoneTurns is how many turns of each game are played, or to its end for portraits. A turn takes a
// browser a second, and the first ones have most kinds of panels.
func phoneTurns() int {
	if os.Getenv(portraitsIn) != "" {
		return 300
	}
	return longrun.Choose(1, 12)
}

// TestPanelsFitOnAPhone plays the first turns of every game and plans one. Then all but one resign,
// and everybody plays on from the first picture. By day it is one game, in which only who begins
// has a window.
func TestPanelsFitOnAPhone(t *testing.T) {
	t.Parallel()
	all := []game{ // each person has another language
		{"gardens", gardensID, []string{"ana", "bo", "cleo", "dan"}, ""},
		{"babel", babelID, []string{"cleo", "dan"}, ""},
		{"towers", towersID, []string{"ana", "bo", "cleo"}, ""},
		{"towers", towersID, []string{"dan", "bo", "cleo"}, "quick"},
	}
	for _, g := range longrun.Choose(all[1:2], all) {
		t.Run(g.name+g.mode, func(t *testing.T) {
			t.Parallel()
			live := g.mode != ""
			p := play(t, 5)
			first := p.begun(g)
			var windows []*window
			for _, name := range longrun.Choose([]string{first}, g.players) {
				w := p.window(name, g.channel, phone)
				w.measures, w.live = true, live
				windows = append(windows, w)
			}
			turns := phoneTurns()
			if live {
				turns = len(windows) // a live round is over soon
			}
			random := rand.New(rand.NewPCG(4, 5))
			playTurns(windows, random, turns)
			waits := func(w *window) bool { return !w.myTurn() }
			for !live && !windows[0].holds(ended) && !slices.ContainsFunc(windows, waits) {
				windows[0].turn(random) // a slow answer has cut it short
			}
			if i := slices.IndexFunc(windows, waits); i >= 0 && !live && !windows[0].holds(ended) {
				windows[i].plan(random)
			}
			for i, w := range slices.Backward(windows) {
				w.portray(w.channel())
				if i == 0 {
					w.portrayAnswers(w.channel())
				}
			}
			require.Empty(t, p.world.Violations())
			if live {
				return // it ends by its rounds
			}
			for _, name := range g.players {
				if name == windows[0].name {
					continue
				}
				u := p.world.UserNamed(name)
				asked := p.answer(u.Slash(t.Context(), windows[0].channel(), "game resign", nil))
				if controlOf(asked, "resign") != "" { // else the game has ended
					p.pressed(u, asked, "resign")
				}
			}
			random = rand.New(rand.NewPCG(6, 5)) // how often the other was asked depends on time
			for _, w := range windows {
				w.playOn(random)
			}
			require.Empty(t, p.world.Violations())
		})
	}
}

// playOn plays on alone from the first picture of a game that has ended.
func (w *window) playOn(random *rand.Rand) {
	w.Helper()
	w.await("the end", ended)
	still := w.pressed(w.user(), w.commanded("replay"), "still")
	before := w.sign()
	w.pressed(w.user(), still, "play_on")
	for range longrun.Choose(2, phoneTurns()) {
		w.settles(before)
		w.panelFits()
		w.portray(w.channel())
		if before = w.sign(); !w.step(random) {
			return
		}
	}
}

// plan tries the next turn of a player who waits, until it is whole or no step is left.
func (w *window) plan(random *rand.Rand) {
	w.Helper()
	w.openPanel()
	before := w.sign()
	w.reach(panel + `.querySelector('[data-control^="plan:"]')`)
	for range 60 {
		w.settles(before)
		w.panelFits()
		w.portray(w.channel())
		before = w.sign()
		if !w.step(random) {
			require.True(w, w.holds(panel+`.querySelector('[data-control^="plan_off:"]')`), "the plan waits")
			return
		}
	}
}
