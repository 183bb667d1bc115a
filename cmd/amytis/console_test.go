package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/localdiscord"
)

func TestConsoleShowsTextsAsPeopleReadThem(t *testing.T) {
	world, err := localdiscord.Playground(localdiscord.Options{}, "gardens")
	require.NoError(t, err)
	defer world.Close()
	for content, shown := range map[string]string{
		"Open one with </game new:1438120000000000000>.":                  "Open one with /game new.",
		"## A *new* **game**\n-# of `b_c` [here](https://a.b) <:tile:12>": "A new game\nof b_c here :tile:",
		`\*\*Bo\_b\* 2 - 1 = 1 > 0, <t:0:R>`:                              "**Bo_b* 2 - 1 = 1 > 0, " + time.Unix(0, 0).Format("2006-01-02 15:04"),
		"▶️ " + world.Ana.Mention() + ", it's your turn. <@1>":            "▶️ @ana, it's your turn. <@1>",
	} {
		m := &localdiscord.Message{Content: content}
		assert.Equal(t, strings.Split(shown, "\n"), newConsole(world, t.TempDir(), io.Discard).render(m))
	}
}

func TestConsoleShowsDirectMessagesWithTheirLinks(t *testing.T) {
	world, err := localdiscord.Playground(localdiscord.Options{}, "gardens")
	require.NoError(t, err)
	defer world.Close()
	client, err := discord.New(discord.Config{REST: rest.Config{Token: world.Token(), BaseURL: world.URL()}}, discord.Handlers{
		Interactions: interactions.Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {}},
	})
	require.NoError(t, err)
	const url = "https://discord.com/channels/1/2/3"
	button := discordgo.Button{Label: "To the table", Style: discordgo.LinkButton, URL: url}
	row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{button}}
	_, err = client.Messages.Direct(t.Context(), world.Bo.ID, &message.Message{
		Content: "▶️ It's your turn.", Components: []discordgo.MessageComponent{row},
	}, "turn-1")
	require.NoError(t, err)
	printed := &output{}
	newConsole(world, t.TempDir(), printed).run(t.Context(), strings.NewReader(""))
	const shown = "── direct message to bo\n│ ▶️ It's your turn.\n│ To the table ↗ " + url + "\n"
	assert.Contains(t, printed.String(), shown)
}

func TestConsolePlaysAgainstTheComputer(t *testing.T) {
	t.Setenv(tokenVariable, "")
	folder, printed := t.TempDir(), &output{}
	lines, typed := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(context.Background(), []string{
			"--console", "--db", filepath.Join(folder, "amytis.db"), "--pictures", folder, "--listen", "127.0.0.1:0",
		}, streams{lines, printed, printed})
	}()
	shows := func(text string) {
		t.Helper()
		require.Eventually(t, func() bool {
			return strings.Contains(printed.String(), text)
		}, patience, time.Millisecond, text)
	}
	enter := func(line string) {
		_, err := io.WriteString(typed, line+"\n")
		require.NoError(t, err)
	}
	shows("/game solo")
	enter("/game solo setup:hand")
	shows("── only for ana")
	enter("/settings")
	shows(`("Settings for this server" was sent as it was;`)
	shows("│ Games can be opened in: every channel")
	for typed, meant := range map[string]string{
		"/gmae solo": "/game solo", "game solo": "/game solo", "/garden remvoe a1": "/garden remove", "pres Join": "press", "Help": "help",
	} {
		enter(typed)
		shows(`! unknown command; did you mean "` + meant + `"?`)
	}
	shows(".png\n│ To play: Ana. Set-up: clay tiles are being removed from the quarry. The quarry and Ana's garden, from above.")
	assert.NotContains(t, printed.String(), "**")
	enter("/garden remove ?")
	shows("  a1       ")
	enter("/garden remove a1 b2")
	shows("! /garden remove has only 1 options, and none for \"b2\"")
	enter("choose a1")
	shows("Ana: removed")
	assert.NotContains(t, printed.String(), "only for \n", "a private message names its reader")
	assert.NotContains(t, printed.String(), "[]", "a control has no name")
	enter("quit")
	require.NoError(t, typed.Close())
	assert.Zero(t, <-ended)
}

func TestConsoleFindsLabelsByTheStartOfAWord(t *testing.T) {
	for label, found := range map[string]bool{
		"💡 Hint for my turn": true, "Hint for my turn": true, "No hint": true, "◀ Previous page": false, "Whint": false,
	} {
		assert.Equal(t, found, hasWord(label, "hint"), label)
	}
	assert.True(t, hasWord("◀ Previous page", "◀ prev"), "the start of a label with its sign finds it")
	assert.True(t, hasWord("🎯 Tower…", "tower"), "a word before punctuation is found")
}
