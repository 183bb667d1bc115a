package faults_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine/table"
	"amytis/store"
)

// TestNoGameOpensWhereTheBotCannotBe until it is let in: Discord says that it may post.
func TestNoGameOpensWhereTheBotCannotBe(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t)})
	people := env.NewPlayers(2)
	ana := people[0]
	private, voice := env.Guild.AddChannel("square").AddPrivate("club", ana.User), env.Guild.AddVoice("talk")
	for ch, in := range map[*localdiscord.Channel]struct {
		why      string
		let, out func()
	}{
		private: {"unseen_thread", func() { private.LetBotIn(true) }, func() { private.LetBotIn(false) }},
		voice:   {"unseen_voice", func() { voice.AllowBot(wire.Connect) }, func() { voice.DenyBot(wire.Connect) }},
	} {
		for _, command := range []string{"game new", "game solo", "game play"} {
			m := ana.MustCommand(ch, command, localdiscord.Args{"game": "gardens"})
			require.Contains(t, m.Content, ana.T("table.refused."+in.why, "bot", "<@"+env.Discord.BotID()+">"))
		}
		_, err := env.Store.OpenTable(env.Context(), table.ParseID[table.ChannelID](ch.ID))
		require.ErrorIs(t, err, store.ErrNotFound)
		in.let()
		env.At(ch).Open(nil, people)
		env.Settle()
		in.out()
		env.At(ch).BySeat(people)[0].MustRemoveTile(ch)
		awaitSuspended(env, true, ch)
		require.Contains(t, ana.MustCommand(ch, "game status", nil).Content, ana.T("table.refused.suspended"))
		in.let()
		awaitSuspended(env, false, ch)
		env.Settle()
	}
}

func TestAnnouncementIsPostedAsSoonAsPermissionsAreGiven(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]struct {
		take, give func(*harness.Env, *localdiscord.Channel)
	}{
		"in the channel": {
			func(_ *harness.Env, ch *localdiscord.Channel) { ch.DenyBot(wire.SendMessages) },
			func(_ *harness.Env, ch *localdiscord.Channel) { ch.AllowBot(wire.SendMessages) },
		},
		"on the server": {
			func(env *harness.Env, _ *localdiscord.Channel) {
				env.Guild.SetBotPermissions(wire.DefaultBotPermissions &^ wire.SendMessages)
			},
			func(env *harness.Env, _ *localdiscord.Channel) {
				env.Guild.SetBotPermissions(wire.DefaultBotPermissions)
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Retry: never})
			ch, other := env.Guild.AddChannel("square"), env.Guild.AddChannel("other")
			change.take(env, ch)
			ana := env.NewPlayer("Ana", "en-US")
			m := ana.MustCommand(ch, "game new", nil)
			require.Contains(t, m.Content, ana.T("bot.error.permissions", "Permissions", ana.T("bot.permission.send")))
			env.Eventually("an announcement has been tried", func() bool { return len(env.Discord.Violations()) > 0 })
			require.Empty(t, ch.Messages())
			if name == "in the channel" {
				env.NewPlayer("Bo", "en-US").MustCommand(other, "game new", nil)
				env.Eventually("other channels go on", func() bool { return other.Last() != nil })
			}
			change.give(env, ch)
			env.Settle()
			require.NotEmpty(t, ch.Last().Controls())
		})
	}
}

func TestPlayerWhoActsIsToldOfMissingPermissions(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t,
		harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t)}, nil)
	missing := func(p *harness.Player, keys ...string) string {
		var names []string
		for _, key := range keys {
			names = append(names, p.T("bot.permission."+key))
		}
		return "⚠️ " + p.T("bot.error.permissions", "Permissions", p.Words.List(names))
	}
	panel := first.MustOpenPanel(ch)
	require.NotContains(t, panel.Content, "⚠️", "opening a panel posts nothing")
	ch.DenyBot(wire.SendMessages | wire.AttachFiles)
	m := first.MustChooseFirst(panel)
	require.Contains(t, m.Content, missing(first, "send", "attach"), "a turn by the panel")
	cell := second.MustSuggest(ch, "garden remove", "cell")[0]
	m = second.MustCommand(ch, "garden remove", localdiscord.Args{"cell": cell})
	require.Contains(t, m.Content, missing(second, "send", "attach"), "a turn by command")
	ch.AllowBot(wire.SendMessages | wire.AttachFiles)
	env.Settle()
	env.Guild.TimeOut(env.Discord.BotID(), time.Now().Add(time.Hour))
	cell = first.MustSuggest(ch, "garden remove", "cell")[0]
	m = first.MustCommand(ch, "garden remove", localdiscord.Args{"cell": cell})
	names := []string{first.T("bot.permission.send"), first.T("bot.permission.embed"), first.T("bot.permission.attach")}
	require.Contains(t, m.Content, first.T("bot.error.timed_out", "Permissions", first.Words.List(names)))
	env.Guild.TimeOut(env.Discord.BotID(), time.Time{})
	env.Settle()
	require.NotEmpty(t, ch.Last().Controls())
}

func TestHostIsToldOfPermissionsMissingInTheThread(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
	ana, bo := env.NewPlayer("Ana", "de"), env.NewPlayer("Bo", "fr")
	ch := env.Guild.AddChannel("square")
	thread := env.At(ch).NewThread(ana, nil)
	bo.MustClick(thread.Last(), env.Words.Say("bot.button.join"))
	ch.DenyBot(wire.SendMessagesInThreads)
	pressed, err := ana.Press(context.Background(), thread.Last(),
		harness.Button(thread.Last(), env.Words.Say("bot.button.start")).CustomID)
	require.NoError(t, err)
	env.Eventually("the host is told", func() bool { return len(pressed.Followups()) == 1 })
	require.Equal(t, "⚠️ "+ana.T("bot.error.permissions", "Permissions", ana.T("bot.permission.send_in_threads")),
		pressed.Followups()[0].Content)
	require.Equal(t, ana.ID, pressed.Followups()[0].OnlyFor)
	ch.AllowBot(wire.SendMessagesInThreads)
	env.Settle()
}
