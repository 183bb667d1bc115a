package play_test

import (
	"bytes"
	"encoding/binary"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/play/lessons"
	"amytis/engine/longrun"
	"amytis/engine/table"
)

// TestAGameInAForumIsAPostWithTags has tags in four languages, and one that is not the bot's.
func TestAGameInAForumIsAPostWithTags(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t)})
	people := env.NewPlayers(2)
	ana, bo := people[0], people[1]
	forum := env.Guild.AddForum("forum", true, "chat", "BABEL", "Puesto libre", "en cours", "Babylon", "vorbei")
	forum.DenyBot(wire.CreatePublicThreads) // posts need no more than to send messages
	here := ana.Post(forum, "Who plays?")
	coming := ana.MustCommand(here, "game new", localdiscord.Args{"game": "babel", "thread": true})
	require.Equal(t, ana.T("bot.thread.post_coming", "Game", ana.T("babel.name")), coming.Content)
	env.Settle()
	require.Len(t, forum.Threads(), 2)
	require.Len(t, here.Messages(), 1, "the table is elsewhere")
	post := forum.Threads()[1]
	require.Equal(t, env.Words.Say("babel.name")+" · Ana", post.Name)
	require.Len(t, post.Messages(), 1)
	require.NotEmpty(t, post.Last().Controls(), "the post begins with the lobby")
	require.Equal(t, []string{"BABEL", "Puesto libre"}, post.Tags())

	bo.MustCommand(post, "game join", nil)
	tags := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "PATCH", Path: `^/channels/\d+$`, Status: 502})
	ana.MustCommand(post, "game start", nil)
	env.Eventually("the tags are to be changed", func() bool { return tags.Hits() > 0 })
	require.NoError(t, env.Bot.Stop())
	tags.Remove()
	env.Bot.StartAgain()
	env.Settle()
	require.Equal(t, []string{"BABEL", "en cours"}, post.Tags())

	env.At(post).Resign(bo)
	env.Settle()
	require.Equal(t, []string{"BABEL", "vorbei"}, post.Tags())
	ana.MustCommand(post, "game rematch", nil)
	env.Settle()
	require.Equal(t, []string{"BABEL", "Puesto libre"}, post.Tags(), "a rematch in the post")
	require.Len(t, forum.Threads(), 2)
}

// TestAGameInAForumStaysInThePostOfAUserWhoWantsThat has tags that are not the bot's to change.
func TestAGameInAForumStaysInThePostOfAUserWhoWantsThat(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale})
	ana := env.NewPlayer("Ana", locale)
	forum := env.Guild.AddForum("forum", false, "Babylon")
	here := ana.Post(forum, "Who plays?")
	asked, err := ana.Slash(t.Context(), here, "game new", nil)
	require.NoError(t, err)
	require.Equal(t, []string{"thread"}, presetsOf(t, asked)["also"])
	form, err := asked.Wait(t.Context())
	require.NoError(t, err)
	also := form.Form.Components[4].Component
	require.Equal(t, ana.T("bot.form.new.post"), also.Options[len(also.Options)-1].Label)
	ana.MustCommand(here, "game new", localdiscord.Args{"game": "gardens"})
	env.Settle()
	require.Len(t, forum.Threads(), 2)
	require.Equal(t, []string{"Babylon"}, forum.Threads()[1].Tags())
	ana.MustCommand(here, "game new", localdiscord.Args{"game": "gardens", "thread": false})
	env.Settle()
	require.Len(t, forum.Threads(), 2)
	require.NotEmpty(t, here.Last().Controls(), "the lobby")
	require.Empty(t, here.Tags())
}

// TestAGameGoesOnWithTagsThatDiscordRefuses has a bot that may not manage threads.
func TestAGameGoesOnWithTagsThatDiscordRefuses(t *testing.T) {
	env := harness.New(t, harness.Options{})
	people := env.NewPlayers(2)
	forum := env.Guild.AddForum("forum", false, "Open seat", "Running")
	people[0].MustCommand(people[0].Post(forum, "Who plays?"), "game new", localdiscord.Args{"game": "babel"})
	env.Settle()
	post := forum.Threads()[1]
	refused := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "PATCH", Path: `^/channels/\d+$`, Status: 403, Code: wire.CodeMissingPermissions,
	})
	people[1].MustCommand(post, "game join", nil)
	people[0].MustCommand(post, "game start", nil)
	env.Settle()
	env.At(post).Resign(people[1])
	env.Settle()
	require.Equal(t, 2, refused.Hits(), "a change of state is tried once")
	require.Equal(t, []string{"Open seat"}, post.Tags())
	require.Contains(t, post.Last().Content, "Ana")
	require.Equal(t, 1, strings.Count(env.BotLog.Text(), "Manage Threads"))
}

func TestAThreadHasAGameOfItsOwn(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t)})
	people := env.NewPlayers(2)
	ch := env.Guild.AddChannel("square")
	env.At(ch).Open(nil, people) // so the channel has a game already
	env.Settle()
	coming := people[0].MustCommand(ch, "game new", localdiscord.Args{"game": "babel", "thread": true})
	require.Equal(t, people[0].T("bot.thread.coming", "Game", people[0].T("babel.name")), coming.Content)
	env.Settle()
	require.Len(t, ch.Threads(), 1)
	thread, note := ch.Threads()[0], ch.Last()
	require.Equal(t, env.Words.Say("babel.name")+" · Ana", thread.Name)
	require.Equal(t, note.ID, thread.ID, "the thread belongs to the note")
	require.Equal(t, env.Words.T("bot.thread.note",
		map[string]any{"Game": env.Words.Say("babel.name"), "Name": "Ana"})+" <#"+thread.ID+">", note.Content)
	require.Contains(t, thread.Last().Text(), env.Words.Say("babel.name")+"\n")
	require.Equal(t, "gardens", env.At(ch).Now().Game.Info().ID, "the channel's game goes on")
}

