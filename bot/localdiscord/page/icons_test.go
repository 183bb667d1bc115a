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

// TestIconsAreShownOnButtonsAndInMenus waits until the bot has uploaded the icons of a game, and
// shows each as an option of a menu and some on buttons.
func TestIconsAreShownOnButtonsAndInMenus(t *testing.T) {
	t.Parallel()
	p := play(t, 1)
	bot, err := discordgo.New(p.world.Token())
	require.NoError(t, err)
	bot.Client = &http.Client{Transport: p.world.Transport()}
	t.Cleanup(bot.Client.CloseIdleConnections)
	w := p.window("ana", gardensID, desktop)
	names := games.All[0].Info().Icons
	var options []discordgo.SelectMenuOption
	var buttons []discordgo.MessageComponent
	for i, name := range names {
		require.Eventually(t, func() bool { return p.emojiOf(name) != nil }, patience, 10*time.Millisecond, name)
		icon := p.emojiOf(name)
		options = append(options, discordgo.SelectMenuOption{
			Label: "Choice " + name, Value: name, Description: "What it does", Emoji: icon,
		})
		if i < 4 {
			buttons = append(buttons, discordgo.Button{
				Label: "Press " + name, CustomID: name, Style: discordgo.ButtonStyle(i + 1), Emoji: icon,
			})
		}
	}
	_, err = bot.Request(http.MethodPost, discordgo.EndpointChannelMessages(gardensID), map[string]any{
		"content": "Icons",
		"components": []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.SelectMenu{CustomID: "icons", Options: options},
			}},
			discordgo.ActionsRow{Components: buttons},
		},
	})
	require.NoError(t, err)
	const shown = `[...document.querySelectorAll('%s img.emoji')]
		.filter((i) => i.complete && i.naturalWidth === 128 && i.clientWidth === 22).length === %d`
	w.await("the buttons have their icons", shown, "button.button", 4)
	assert.Equal(t, "Press "+names[0], w.text(`[data-control="`+names[0]+`"]`))

	require.True(t, w.click(`document.querySelector('[data-control="icons"]')`))
	w.await("the options have their icons", shown, ".listbox:not([hidden]) .option", len(options))
	require.True(t, w.click(`document.querySelector('.listbox:not([hidden]) [data-value="%s"]')`, names[0]))
	w.await("the closed menu shows what was chosen",
		`document.querySelector('[data-control="icons"] .select-name img.emoji')`)
}
