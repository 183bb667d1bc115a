package page_test

import (
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/chromedp/cdproto/input"
	"github.com/stretchr/testify/require"
)

// TestAMessageThatChangesLosesNoPress edits a message while its menu is open, and while the mouse
// is down on its button, on its menu or on an option.
func TestAMessageThatChangesLosesNoPress(t *testing.T) {
	t.Parallel()
	p, bot := showcase(t)
	sent, err := bot.ChannelMessageSendComplex(gardensID, &discordgo.MessageSend{
		Content: "Version 0",
		Components: []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{CustomID: "dig", Label: "Dig"}}},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
				MenuType: discordgo.StringSelectMenu, CustomID: "plant", Placeholder: "A flower",
				Options: []discordgo.SelectMenuOption{{Label: "Rose", Value: "rose"}, {Label: "Iris", Value: "iris"}},
			}}},
		},
	})
	require.NoError(t, err)
	w := p.window("ana", gardensID, desktop)
	w.overhear("")
	w.await("the message", `document.documentElement.dataset.ready && `+says("Version 0"))
	version := 0
	edit := func() string {
		version++
		text := "Version " + strconv.Itoa(version)
		_, err := bot.ChannelMessageEdit(gardensID, sent.ID, text)
		require.NoError(t, err)
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
