package page_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
)

// emojiOf returns the emoji that the bot has uploaded for an icon, nil for none yet.
func (p *playground) emojiOf(icon string) *discordgo.ComponentEmoji {
	for _, e := range p.world.Emoji() {
		if strings.HasPrefix(e.Name, "amytis_"+icon+"_") {
			return &discordgo.ComponentEmoji{ID: e.ID, Name: e.Name}
		}
	}
	return nil
}

// TestIconsAreShownOnButtonsAndInMenus waits until the bot has uploaded an icon of a game.
func TestIconsAreShownOnButtonsAndInMenus(t *testing.T) {
	t.Parallel()
	p := play(t, 1)
	bot, err := discordgo.New(p.world.Token())
	require.NoError(t, err)
	bot.Client = &http.Client{Transport: p.world.Transport()}
	t.Cleanup(bot.Client.CloseIdleConnections)
	name := games.All[0].Info().Icons[0]
	require.Eventually(t, func() bool { return p.emojiOf(name) != nil }, patience, 10*time.Millisecond, name)
	icon := p.emojiOf(name)
	_, err = bot.Request(http.MethodPost, discordgo.EndpointChannelMessages(gardensID), map[string]any{
		"content": "Icons",
		"components": []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
				CustomID: "icons", Options: []discordgo.SelectMenuOption{{Label: "Choose it", Value: name, Emoji: icon}}}}},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "Press it", CustomID: name, Style: discordgo.PrimaryButton, Emoji: icon}}},
		},
	})
	require.NoError(t, err)
	w := p.window("ana", gardensID, desktop)
	const shown = `[...document.querySelectorAll('%s img.emoji')]
		.some((i) => i.complete && i.naturalWidth === 128 && i.clientWidth === 22)`
	w.await("the button has its icon", shown, "button.button")
	assert.Equal(t, "Press it", w.text(`[data-control="`+name+`"]`))
	require.True(t, w.click(`document.querySelector('[data-control="icons"]')`), "no menu")
	w.await("the option has its icon", shown, ".listbox:not([hidden]) .option")
	require.True(t, w.click(`document.querySelector('.listbox:not([hidden]) [data-value="%s"]')`, name), "no option")
	w.await("the closed menu shows what was chosen",
		`document.querySelector('[data-control="icons"] .select-name img.emoji')`)
}
