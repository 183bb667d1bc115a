package page_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// A phone of 390 x 844 leaves 600 pixels between the bars of Discord and its own. Both the picture
// and the button that plays the choice must be in them.
const (
	leftOnAPhone = 600
	maxRows      = 6
)

// measured is a message as a phone shows it.
type measured struct {
	Text   string `json:"text"`
	Lines  int    `json:"lines"`  // of text
	Height int    `json:"height"` // from the top of the picture to the end of the button that plays, in pixels
	Rows   int    `json:"rows"`   // of controls
	Cut    string `json:"cut"`    // a label that ends in "…"
}

// messageFits checks a message in a window that is as large as a phone, and returns how many lines
// of text it has.
func (w *window) messageFits(message string) int {
	m := ask[measured](w, "%s", `(() => { const m = `+message+`, controls = [...m.querySelectorAll('.button, .select')];
		const at = (e) => e.getBoundingClientRect(), said = [...m.querySelectorAll('.text, .embed-title, .embed-footer')];
		return {
			text: said.map((e) => e.innerText).join('\n'), rows: new Set(controls.map((c) => Math.round(at(c).bottom / 8))).size,
			lines: said.reduce((sum, e) => sum + Math.round(at(e).height / parseFloat(getComputedStyle(e).lineHeight)), 0),
			height: Math.ceil(controls.length && at(m.querySelector('.button.success') ?? controls.at(-1)).bottom - at(m.querySelector('.picture') ?? controls[0]).top),
			cut: controls.find((c) => c.innerText.trim().endsWith('…'))?.innerText ?? '',
		}; })()`)
	assert.LessOrEqual(w, m.Height, leftOnAPhone, "%s", m.Text)
	assert.LessOrEqual(w, m.Rows, maxRows, "%s", m.Text)
	assert.Empty(w, m.Cut, "%s", m.Text)
	return m.Lines
}

// tells checks the newest message to all that has a control, and returns how many lines it has.
func (w *window) tells(control string, most int) int {
	newest := fmt.Sprintf(`[...document.querySelectorAll('.message:not(.ephemeral):has([data-control^="%s:"])')].at(-1)`, control)
	w.await(control, "%s", newest)
	lines := w.messageFits(newest)
	assert.LessOrEqual(w, lines, most, "%s", ask[string](w, "%s", newest+`.innerText`))
	return lines
}

// fits checks that nothing is wider than the window.
func (w *window) fits() {
	assert.False(w, w.holds(`document.scrollingElement.scrollWidth > innerWidth`), "wider than the window")
}

// phoneTurns is how many turns of each game are played before one is planned. A turn takes a
// browser a second, and the first ones have most kinds of panels.
func phoneTurns() int { return longrun.Choose(1, 12) }

// mostLines of text has a message of a game by the number of its players, one of its end, and one
// of its lobby.
var mostLines = map[int]int{2: 5, 3: 6, 4: 8}

const mostEndLines, mostLobbyLines = 6, 6 + 1 // a lobby of a rematch calls its players

