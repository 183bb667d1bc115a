package play_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// command has a player play a turn command that must be accepted.
func command(t *testing.T, p *harness.Player, ch *localdiscord.Channel, sub string, args localdiscord.Args) {
	t.Helper()
	m := p.MustCommand(ch, "towers "+sub, args)
	require.False(t, p.Refused(m), m.Content)
	if sure := p.T("bot.button.sure"); harness.Button(m, sure) != nil {
		p.MustClick(m, sure)
	}
}

func TestRoundsBeginWhenEveryoneIsReadyAndSayWhoHasWonThem(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t), Script: harness.QuickTowers})
	people, ch := env.NewPlayers(3), env.Guild.AddChannel("towers")
	env.At(ch).Open(localdiscord.Args{"game": "towers", "mode": "quick", "clock": 300}, people)
	env.Settle()
	seats := env.At(ch).BySeat(people)
	ready, turn := env.Words.T("bot.button.ready", nil), env.Words.T("bot.button.turn", nil)
	first := ch.Last()
	require.NotNil(t, harness.Button(first, ready), first.Content)
	require.Nil(t, harness.Button(first, turn))
	require.NotRegexp(t, harness.Countdown, first.Content, "the clock does not run")
	early := seats[0].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:k7"})
	require.Equal(t, "⛔ "+seats[0].T("table.refused.round_waits"), early.Content)

	panel := seats[0].MustClick(first, ready)
	require.Contains(t, panel.Content, seats[0].T("bot.turn.round_waits",
		"Players", env.Words.List([]string{seats[1].Name, seats[2].Name})))
	env.Settle()
	require.Contains(t, ch.Last().Content, env.Words.Say("bot.table.ready_list",
		"Ready", seats[0].Name, "Players", env.Words.List([]string{seats[1].Name, seats[2].Name})))
	panel = seats[1].MustCommand(ch, "game ready", nil)
	require.Contains(t, panel.Content, seats[1].T("bot.turn.round_waits",
		"Players", env.Words.List([]string{seats[2].Name})), "the command does the same")
	panel = seats[2].MustClick(ch.Last(), ready)
	require.NotEmpty(t, harness.CursorButtons(panel), "the last press begins the round: %s", panel.Content)
	env.Settle()
	require.Equal(t, first.ID, ch.Last().ID, "the message is edited")
	require.NotNil(t, harness.Button(ch.Last(), turn))
	env.CheckDeadline(ch.Last(), 5*time.Minute)

	command(t, seats[0], ch, "tower", localdiscord.Args{"cell": "1:k7"})
	command(t, seats[0], ch, "noble small", localdiscord.Args{"cell": "1:k7.1"})
	command(t, seats[1], ch, "noble small", localdiscord.Args{"cell": "1:k7.1"})
	command(t, seats[2], ch, "tower", localdiscord.Args{"cell": "2:k7"})
	for _, p := range seats {
		command(t, p, ch, "stuck", nil)
	}
	env.Settle()
	second := ch.Last()
	require.NotEqual(t, first.ID, second.ID)
	require.Contains(t, second.Content, env.Words.Say("bot.table.round_won",
		"Players", "**"+seats[0].Name+"**", "Count", 1, "ByPieces", true))
	rounds := env.Words.Pair(env.Words.Say("towers.score.won"), fmt.Sprintf("**%s** 1 · ", seats[0].Name))
	require.Contains(t, second.Content, rounds, "the picture has the zones")
	require.Contains(t, second.Attachments[0].Description, "k7", "the picture shows what was scored")
	require.NotNil(t, harness.Button(second, ready))
	require.Len(t, harness.Countdown.FindAllString(second.Content, -1), 1, "it begins by itself")
	env.CheckDeadline(second, 10*time.Second)
	env.Eventually("the old message has no buttons", func() bool {
		return len(env.Discord.Message(first.ID).Controls()) == 0
	})

	env.Clock.Forward(11 * time.Second)
	env.Eventually("the second round begins by itself", func() bool {
		return harness.Button(env.Discord.Message(second.ID), turn) != nil
	})
}
