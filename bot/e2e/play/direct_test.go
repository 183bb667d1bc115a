package play_test

import (
	"bytes"
	"encoding/binary"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/lessons"
	"amytis/engine/table"
)

// playDirectly has a player play a whole game against computers in direct messages, with a restart
// in between, and look at it afterwards.
func playDirectly(env *harness.Env, p *harness.Player, options localdiscord.Args) {
	env.Helper()
	dm := p.DM()
	at := env.At(dm)
	args := localdiscord.Args{"level": "1"}
	maps.Copy(args, options)
	panel := p.MustCommand(dm, "game solo", args)
	require.False(env, p.Refused(panel), panel.Content)
	require.True(env, panel.Ephemeral(), "the panel is a whisper")
	require.Contains(env, p.MustCommand(dm, "game solo", nil).Content, "https://discord.com/channels/@me/"+dm.ID)
	require.NoError(env, env.Bot.Stop())
	env.Bot.StartAgain()
	at.PlayAgainstComputers(p)
	env.Settle()
	at.Ended()
	at.CheckPostedOnce(dm.Messages())
	end := dm.Last()
	require.NotContains(env, end.Text(), " → ", "nothing is rated")
	require.NotContains(env, end.Text(), p.Mention(), "the message itself pings")
	guild := table.DirectGuild(table.ChannelID(harness.Snowflake(dm.ID)))
	results, err := env.Store.Results(env.Context(), guild, 1)
	require.NoError(env, err)
	require.Empty(env, results)
	for _, command := range []string{"board", "game record", "replay", "review", "game mine", "profile", "rules", "help"} {
		m := p.MustCommand(dm, command, nil)
		require.False(env, p.Refused(m), "%s: %s", command, m.Content)
	}
	require.False(env, p.Refused(p.MustClick(end, p.T("bot.button.rematch"))), "%s gets a rematch", p.Name)
	stopped := p.MustClick(p.MustCommand(dm, "game abort", nil), p.T("bot.button.abort"))
	require.Equal(env, p.T("bot.game.aborted"), stopped.Content)
	env.Settle()
}

func TestWholeGamesAndLessonsInDirectMessages(t *testing.T) {
	all := harness.New(t, harness.Options{})
	bo := all.NewPlayer("Bo", "en-US")
	for i, v := range []harness.Variant{harness.GardensInTurns, harness.BabelVariant, harness.TacticalTowers} {
		locale := harness.Locale(1 + i)
		env := all.InGuild(all.Guild, locale, v.Script, 7)
		p := env.NewPlayer("Nebuchadnezzar", locale)
		l := lessons.All()[i]
		one := begin(env, p, p.DM(), l)
		for step := range len(l.Steps) - 1 {
			one.checkAt(step)
			one.goOn(step)
		}
		playDirectly(env, p, v.Options)
		require.Empty(t, bo.DM().Messages())
		require.Equal(t, bo.T("bot.mine.none_everywhere"), bo.MustCommand(bo.DM(), "game mine", nil).Content)
		eraseAll(env, p)
	}
}

// eraseAll erases a player, and checks that nothing of the direct channel is left.
func eraseAll(env *harness.Env, p *harness.Player) {
	env.Helper()
	file := p.MustCommand(p.DM(), "me data", nil)
	done := p.MustClick(p.MustClick(file, p.T("bot.button.erase")), p.T("bot.button.erase_sure"))
	require.Contains(env, done.Text(), p.T("bot.data.erased"))
	content := env.File()
	dm := harness.Snowflake(p.DM().ID)
	for what, trace := range map[string][]byte{
		"name": []byte(p.Name), "ID": []byte(p.ID), "channel": []byte(p.DM().ID),
		"channel in keys": binary.BigEndian.AppendUint64(nil, dm),
		"guild in keys":   binary.BigEndian.AppendUint64(nil, uint64(table.DirectGuild(table.ChannelID(dm)))),
	} {
		require.False(env, bytes.Contains(content, trace), "the file holds the %s", what)
	}
}

func TestDirectMessagesRefuseWhatNeedsOthers(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana := env.NewPlayer("Ana", "de")
	for _, command := range []string{"game new", "game join", "game leave", "game start"} {
		m := ana.MustCommand(ana.DM(), command, nil)
		require.Equal(t, "⛔ "+ana.T("table.refused.in_direct"), m.Content)
		require.NotNil(t, harness.Button(m, ana.T("bot.button.solo")))
	}
	require.Equal(t, "⛔ "+ana.T("table.refused.no_direct_table"), ana.MustCommand(ana.DM(), "game status", nil).Content)
	_, err := ana.Command(ana.DM(), "leaderboard", nil)
	require.Error(t, err, "Discord does not offer it there")
}

func TestWhereOnlyTheUserHasTheBotItAnswersTheUserAlone(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana := env.NewPlayer("Ana", "fr")
	require.NoError(t, env.Bot.Stop()) // so that it never hears of the server
	foreign := env.Discord.AddGuild("Elsewhere", "de")
	ch := foreign.AddChannel("talk")
	foreign.RemoveBot()
	foreign.Join(ana.User)
	env.Discord.Faults().InvalidateSession(false)
	env.Bot.StartAgain()
	_, err := ana.Command(ch, "help", nil)
	require.Error(t, err, "the bot is not installed")
	env.Discord.Install(ana.User)
	_, err = ana.Command(ch, "leaderboard", nil)
	require.Error(t, err, "it is not offered")

	refused := "⛔ " + ana.T("table.refused.elsewhere")
	require.Equal(t, refused, ana.MustCommand(ch, "game new", nil).Content)
	for _, command := range []string{"help", "rules", "privacy", "profile", "game mine", "me data", "me zone"} {
		m := ana.MustCommand(ch, command, nil)
		require.False(t, ana.Refused(m), "%s: %s", command, m.Content)
	}
	l := lessons.All()[0]
	one := begin(env, ana, ch, l)
	one.goOn(0)
	one.checkAt(1)

	ana.CloseDMs(true)
	noDirect := "⛔ " + ana.T("table.refused.no_direct")
	require.Equal(t, noDirect, ana.MustCommand(ch, "game solo", nil).Content)
	ana.CloseDMs(false)
	opened := ana.MustCommand(ch, "game solo", localdiscord.Args{"game": "babel", "level": "1"})
	require.Contains(t, opened.Content, "https://discord.com/channels/@me/"+ana.DM().ID)
	require.True(t, opened.Ephemeral(), "only Ana sees where her game is")
	require.NotEmpty(t, ana.DirectMessages())
	require.Contains(t, ana.MustCommand(ch, "game mine", nil).Content, "@me/"+ana.DM().ID)
	env.At(ana.DM()).Resign(ana)

	film := ana.MustCommand(ch, "replay", localdiscord.Args{"public": true})
	require.True(t, film.Ephemeral(), "it is nobody else's")
	require.False(t, ana.Refused(ana.MustClick(film, ana.T("bot.button.stills"))), "Ana gets her own stills")
	require.Empty(t, ch.Messages())
}
