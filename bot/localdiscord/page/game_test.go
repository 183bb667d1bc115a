package page_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// game is a game that people play by clicks.
type game struct {
	name    string // value of the option "game" of /game new
	channel string
	players []string
	mode    string // value of the option "mode", "" for the game's own
}

var clicked = []game{
	{"gardens", gardensID, []string{"ana", "eve"}, ""},
	{"babel", babelID, []string{"cleo", "dan"}, ""},
	{"towers", towersID, []string{"eve", "bo", "dan"}, ""},
}

// playTurns has the people in the windows take turns by random clicks, until the game has ended.
func playTurns(windows []*window, random *rand.Rand, turns int) {
	t := windows[0]
	deadline := time.Now().Add(patience * time.Duration(5+turns))
	for taken := 0; taken < turns && !t.holds(ended); time.Sleep(10 * time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "the game does not go on")
		for _, w := range windows {
			if taken < turns && w.myTurn() {
				w.turn(random)
				taken++
			}
		}
	}
}

func (w *window) option(name, value string) {
	w.fill(name, value)
	const offered = `document.querySelector('.composer .option[data-value=%q]')`
	w.reach(fmt.Sprintf(offered, value))
}

// fill types a value of an optional option.
func (w *window) fill(name, value string) {
	w.reach(fmt.Sprintf(`document.querySelector('[data-add=%q]')`, name))
	w.await("the option "+name, `document.activeElement.dataset.option === %q`, name)
	w.keys(value)
}

func (w *window) user() *localdiscord.User { return w.world.UserNamed(w.name) }

// commanded sends a command by no clicks, and returns the answer.
func (w *window) commanded(command string) *localdiscord.Message {
	return w.answer(w.user().Slash(w.ctx, w.channel(), command, nil))
}

// commandNamed returns a command in the window's language.
func (w *window) commandNamed(plain string) string {
	for _, leaf := range w.user().Commands(w.world.Gardens) {
		if leaf.DefaultPath == plain {
			return leaf.Path
		}
	}
	require.FailNow(w, "no command "+plain)
	return ""
}

// newestTurnButton is the button on the table's newest message.
const newestTurnButton = `[...document.querySelectorAll('.message:not(.ephemeral) [data-control^="panel:"]')].at(-1)`

// ended is true after the end of the game.
const ended = `document.querySelector('.message:not(.ephemeral) [data-control^="again:"]')`

// myTurn reports whether the table's newest message mentions the window's person, or all play at
// once.
func (w *window) myTurn() bool {
	if w.live {
		return w.holds(newestTurnButton)
	}
	return w.holds(newestTurnButton + `?.closest('.message').matches('.mentions-me')`)
}

// panel is the player's ephemeral message with controls.
const panel = `[...document.querySelectorAll('.message.ephemeral')].at(-1)`

// liveSteps is how many steps a player of a live game takes before the others may, too.
const liveSteps = 12

// turn takes a turn: it opens the panel and presses random controls until nothing is left to do.
func (w *window) turn(random *rand.Rand) {
	before := w.sign()
	if w.mostLines > 0 {
		w.told = append(w.told, w.tells("panel", w.mostLines))
	}
	if !w.click(newestTurnButton) {
		return
	}
	for step := range 200 {
		if !w.answered(before) || w.live && step == liveSteps {
			return // it was an old message, which has lost its buttons, or it is the others' chance
		}
		before = w.sign()
		if w.mostLines > 0 {
			w.messageFits(panel)
			w.portray(w.channel())
		}
		if !w.step(random) {
			return
		}
	}
	require.FailNow(w, "a turn of 200 steps", w.text("#messages"))
}

// openPanel opens a panel for the newest message of the table.
func (w *window) openPanel() {
	const panels = `document.querySelectorAll('.message.ephemeral').length`
	before := ask[int](w, panels)
	w.reach(newestTurnButton)
	// The panel before may still change, so only another one counts.
	w.await("another panel", panels+` > %d && !document.querySelector('.messages [aria-busy=true]')`, before)
}

// signature changes when the newest panel does.
const signature = `(() => { const p = ` + panel + `;
	return p ? [p.id, p.querySelector('.text')?.innerText, ...[...p.querySelectorAll('[data-control]')].map((c) => c.dataset.control)].join() : ''; })()`

func (w *window) sign() string { return ask[string](w, signature) }

// settled is true if the panel is another one, and no answer is awaited.
func settled(before string) string {
	return signature + ` !== ` + quote(before) + ` && !document.querySelector('.messages [aria-busy=true]')`
}

// settles waits until the panel has changed.
func (w *window) settles(before string) { w.await("an answer in the panel", "%s", settled(before)) }

// answerTime is usually longer than the bot takes to answer a press. After that, a test presses
// again.
const answerTime = 2 * time.Second

// answered waits for the panel to change. It returns false if it does not.
func (w *window) answered(before string) bool {
	for deadline := time.Now().Add(answerTime); time.Now().Before(deadline); {
		is, err := w.turns(time.Until(deadline), settled(before))
		require.NoError(w, err, w.name)
		if is {
			return true
		}
	}
	return false
}

// offer counts a panel's controls of each kind.
type offer struct {
	Sure  int `json:"sure"`  // the answer to "Are you sure?"
	Moves int `json:"moves"` // buttons that make a move
	Menus int `json:"menus"`
	Aids  int `json:"aids"` // buttons that lead to a choice: a cursor, or a choice in steps
}

// moveButton selects the buttons of a panel that go on with the turn or end it.
const moveButton = `.button[data-control^="move:"]`

// aidButton selects the buttons that open or change a cursor, or ask the next question.
const aidButton = `.button:is([data-control^="cur:"], [data-control^="pick:"])`

// step presses a control that continues the turn. It returns false if there is none.
func (w *window) step(random *rand.Rand) bool {
	can := ask[offer](w, `(() => { const n = (s) => `+panel+`.querySelectorAll(s + ':not(:disabled)').length;
		return {sure: n('.button.danger'), moves: n('`+moveButton+`'), menus: n('.select'), aids: n('`+aidButton+`')}; })()`)
	nth := func(selector string, n int) bool {
		return w.click(panel+`.querySelectorAll(%q)[%d]`, selector+":not(:disabled)", random.IntN(n))
	}
	switch {
	case can.Sure > 0:
		return nth(".button.danger", can.Sure)
	case can.Moves > 0 && (can.Menus+can.Aids == 0 || random.IntN(4) > 0): // to keep turns short
		return nth(moveButton, can.Moves)
	case can.Menus > 0 && (can.Aids == 0 || random.IntN(4) > 0):
		require.True(w, nth(".select", can.Menus), "the menu is in sight")
		w.await("the menu opens", panel+`.querySelector('.listbox:not([hidden]) .option')`)
		return w.click(panel + `.querySelector('.listbox:not([hidden]) .option')`)
	case can.Aids > 0:
		return nth(aidButton, can.Aids)
	}
	return false
}
