package page_test

import (
	"encoding/base64"
	"io"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestIconsAreShownOnButtonsAndInMenus(t *testing.T) {
	t.Parallel()
	p, bot := showcase(t)
	data, err := io.ReadAll(drawing())
	require.NoError(t, err)
	rose, err := bot.ApplicationEmojiCreate(p.world.BotID(), &discordgo.EmojiParams{
		Name: "rose", Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(data)})
	require.NoError(t, err)
	icon := &discordgo.ComponentEmoji{ID: rose.ID, Name: "rose"}
	_, err = bot.ChannelMessageSendComplex(gardensID, &discordgo.MessageSend{Content: "Icons", Components: []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
			CustomID: "icons", Options: []discordgo.SelectMenuOption{{Label: "Choose it", Value: "rose", Emoji: icon}}}}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Press it", CustomID: "rose", Style: discordgo.PrimaryButton, Emoji: icon}}},
	}})
	require.NoError(t, err)
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
