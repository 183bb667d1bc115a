package faults_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine/table"
	"amytis/store"
)

// gone returns what the store notes of an environment's guild, "" if the bot is on it.
func gone(env *harness.Env) string {
	env.Helper()
	note, err := env.Store.Note(env.Context(), store.GoneNote(guildOf(env)))
	require.NoError(env, err)
	return note
}

func guildOf(env *harness.Env) table.GuildID { return table.GuildID(harness.Snowflake(env.Guild.ID)) }

// results returns how many results of the environment's guild there are.
func results(env *harness.Env) int {
	env.Helper()
	all, err := env.Store.Results(env.Context(), guildOf(env), 9)
	require.NoError(env, err)
	return len(all)
}

// playToTheEnd ends a game in a new channel of the environment's guild.
func playToTheEnd(env *harness.Env) *localdiscord.Channel {
	env.Helper()
	people, ch := env.NewPlayers(2), env.Guild.AddChannel("square")
	env.At(ch).Open(nil, people)
	env.At(ch).Resign(people[0])
	env.Settle()
	return ch
}

const day = 24 * time.Hour

// TestServerThatRemovedTheBotIsForgotten removes the bot from one of two servers. Nothing is left
// of it after 30 days, and the other server keeps everything. When the bot returns, it begins anew.
func TestServerThatRemovedTheBotIsForgotten(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
	stays := env.InGuild(env.Discord.AddGuild("Nineveh", "de"), "de", harness.Gardens, 7)
	playToTheEnd(stays)
	ch := playToTheEnd(env)
	people := env.NewPlayers(2)
	open := env.Guild.AddChannel("open")
	env.At(open).Open(nil, people)
	env.NewManager("Meg", "en-US").MustCommand(ch, "settings", localdiscord.Args{"language": "fr"})
	env.Settle()

	env.Guild.RemoveBot()
	env.Eventually("the removal is noted", func() bool { return gone(env) != "" })
	awaitSuspended(env, true, open)
	env.Clock.Forward(29 * day)
	env.CheckStore()
	require.Equal(t, 1, results(env))
	env.Clock.Forward(day + time.Hour)
	env.Eventually("the server is forgotten", func() bool { return gone(env) == "" })
	require.Zero(t, results(env))
	env.CheckStore()
	require.NotContains(t, string(env.File()), env.Guild.ID)
	env.Eventually("the log says so", func() bool {
		return strings.Contains(env.BotLog.Text(), "a server that the bot left is forgotten")
	})
	require.Equal(t, 1, results(stays))

	env.Guild.AddBot(wire.DefaultBotPermissions)
	playToTheEnd(env)
	require.Equal(t, 1, results(env))
}

// TestServerThatTakesTheBotBackIsKept takes the bot back after 29 days. An outage of a server is no
// removal.
func TestServerThatTakesTheBotBackIsKept(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach})
	playToTheEnd(env)
	env.Guild.RemoveBot()
	env.Eventually("the removal is noted", func() bool { return gone(env) != "" })
	env.Clock.Forward(29 * day)
	env.Guild.AddBot(wire.DefaultBotPermissions)
	env.Eventually("the return is noted", func() bool { return gone(env) == "" })
	env.Guild.TellOutage(true)
	env.Clock.Forward(40 * day)
	playToTheEnd(env) // after the events before
	require.Empty(t, gone(env))
	env.Guild.TellOutage(false)
	playToTheEnd(env)
	require.Equal(t, 3, results(env))
}

// TestRemovalWhileTheBotWasAwayIsNoticed removes a bot with four shards from a server while it does
// not run. It notices that when it starts, by sessions that list only their own servers, and
// forgets the server 30 days later.
func TestRemovalWhileTheBotWasAwayIsNoticed(t *testing.T) {
	env := harness.New(t, harness.Options{Refusals: harness.OutOfReach, Discord: localdiscord.Options{
		Shards: shardsOfTest, MaxConcurrency: shardsOfTest,
	}})
	connected := func() bool { return env.Discord.Sessions() == shardsOfTest }
	env.Eventually("all shards are connected", connected)
	var envs []*harness.Env
	for shard := range shardsOfTest {
		e := env.InGuild(env.Discord.AddGuild("Babylon", "en-US", guildOnShard(shard)), "en-US", harness.Gardens, 3)
		playToTheEnd(e)
		envs = append(envs, e)
	}
	left, open := envs[2], envs[2].Guild.AddChannel("open")
	left.At(open).Open(nil, left.NewPlayers(2))
	env.Settle()
	require.NoError(t, env.Bot.Stop())
	left.Guild.RemoveBot()
	env.Bot.StartAgain()
	env.Eventually("all shards are connected", connected)
	env.Eventually("the removal is noted", func() bool { return gone(left) != "" })
	awaitSuspended(left, true, open)
	for shard, e := range envs {
		require.Equal(t, shard == 2, gone(e) != "", "shard %d", shard)
	}
	env.Bot.RestartAfter(31 * day)
	env.Eventually("the server is forgotten", func() bool { return gone(left) == "" })
	for shard, e := range envs {
		require.Equal(t, shard != 2, results(e) == 1, "shard %d", shard)
	}
}