// TestAGameFitsOnAPhone plays every game, in the language of who opens it, to its end, and plans a
// turn. Then everybody plays on from the first picture. By day it is one turn of one game, in which
// only who begins has a window, and all but one resign.
func TestAGameFitsOnAPhone(t *testing.T) {
	t.Parallel()
	all := []game{ // each person has another language
		{"gardens", gardensID, []string{"ana", "bo", "cleo", "dan"}, ""},
		{"babel", babelID, []string{"cleo", "dan"}, ""},
		{"towers", towersID, []string{"bo", "ana", "cleo"}, ""},
		{"towers", towersID, []string{"dan", "bo", "cleo"}, "quick"},
	}
	for _, g := range longrun.Choose(all[1:2], all) {
		t.Run(g.name+g.mode, func(t *testing.T) {
			live := g.mode != ""
			p := play(t, 5)
			language := p.world.UserNamed(g.players[0]).Locale[:2]
			p.answer(p.world.Ana.Slash(t.Context(), p.world.Gardens, "settings", localdiscord.Args{"language": language}))
			first := p.begun(g)
			var windows []*window
			for _, name := range longrun.Choose([]string{first}, g.players) {
				w := p.window(name, g.channel, phone)
				w.mostLines, w.live = mostLines[len(g.players)], live
				windows = append(windows, w)
			}
			random := rand.New(rand.NewPCG(4, 5))
			turns := phoneTurns()
			if live {
				turns = len(windows) // a live round is over soon
			}
			playTurns(windows, random, turns)
			waits := func(w *window) bool { return !w.myTurn() }
			for !live && !windows[0].holds(ended) && !slices.ContainsFunc(windows, waits) {
				windows[0].turn(random) // a slow answer has cut it short
			}
			if i := slices.IndexFunc(windows, waits); i >= 0 && !live && !windows[0].holds(ended) {
				windows[i].plan(random)
			}
			if longrun.On() && !live {
				playTurns(windows, random, 400) // to the end
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
			windows[0].tells("again", mostEndLines)
			random = rand.New(rand.NewPCG(6, 5)) // how often the other was asked depends on time
			for _, w := range windows {
				w.playOn(random)
			}
			windows[0].commanded("game rematch")
			windows[0].tells("join", mostLobbyLines)
			require.Empty(t, p.world.Violations())

			var told []int
			for _, w := range windows {
				told = append(told, w.told...)
			}
			slices.Sort(told)
			assert.LessOrEqual(t, told[len(told)/2], 4, "the median")
		})
	}
}

// playOn plays on alone from the first picture of a game that has ended.
func (w *window) playOn(random *rand.Rand) {
	w.await("the end", ended)
	still := w.pressed(w.user(), w.commanded("replay"), "still")
	before := w.sign()
	w.pressed(w.user(), still, "play_on")
	for range longrun.Choose(2, phoneTurns()) {
		w.settles(before)
		w.messageFits(panel)
		w.portray(w.channel())
		if before = w.sign(); !w.step(random) {
			return
		}
	}
}

// plan tries the next turn of a player who waits, until it is whole or no step is left.
func (w *window) plan(random *rand.Rand) {
	w.openPanel()
	before := w.sign()
	w.reach(panel + `.querySelector('[data-control^="plan:"]')`)
	for range 60 {
		w.settles(before)
		w.messageFits(panel)
		w.portray(w.channel())
		before = w.sign()
		if !w.step(random) {
			require.True(w, w.holds(panel+`.querySelector('[data-control^="plan_off:"]')`), "the plan waits")
			return
		}
	}
}

// maxPresses is how many presses a newcomer needs at most, from loading the page to the first own
// step.
const maxPresses = 3

const countPresses = `(() => { window.presses = 0; document.addEventListener('click', ({isTrusted, target}) => {
	if (isTrusted && target.closest('button, a, [role=option]')) window.presses += 1; }, {capture: true}); return true; })()`

// TestAFirstStepAgainstTheComputerTakesThreePresses begins a game in a channel, in the long run in
// each, as a person who has just loaded the page.
func TestAFirstStepAgainstTheComputerTakesThreePresses(t *testing.T) {
	p := play(t, 31)
	for _, game := range longrun.Choose(clicked[:1], clicked) {
		w := p.window("ana", game.channel, phone)
		w.fits()
		require.True(t, w.holds(countPresses), "presses are counted from now on")
		w.reach(fmt.Sprintf(`document.querySelector('[data-control^="solo:"][data-control$="=%s"]')`, game.name))
		w.await("the first panel", panel+`.matches(":not(:has([data-control^=learn]))")`)
		w.await("the game is announced", newestTurnButton)
		w.await("the list is still", `!document.querySelector('[aria-busy=true]')`)
		assert.False(t, w.holds(stepTold), "no step was made yet")
		if w.holds(panel+`.querySelector('%s:not(:disabled)')`, aidButton) {
			w.reach(panel + `.querySelector('` + aidButton + `:not(:disabled)')`)
			w.reach(panel + `.querySelector('` + moveButton + `:not(:disabled)')`)
		} else if !w.click(panel + `.querySelector('` + moveButton + `:not(:disabled)')`) {
			w.reach(panel + `.querySelector('.select:not(:disabled)')`)
			w.reach(panel + `.querySelector('.listbox:not([hidden]) [role=option]')`)
		}
		w.await("the step is told", stepTold)
		presses := ask[int](w, `window.presses`)
		assert.LessOrEqual(t, presses, maxPresses, game.name)
		w.fits()
	}
	require.Empty(t, p.world.Violations())
}

// stepTold is true if a message tells a step of Ana's. Her panel may already show what comes next.
const stepTold = `[...document.querySelectorAll('.message .text')].some((t) => /(Ana|You):? .*(dug|drew|placed|raised)/.test(t.innerText))`
