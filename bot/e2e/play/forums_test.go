package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
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
