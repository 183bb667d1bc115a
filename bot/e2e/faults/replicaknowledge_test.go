package faults_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

// TestBotWithoutASessionKnowsCommandsAndIcons has a bot answer by HTTP while another one has the
// only shard, has registered the commands and uploaded the icons.
func TestBotWithoutASessionKnowsCommandsAndIcons(t *testing.T) {
	env := harness.New(t, harness.Options{Icons: true})
	env.Eventually("all icons are uploaded", func() bool { return strings.Contains(env.BotLog.Text(), "uploaded icons") })
	env.StartReplica(harness.Options{ByHTTP: true, Icons: true}).TakeInteractions()
	ana := env.NewPlayer("Ana", "en-US")
	ch := env.Guild.AddChannel("square")
	id := ""
	for _, c := range env.Discord.Commands() {
		if c.Name == "game" {
			id = c.ID
		}
	}
	helps := func(button, with string) func() bool {
		return func() bool {
			more := ana.MustClick(ana.MustCommand(ch, "help", nil), ana.T("bot.button."+button))
			return strings.Contains(more.Text(), with)
		}
	}
	env.Eventually("the commands are mentioned", helps("more", "</game new:"+id+">"))

	bo := env.NewPlayer("Bo", "en-US")
	env.At(ch).Open(nil, []*harness.Player{ana, bo})
	env.Eventually("a panel has icons", func() bool {
		panel, err := harness.PlayerOf([]*harness.Player{ana, bo}, env.At(ch).Awaited()).OpenPanel(ch, nil)
		require.NoError(t, err)
		for _, c := range panel.Controls() {
			for _, o := range c.Options {
				if o.Emoji != nil {
					return true
				}
			}
			if c.Emoji != nil {
				return true
			}
		}
		return false
	})
	require.Equal(t, 1, env.Discord.Identifies())

	newer := env.Store.Second()
	require.NoError(t, newer.SetNote(t.Context(), "commands", `{"hash":"newer","ids":{"game":"77"}}`))
	env.Eventually("the commands of another version are mentioned", helps("help_more", "</game new:77>"))
}
