package page_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/games"
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

// TestIconsAreShownOnButtonsAndInMenus waits until the bot has uploaded the icons of all games, and
// shows each as an option of a menu and some on buttons.
func TestIconsAreShownOnButtonsAndInMenus(t *testing.T) {
	t.Parallel()
	p := play(t, 1)
	bot, err := discordgo.New(p.world.Token())
	require.NoError(t, err)
	bot.Client = &http.Client{Transport: p.world.Transport(nil)}
	t.Cleanup(bot.Client.CloseIdleConnections)
	w := p.window("ana", gardensID, desktop)
	for n, g := range games.All {
		var options []discordgo.SelectMenuOption
		var buttons []discordgo.MessageComponent
		for i, name := range g.Info().Icons {
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
		menu := fmt.Sprintf("icons%d", n)
		_, err := bot.ChannelMessageSendComplex(gardensID, &discordgo.MessageSend{
			Content: g.Info().ID,
			Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.SelectMenu{CustomID: menu, Options: options},
				}},
				discordgo.ActionsRow{Components: buttons},
			},
		})
		require.NoError(t, err)
		w.await("the buttons have their icons", `[...document.querySelectorAll('button.button img.emoji')]
			.filter((i) => i.complete && i.naturalWidth === 128 && i.clientWidth === 22).length === %d`, 4*(n+1))
		first := g.Info().Icons[0]
		assert.Equal(t, "Press "+first, w.text(`[data-control="`+first+`"]`))

		require.True(t, w.click(`document.querySelector('[data-control="%s"]')`, menu))
		w.await("the options have their icons", `[...document.querySelectorAll('.listbox:not([hidden]) .option img.emoji')]
			.filter((i) => i.complete && i.naturalWidth === 128 && i.clientWidth === 22).length === %d`, len(options))
		w.resize(size{1280, 1500})
		w.screenshot("icons-" + g.Info().ID)
		w.resize(desktop)
		require.True(t, w.click(`document.querySelector('.listbox:not([hidden]) [data-value="%s"]')`, first))
		w.await("the closed menu shows what was chosen",
			`document.querySelector('[data-control="%s"] .select-name img.emoji')`, menu)
	}
}
