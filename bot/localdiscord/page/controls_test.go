package page_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hasFocus returns the expression that an element has the focus.
func hasFocus(selector string) string {
	return `document.activeElement.matches(` + quote(selector) + `)`
}

// TestTheSidebarWorksByKeyboard: neither news nor opening a channel moves the focus. On a phone it
// moves into the drawer, cannot get behind it, and returns. Desktop windows with large text have a
// drawer, too.
func TestTheSidebarWorksByKeyboard(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	w := p.window("ana", gardensID, desktop)
	w.focus(fmt.Sprintf(channelLink, babelID))
	p.say(p.world.Bo, p.world.Towers, "News.")
	w.await("news", `document.querySelector('.place.unread')`)
	assert.True(t, w.holds(hasFocus(`[data-channel="`+babelID+`"]`)), "the channel keeps the focus when news come")
	w.keys(kb.Enter)
	w.await("the channel is there", `document.documentElement.dataset.ready === %q`, babelID)
	assert.True(t, w.holds(hasFocus(`[data-channel="`+babelID+`"]`)), "the channel keeps the focus when it is opened")

	w.resize(phone)
	w.focus(`document.getElementById('drawer')`)
	w.keys(kb.Enter)
	w.await("the focus is in the drawer", hasFocus(`#channels [aria-current]`))
	for range 20 {
		w.keys(kb.Tab)
		require.False(t, w.holds(`document.getElementById('chat').contains(document.activeElement)`), "the focus is behind the drawer")
	}
	w.keys(kb.Escape)
	w.await("the drawer is in", `document.getElementById('drawer').ariaExpanded === 'false'`)
	assert.True(t, w.holds(hasFocus(`#drawer`)), "the focus returns to the button of the drawer")
}

// TestMenusWorkByKeyboard: the space bar opens a menu and chooses, too, and the menu announces
// whether it is open.
func TestMenusWorkByKeyboard(t *testing.T) {
	p, bot := showcase(t)
	bot.post(gardensID, newer(), drawing("stripes.png"))
	w := p.window("ana", gardensID, desktop)
	const menu = `document.querySelector('[data-control=many]')`
	w.focus(menu)
	assert.Equal(t, "false", ask[string](w, menu+`.ariaExpanded`))
	w.keys(" ")
	w.await("the menu opens", menu+`.ariaExpanded === 'true'`)
	w.keys(" " + kb.ArrowDown + " ")
	w.await("two are chosen", `document.querySelectorAll('.listbox:not([hidden]) [aria-selected=true]').length === 2`)
	w.keys(kb.Tab)
	w.await("they are sent", says("Chosen: many rose iris"))
	assert.Equal(t, "false", ask[string](w, menu+`.ariaExpanded`))
}

// TestAMessageThatChangesLosesNoPress edits a message while its menu is open, and while the mouse
// is down on its button, on its menu or on an option.
func TestAMessageThatChangesLosesNoPress(t *testing.T) {
	p, bot := showcase(t)
	posted := bot.post(gardensID, M{"content": "Version 0", "components": L{
		row(button("dig", "Dig", 1)), row(M{"type": 3, "custom_id": "plant", "placeholder": "A flower",
			"options": L{M{"label": "Rose", "value": "rose"}, M{"label": "Iris", "value": "iris"}}})}})
	w := p.window("ana", gardensID, desktop)
	w.overhear("")
	w.await("the message", `document.documentElement.dataset.ready && `+says("Version 0"))
	version := 0
	edit := func() string {
		version++
		text := "Version " + strconv.Itoa(version)
		bot.send("PATCH", "/channels/"+gardensID+"/messages/"+posted.ID, M{"content": text})
		return text
	}
	// pressed edits the message while the mouse is down on an element.
	pressed := func(element string) {
		at := ask[aim](w, `(() => { const r = %s.getBoundingClientRect();
			return {x: r.x + r.width / 2, y: r.y + r.height / 2, hit: ''}; })()`, element)
		mouse := func(kind input.DispatchMouseEventType) {
			tell(w, input.DispatchMouseEvent, input.DispatchMouseEventParams{
				Type: kind, X: at.X, Y: at.Y, Button: input.MouseButtonLeft, ClickCount: 1,
			})
		}
		mouse(input.DispatchMouseEventTypeMousePressed)
		text := edit()
		w.await("the edit has reached the window", `window.told.join().includes(%q)`, text)
		mouse(input.DispatchMouseEventTypeMouseReleased)
		w.await("the edit is shown", says(text))
	}
	const button, menu = `document.querySelector('[data-control=dig]')`, `document.querySelector('[data-control=plant]')`
	pressed(button)
	w.await("the button was pressed", says("Chosen: dig"))
	pressed(menu)
	const iris = `document.querySelector('.listbox:not([hidden]) .option[data-value=iris]')`
	w.await("the menu is open", iris)
	w.await("the menu is still open", says(edit())+` && `+iris)
	pressed(iris)
	w.await("the option was chosen", says("Chosen: plant iris"))
}
