package page_test

import (
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestIconsAreShownOnButtonsAndInMenus(t *testing.T) {
	t.Parallel()
	p, bot := showcase(t)
	rose := bot.send("POST", "/applications/"+p.world.BotID()+"/emojis", M{
		"name": "rose", "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(drawing("").data)})
	icon := M{"id": rose.ID, "name": "rose"}
	press := button("rose", "Press it", 1)
	press["emoji"] = icon
	bot.post(gardensID, M{"content": "Icons", "components": L{
		row(M{"type": 3, "custom_id": "icons", "options": L{M{"label": "Choose it", "value": "rose", "emoji": icon}}}), row(press)}})
	w := p.window("ana", gardensID, desktop)
	const shown = `[...document.querySelectorAll('%s img.emoji')]
		.some((i) => i.complete && i.naturalWidth === 600 && i.clientWidth === 22)`
	w.await("the button has its icon", shown, "button.button")
	assert.Equal(t, "Press it", w.text(`[data-control="rose"]`))
	require.True(t, w.click(`document.querySelector('[data-control="icons"]')`), "no menu")
	w.await("the option has its icon", shown, ".listbox:not([hidden]) .option")
	require.True(t, w.click(`document.querySelector('.listbox:not([hidden]) [data-value="rose"]')`), "no option")
	w.await("the closed menu shows what was chosen",
		`document.querySelector('[data-control="icons"] .select-name img.emoji')`)
}
