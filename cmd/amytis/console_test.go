package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

func TestConsoleShowsMentionedCommandsAsTheyAreTyped(t *testing.T) {
	m := &localdiscord.Message{Content: "Open one with </game new:1438120000000000000>."}
	assert.Equal(t, "│ Open one with /game new.\n", (&console{}).render(m))
}

func TestConsoleShowsMentionedPeopleByName(t *testing.T) {
	discord, err := localdiscord.Start(localdiscord.Options{})
	require.NoError(t, err)
	defer discord.Close()
	ana := discord.AddUser("ana", "en-US")
	m := &localdiscord.Message{Content: "▶️ " + ana.Mention() + ", it's your turn. <@1>"}
	c := &console{people: []*localdiscord.User{ana}}
	assert.Equal(t, "│ ▶️ @ana, it's your turn. <@1>\n", c.render(m))
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
	enter("/game solo")
	shows("── only for ana")
	enter("choose a1")
	shows("Ana removed")
	enter("quit")
	require.NoError(t, typed.Close())
	assert.Zero(t, <-ended)
}
