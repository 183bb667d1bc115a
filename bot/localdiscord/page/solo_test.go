package page_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
)

// maxPresses is how many presses a newcomer needs at most, from loading the page to the first own
// step.
const maxPresses = 3

// countPresses counts what the person presses from now on.
const countPresses = `(() => { window.presses = 0; document.addEventListener('click', ({isTrusted, target}) => {
	if (isTrusted && target.closest('button, a, [role=option]')) window.presses += 1; }, {capture: true}); return true; })()`

// TestAFirstStepAgainstTheComputerTakesThreePresses begins a game in a channel, in the long run in
// each, as a person who has just loaded the page.
func TestAFirstStepAgainstTheComputerTakesThreePresses(t *testing.T) {
	t.Parallel()
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
