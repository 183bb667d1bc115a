package faults_test

import (
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// shardsOfTest is the number of connections of the bot.
const shardsOfTest = 4

// guildOnShard returns the id of a guild that belongs to a shard.
func guildOnShard(shard int) string {
	return strconv.FormatUint(uint64(275_000_000_000+shard)<<22, 10)
}

// TestGamesOfAllShardsArePlayed plays a game on a server of each of four shards in one process.
// Meanwhile the connection of one shard is cut, again and again. It resumes each time; the other
// shards do not notice.
func TestGamesOfAllShardsArePlayed(t *testing.T) {
	t.Parallel()
	var registered atomic.Int64
	env := harness.New(t, harness.Options{
		Seed: 90, LogLevel: slog.LevelDebug,
		Discord: localdiscord.Options{
			Shards: shardsOfTest, MaxConcurrency: shardsOfTest,
			OnTraffic: func(e localdiscord.Traffic) {
				if e.Kind == "rest" && e.Name == "PUT" && strings.HasSuffix(e.Path, "/commands") {
					registered.Add(1)
				}
			},
		},
	})
	connected := func() bool { return env.Discord.Sessions() == shardsOfTest }
	env.Eventually("all shards are connected", connected)

	var envs []*harness.Env
	var people [][]*harness.Player
	var channels []*localdiscord.Channel
	for shard := range shardsOfTest {
		guild := env.Discord.AddGuild("Babylon", "en-US", guildOnShard(shard))
		e := env.InGuild(guild, "en-US", harness.Gardens, uint64(91+shard))
		ch, players := e.Guild.AddChannel("gardens"), e.NewPlayers("en-US", 2)
		e.At(ch).Open(nil, players)
		envs, people, channels = append(envs, e), append(people, players), append(channels, ch)
	}

	moves, errs := longrun.Choose(15, 40), make([]error, shardsOfTest)
	var playing sync.WaitGroup
	for shard, e := range envs {
		playing.Go(func() {
			errs[shard] = e.At(channels[shard]).PlayRandomMoves(people[shard], uint64(95+shard), moves)
		})
	}
	const cut = 2
	for range 3 {
		moves := envs[cut].At(channels[cut]).Moves()
		env.Eventually("a game of the shard goes on", func() bool { return envs[cut].At(channels[cut]).Moves() > moves })
		env.Eventually("the shard is cut", func() bool { return env.Discord.Faults().CutShard(cut) == 1 })
		env.Eventually("the shard is back", connected)
	}
	playing.Wait()
	for shard, e := range envs {
		e.At(channels[shard]).Resign(people[shard][0])
	}
	env.Settle()
	for shard, e := range envs {
		require.NoError(t, errs[shard], "shard %d", shard)
		_, log := e.At(channels[shard]).Ended()
		e.At(channels[shard]).CheckAnnouncedOnce(log)
	}
	env.CheckClean()
	require.Equal(t, shardsOfTest, env.Discord.Identifies(), "the shard that was cut resumes")
	require.EqualValues(t, 1, registered.Load(), "the commands are registered once")
	require.NotContains(t, env.BotLog.Text(), "delivered twice")
}

// TestAPlannedStopFailsNoInteraction stops a bot, and has players of all its shards send commands
// before the next process is there.
func TestAPlannedStopFailsNoInteraction(t *testing.T) {
	t.Parallel()
	const shards = 3
	for name, waits := range map[string]bool{"of the only process": false, "while another one waits": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := harness.New(t, harness.Options{Seed: 98, Discord: localdiscord.Options{Shards: shards, MaxConcurrency: shards}})
			env.Eventually("all shards are connected", func() bool { return env.Discord.Sessions() == shards })
			var asks []func() (await func())
			for shard := range shards {
				e := env.InGuild(env.Discord.AddGuild("Babylon", "en-US", guildOnShard(shard)), "en-US", harness.Gardens, 99)
				ch, ana := e.Guild.AddChannel("gardens"), e.NewPlayer("Ana", "en-US")
				asks = append(asks, func() func() {
					in, err := ana.Slash(t.Context(), ch, "game mine", nil)
					return func() { ana.MustWait(in, err) }
				})
			}
			begin := env.Bot.Start
			if waits {
				env.StartReplica(harness.Options{})
				env.Eventually("it waits", func() bool { return strings.Contains(env.BotLog.Text(), "another process has the shards") })
				begin = func() {}
			}
			require.NoError(t, env.Bot.Stop())
			var answers []func()
			for _, ask := range asks {
				answers = append(answers, ask())
			}
			begin()
			for _, await := range answers {
				await()
			}
			require.Equal(t, shards, env.Discord.Identifies(), "each session is resumed")
		})
	}
}

// TestNoLineOfTheLogHasAKeyTwice has a second bot wait for shards and take them over. Of two equal
// keys in a line of a JSON log, many programs read only one.
func TestNoLineOfTheLogHasAKeyTwice(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 97, Discord: localdiscord.Options{Shards: 2, MaxConcurrency: 2}})
	env.Eventually("all shards are connected", func() bool { return env.Discord.Sessions() == 2 })
	env.StartReplica(harness.Options{})
	env.Eventually("the second bot waits", func() bool {
		return strings.Contains(env.BotLog.Text(), "another process has the shards")
	})
	require.NoError(t, env.Bot.Stop())
	env.Eventually("the second bot takes over", func() bool {
		return strings.Contains(env.BotLog.Text(), "this process takes over the shards")
	})
	for line := range strings.Lines(env.BotLog.Text()) {
		seen := map[string]bool{}
		for _, found := range logKey.FindAllStringSubmatch(line, -1) {
			key := found[1]
			require.False(t, key != "" && seen[key], "%q is twice in: %s", key, line)
			seen[key] = true
		}
	}
}

// logKey finds the keys in a line of a log, and also what is in quotation marks, which is no key.
var logKey = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|(\S+?)=`)
