package page_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// countdown is the clock of the newest message with one.
const countdown = `[...document.querySelectorAll('.timestamp.relative')].at(-1)`

// TestALiveGameAgainstTheClock: three people build at the same time. All see what the others build,
// the clock, and how rounds end: one by the clock, one because everybody has stopped building.
func TestALiveGameAgainstTheClock(t *testing.T) {
	t.Parallel()
	p := play(t, 13)
	var windows []*window
	for _, name := range []string{"ana", "eve", "bo"} {
		windows = append(windows, p.window(name, towersID, desktop))
	}
	begin(clicked[2], windows, func(host *window) {
		host.option("mode", "quick")
		host.fill("clock", "300")
	})
	everybody(windows, "all are called", newestReadyButton+`?.closest('.message').matches('.mentions-me')`)
	ready(windows)
	everybody(windows, "the clock", countdown+`?.innerText.startsWith('in ')`)
	for _, w := range windows {
		w.openPanel()
		w.choose()
		everybody(windows, "what "+w.name+" has built", says(shownName(w.name)+" placed a tower"))
	}
	windows[1].run(chromedp.Reload())
	everybody(windows[1:2], "all of it, after a reload", says("Bo placed a tower"))

	p.forward(5*time.Minute + time.Second)
	everybody(windows, "the end of the round", says("The time is up: round 1 is over."))
	everybody(windows, "the beginning of the next round", countdown+`?.innerText.startsWith('in ')`)
	ready(windows)
	windows[0].openPanel()
	windows[0].choose()
	for _, w := range windows {
		w.stuck()
		everybody(windows, w.name+" stops building", says(shownName(w.name)+" stops building this round"))
	}
	everybody(
		windows,
		"a third round",
		`[...document.querySelectorAll('.message')].filter((m) => m.innerText.includes('won the round')).length === 2`,
	)
	windows[0].screenshot("clock")
	require.Empty(t, p.world.Violations())
}

// ready has everybody be ready for a round, and waits until it has begun.
func ready(windows []*window) {
	for _, w := range windows {
		w.Helper()
		w.reach(newestReadyButton)
		w.await("the panel", panel)
	}
	everybody(windows, "the round", `!`+newestReadyButton)
}

// openPanel opens a panel for the newest message of the table.
func (w *window) openPanel() {
	w.Helper()
	const panels = `document.querySelectorAll('.message.ephemeral').length`
	before := ask[int](w, panels)
	w.reach(newestTurnButton)
	// The panel before may still change, so only another one counts.
	w.await("another panel", panels+` > %d && !document.querySelector('.messages [aria-busy=true]')`, before)
}

// choose takes the first value that the first menu of the panel offers.
func (w *window) choose() {
	w.Helper()
	w.reach(panel + `?.querySelector('.select')`)
	w.reach(panel + `?.querySelector('.listbox:not([hidden]) .option')`)
}

// stuck stops building for the round and confirms that if asked.
func (w *window) stuck() {
	w.Helper()
	w.openPanel()
	// The button that ends something is the last one.
	w.reach(`[...` + panel + `?.querySelectorAll('` + moveButton + `') ?? []].at(-1)`)
	const asked = panel + `?.querySelector('.button.danger')`
	done := says(shownName(w.name) + " stops building this round")
	w.await("an answer", asked+` || `+done)
	if w.holds(asked) {
		require.True(w, w.click(asked))
	}
}
