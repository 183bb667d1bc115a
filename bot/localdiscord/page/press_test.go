package page_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// TestAMessageThatChangesLosesNoPress edits a message while its menu is open, and while the mouse
// is down on its button, on its menu or on an option.
func TestAMessageThatChangesLosesNoPress(t *testing.T) {
	t.Parallel()
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
