package page_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
)

const openForm = `document.querySelector('dialog.form')`

func (w *window) submit() {
	w.reach(openForm + `.querySelector('[type=submit]')`)
	w.await("the form is sent", `!`+openForm)
}

// form sends a command that opens a form, and looks at the form.
func (w *window) form(command string) {
	path := w.commandNamed(command)
	w.typeText("/" + path + " ")
	w.await("the command", `document.querySelector('form.command')?.ariaLabel === %q`, "/"+path)
	w.reach(`document.querySelector('.send')`)
	w.formFits(command)
}

// formFits waits for a form, and checks that a phone shows the whole of it.
func (w *window) formFits(name string) {
	w.await("the form", openForm)
	w.look("form-" + name + "-" + w.name)
	assert.Empty(w, ask[string](w, `(() => {
		const form = `+openForm+`, at = form.getBoundingClientRect();
		const cut = [...form.querySelectorAll('h2, label, legend, .hint, button')].find((e) => e.scrollWidth > e.clientWidth + 1);
		return cut?.innerText ?? (at.left < 0 || at.right > innerWidth || form.scrollWidth > form.clientWidth ? 'the form' : '');
	})()`), "%s: wider than the phone", name)
	assert.LessOrEqual(w, ask[int](w, `Math.ceil(`+openForm+`.getBoundingClientRect().height)`), 844, name)
	w.fits()
}

// formInput returns an input of the open form, perhaps the one with a value.
func formInput(name, value string) string {
	if value != "" {
		value = fmt.Sprintf("[value=%q]", value)
	}
	return openForm + fmt.Sprintf(`.querySelector('[data-input=%q]%s')`, name, value)
}

// fillIn types a text, or the first letters of an option.
func (w *window) fillIn(name, text string) {
	w.focus(formInput(name, ""))
	require.True(w, w.holds(`(%s.select?.(), true)`, formInput(name, "")), "what is in %q is selected", name)
	w.keys(text)
}

// TestFormsAreFilledInOnAPhone has people open the forms in each language. By day it is the form of
// the settings alone.
func TestFormsAreFilledInOnAPhone(t *testing.T) {
	p := play(t, 33)
	for _, name := range longrun.Choose(nil, []string{"ana", "bo", "cleo", "dan"}) {
		w := p.window(name, gardensID, phone)
		w.form("me quiet")
		w.fillIn("from", "9") // of two keys, a menu takes a late one for another hour
		w.fillIn("zone", "Nowhere")
		w.submit()
		const correct = `document.querySelector('.messages [data-control^="quiet:"]')`
		w.reach(correct)
		w.await("what was typed", formInput("zone", "")+`?.value === 'Nowhere' && `+formInput("from", "")+`.value === '9'`)
		w.fillIn("zone", "Tokyo")
		w.submit()
		w.await("the quiet hours", says("Tokyo"))
		require.False(t, w.holds(correct), "the answer takes the place of the reason")

		w.form("me away")
		w.fillIn("until", kb.ArrowDown)
		w.reach(formInput("weekends", "free"))
		w.submit()
		w.await("days away", says("🌴"))

		w.form("me invites")
		w.reach(formInput("games", "babel"))
		w.submit()
		w.await("the games", `[...document.querySelectorAll('.messages .message')].at(-1).innerText.includes('Babel')`)

		w.form("game new")
		w.reach(formInput("game", "towers"))
		w.fillIn("computers", "2")
		w.reach(formInput("also", "hints"))
		w.submit()
		const options = `[...document.querySelectorAll('.messages [data-control^="opts:"]')].at(-1)`
		w.reach(options)
		w.formFits("options")
		w.reach(formInput("also", "expert"))
		w.submit()
		w.await("the lobby has it", options+`.closest('.message').innerText.includes('Expert rules: Yes')`)
		w.press("Leave")
		w.await("the lobby is closed", `!`+options)
	}
	w := p.window("ana", gardensID, phone)
	w.form("settings")
	w.reach(formInput("channels", gardensID))
	w.reach(formInput("pings", "name"))
	w.submit()
	w.await("the settings", says("gardens"))
	w.press("More settings")
	w.formFits("more settings")
	w.reach(formInput("season", "monthly"))
	w.submit()
	w.await("the seasons", says("monthly"))
	require.Empty(t, p.world.Violations())
}
