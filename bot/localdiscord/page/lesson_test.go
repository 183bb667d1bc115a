package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"amytis/bot/handle/learn/lessons"
	"amytis/bot/text"
	"amytis/engine/longrun"
)

// TestALessonByClicksOnAPhone finishes a lesson as a person who has just loaded the page.
func TestALessonByClicksOnAPhone(t *testing.T) {
	longrun.Only(t, "other tests finish all lessons in every language without a browser")
	t.Parallel()
	p := play(t, 37)
	l, found := lessons.Of(clicked[0].name)
	require.True(t, found)
	w := p.window("dan", clicked[0].channel, phone)
	w.reach(fmt.Sprintf(`document.querySelector('[data-control^="learn:"][data-control$=":%s"]')`, l.Game))
	for step := range l.Steps {
		w.awaitStep(l, step, text.For("es-ES"))
		w.fits()
		w.finish(l, step)
	}
	require.Empty(t, p.world.Violations())
}

// awaitStep waits until the newest panel shows a step of a lesson.
func (w *window) awaitStep(l *lessons.Lesson, step int, words *text.Words) {
	w.Helper()
	header := words.Say("bot.lesson.step", "Game", words.Say(l.Game+".name"), "Step", step+1, "Steps", len(l.Steps))
	header = strings.ReplaceAll(header, "*", "")
	w.await(header, panel+`?.querySelector('.text').innerText.includes(%s)`, quote(header))
	w.await("the list is still", `!document.querySelector('[aria-busy=true]')`)
}

// finish does what a step asks for. The last step asks for nothing.
func (w *window) finish(l *lessons.Lesson, step int) {
	w.Helper()
	const button = `.querySelector('.button[data-control%s]:not(:disabled)')`
	move := strings.TrimPrefix(l.Steps[step].Move, "1 ")
	switch {
	case l.Last(step):
		require.True(w, w.holds(panel+button, `^="solo:"`))
		return
	case move == "":
		w.reach(panel + fmt.Sprintf(button, `^="lesson:"`))
		return
	}
	verb, _, _ := strings.Cut(move, " ")
	play := panel + fmt.Sprintf(button, fmt.Sprintf(`$=":%s"`, move))
	cursor := panel + fmt.Sprintf(button, fmt.Sprintf(`$=" %s"`, verb))
	switch {
	case w.holds(play + ` !== null`):
		w.reach(play)
	case w.holds(cursor + ` !== null`):
		w.reach(cursor)
		w.reach(play)
	default:
		w.chooseMove(move)
	}
	if l.Steps[step].Name == "end_full" { // a pillar would be lost
		w.reach(panel + fmt.Sprintf(button, `^="sure:"`))
	}
}

// chooseMove opens the menus of the newest panel until one offers a move, and chooses it.
func (w *window) chooseMove(move string) {
	w.Helper()
	option := panel + fmt.Sprintf(`.querySelector('.listbox:not([hidden]) .option[data-value="%s"]')`, move)
	for i := range ask[int](w, panel+`.querySelectorAll('.select').length`) {
		w.reach(panel + fmt.Sprintf(`.querySelectorAll('.select')[%d]`, i))
		w.await("the menu opens", panel+`.querySelector('.listbox:not([hidden]) .option')`)
		if w.holds(option + ` !== null`) {
			w.reach(option)
			return
		}
		w.keys(kb.Escape)
	}
	require.FailNow(w, "no menu offers "+move, w.text("#messages"))
}