// playDirectly has a player play a game against computers in direct messages, with a restart in
// between, and look at it afterwards. By day only Towers is played to its end.
func playDirectly(env *harness.Env, p *harness.Player, options localdiscord.Args) {
	dm := p.DM()
	at := env.At(dm)
	args := localdiscord.Args{"level": "1"}
	maps.Copy(args, options)
	panel := harness.MustDo(p, dm, "game solo", args)
	require.True(env, panel.Ephemeral(), "the panel is a whisper")
	require.Contains(env, p.MustCommand(dm, "game solo", nil).Content, "https://discord.com/channels/@me/"+dm.ID)
	env.Bot.RestartAfter(0)
	if longrun.On() || env.Variant == harness.Towers {
		at.PlayAgainstComputers(p)
	} else {
		at.Resign(p)
	}
	env.Settle()
	at.Ended()
	at.CheckPostedOnce(dm.Messages())
	end := dm.Last()
	require.NotContains(env, end.Text(), " → ", "nothing is rated")
	require.NotContains(env, end.Text(), p.Mention(), "the message itself pings")
	direct := table.DirectGuild(table.ParseID[table.ChannelID](dm.ID))
	results, err := env.Store.Results(env.Context(), direct, 1)
	require.NoError(env, err)
	require.Empty(env, results)
	for _, command := range []string{"board", "game record", "replay", "review", "game mine", "profile",
		"rules", "help"} {
		m := p.MustCommand(dm, command, nil)
		require.False(env, p.Refused(m), "%s: %s", command, m.Content)
	}
	require.False(env, p.Refused(p.MustClick(end, p.T("bot.button.rematch"))), "%s gets a rematch", p.Name)
	stopped := p.MustClick(p.MustCommand(dm, "game abort", nil), p.T("bot.button.abort"))
	require.Equal(env, p.T("bot.game.aborted"), stopped.Content)
	env.Settle()
}

func TestGamesAndLessonsInDirectMessages(t *testing.T) {
	all := harness.New(t, harness.Options{})
	bo := all.NewPlayer("Bo", "en-US")
	for i, v := range []*harness.Variant{harness.Gardens, harness.Babel, harness.Towers} {
		locale := harness.Locale(1 + i)
		env := all.InGuild(all.Guild, locale, v, 7)
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
	file := p.MustCommand(p.DM(), "me data", nil)
	done := p.MustClick(p.MustClick(file, p.T("bot.button.erase")), p.T("bot.button.erase_sure"))
	require.Contains(env, done.Text(), p.T("bot.data.erased"))
	content := env.File()
	dm := table.ParseID[table.ChannelID](p.DM().ID)
	for what, trace := range map[string][]byte{
		"name": []byte(p.Name), "ID": []byte(p.ID), "channel": []byte(p.DM().ID),
		"channel in keys": binary.BigEndian.AppendUint64(nil, uint64(dm)),
		"guild in keys":   binary.BigEndian.AppendUint64(nil, uint64(table.DirectGuild(dm))),
	} {
		require.False(env, bytes.Contains(content, trace), "the file holds the %s", what)
	}
}

func TestDirectMessagesRefuseWhatNeedsOthers(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana := env.NewPlayer("Ana", "de")
	for _, command := range []string{"game new", "game join", "game leave", "game start"} {
		m := ana.MustCommand(ana.DM(), command, nil)
		ana.CheckRefused(m, "in_direct")
		require.NotNil(t, harness.Button(m, ana.T("bot.button.solo")))
	}
	ana.CheckRefused(ana.MustCommand(ana.DM(), "game status", nil), "no_direct_table")
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

// TestServerWithoutTheBotGetsTheInstallLink uses a server that has only the commands.
func TestServerWithoutTheBotGetsTheInstallLink(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
	ch := env.Guild.AddChannel("games")
	ana := env.NewPlayer("Ana", harness.LocaleOf(t))
	link := discord.InstallLink(env.Discord.BotID(), env.Guild.ID)
	missing := func() {
		for _, command := range []string{"game new", "game rematch", "leaderboard"} {
			m := ana.MustCommand(ch, command, nil)
			require.True(t, m.Ephemeral(), "only Ana sees the answer to /%s", command)
			require.Equal(t, ana.T("bot.error.not_installed", "Link", link), m.Content)
		}
	}
	asked := func() (n int) {
		for _, entry := range env.Discord.Log() {
			if entry.Kind == "rest" && strings.HasSuffix(entry.Path, "/guilds/"+env.Guild.ID) {
				n++
			}
		}
		return n
	}
	env.Guild.RemoveBot()
	env.Guild.KeepCommands()
	env.Eventually("the bot knows that it was removed", func() bool {
		return ana.MustCommand(ch, "rules", nil).Content == ana.T("bot.error.not_installed", "Link", link)
	})
	for range 2 {
		missing()
		known := asked()
		missing()
		require.LessOrEqual(t, asked(), known+1, "Discord is not asked for each command; work in the background may ask once")
		env.Bot.RestartAfter(0)
	}
	require.Empty(t, ch.Messages())

	env.Guild.AddBot(wire.DefaultBotPermissions)
	env.Eventually("the bot knows that it was added", func() bool {
		return strings.HasPrefix(ana.MustCommand(ch, "game status", nil).Content, "⛔")
	})
	ana.MustCommand(ch, "game new", nil)
	env.Settle()
	require.Len(t, ch.Messages(), 1)
}
