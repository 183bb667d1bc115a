package faults_test

import (
	"context"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine/longrun"
	"amytis/store"
	"amytis/store/storetest"
)

// newShards returns an environment whose bot has n shards, and one for a server on each of them.
func newShards(t *testing.T, n int, o harness.Options) (*harness.Env, []*harness.Env) {
	o.Discord.Shards, o.Discord.MaxConcurrency = n, n
	env := harness.New(t, o)
	awaitSessions(env, n)
	var all []*harness.Env
	for shard := range n {
		guild := env.Discord.AddGuild("Babylon", "en-US", strconv.FormatUint(uint64(275_000_000_000+shard)<<22, 10))
		all = append(all, env.InGuild(guild, "en-US", harness.Gardens, uint64(91+shard)))
	}
	return env, all
}

func awaitSessions(env *harness.Env, n int) {
	env.Eventually("all shards are connected", func() bool { return env.Discord.Sessions() == n })
}

// TestGamesOfAllShardsArePlayed plays a game on a server of each of four shards in one process.
// Meanwhile the connection of one shard is cut, again and again. It resumes each time; the other
// shards do not notice.
func TestGamesOfAllShardsArePlayed(t *testing.T) {
	const shards, cut = 4, 2
	var registered atomic.Int64
	env, envs := newShards(t, shards, harness.Options{
		LogLevel: slog.LevelDebug, Discord: localdiscord.Options{
			OnTraffic: func(e localdiscord.Traffic) {
				if e.Kind == "rest" && e.Name == "PUT" && strings.HasSuffix(e.Path, "/commands") {
					registered.Add(1)
				}
			},
		},
	})
	var games []*harness.Table
	var playing sync.WaitGroup
	errs := make([]error, shards)
	for shard, e := range envs {
		people := e.NewPlayers(2)
		games = append(games, e.At(e.Guild.AddChannel("gardens")))
		games[shard].Open(nil, people)
		playing.Go(func() {
			errs[shard] = games[shard].PlayRandomMoves(people, uint64(95+shard), longrun.Choose(15, 40))
			games[shard].Resign(people[0])
		})
	}
	for range 3 {
		moves := games[cut].Moves()
		env.Eventually("a game of the shard goes on", func() bool { return games[cut].Moves() > moves })
		env.Eventually("the shard is cut", func() bool { return env.Discord.Faults().CutShard(cut) == 1 })
		awaitSessions(env, shards)
	}
	playing.Wait()
	for shard, at := range games {
		require.NoError(t, errs[shard], "shard %d", shard)
		_, log := at.Ended()
		at.CheckAnnouncedOnce(log)
	}
	require.Equal(t, shards, env.Discord.Identifies(), "the shard that was cut resumes")
	require.EqualValues(t, 1, registered.Load(), "the commands are registered once")
	require.NotContains(t, env.BotLog.Text(), "delivered twice")
}

// TestAPlannedStopFailsNoInteraction has players of all shards send commands before a new process.
func TestAPlannedStopFailsNoInteraction(t *testing.T) {
	t.Parallel()
	for name, waits := range map[string]bool{"of the only process": false, "while another one waits": true} {
		t.Run(name, func(t *testing.T) {
			env, envs := newShards(t, 3, harness.Options{})
			if waits {
				env.StartReplica(harness.Options{})
				awaitLog(env, "another process has the shards")
			}
			var people []*harness.Player
			var channels []*localdiscord.Channel
			for _, e := range envs {
				people = append(people, e.NewPlayer("Ana", "en-US"))
				channels = append(channels, e.Guild.AddChannel("gardens"))
			}
			require.NoError(t, env.Bot.Stop())
			var asked []*localdiscord.Interaction
			for i, p := range people {
				in, err := p.Slash(t.Context(), channels[i], "game mine", nil)
				require.NoError(t, err)
				asked = append(asked, in)
			}
			if !waits {
				env.Bot.Start()
			}
			for i, p := range people {
				p.MustWait(asked[i], nil)
			}
			require.Equal(t, 3, env.Discord.Identifies(), "each session is resumed")
		})
	}
}

// TestNoLineOfTheLogHasAKeyTwice has a second bot wait for shards and take them over. Of two equal
// keys in a line of a JSON log, many programs read only one.
func TestNoLineOfTheLogHasAKeyTwice(t *testing.T) {
	env, _ := newShards(t, 2, harness.Options{})
	env.StartReplica(harness.Options{})
	awaitLog(env, "another process has the shards")
	require.NoError(t, env.Bot.Stop())
	awaitLog(env, "this process takes over the shards")
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

// stalledStore is the handle of a bot that does nothing more after its next commit.
type stalledStore struct {
	store.Store
	stalls    atomic.Bool
	committed chan struct{} // closed by that commit
	goOn      chan struct{} // closed by the test
}

func (s *stalledStore) Commit(ctx context.Context, c store.Commit) error {
	err := s.Store.Commit(ctx, c)
	if err == nil && c.Interaction != 0 && s.stalls.Swap(false) {
		close(s.committed)
		<-s.goOn
	}
	return err
}

// TestAMoveIsNotRefusedByASecondBotAfterTheFirstHasMadeIt has a bot stop after it has committed a
// move and before it answers. Discord has given the interaction to another bot, too.
func TestAMoveIsNotRefusedByASecondBotAfterTheFirstHasMadeIt(t *testing.T) {
	t.Parallel()
	for name, byPanel := range map[string]bool{"by panel": true, "by command": false} {
		t.Run(name, func(t *testing.T) {
			first := &stalledStore{committed: make(chan struct{}), goOn: make(chan struct{})}
			env, ch, player, _ := harness.StartedGame(t, harness.Options{
				Refusals: []int{wire.CodeAlreadyAnswered}, DeferAfter: harness.AnswerTime,
				WrapStore: func(s store.Store) store.Store { first.Store = s; return first },
			}, nil)
			goOn := sync.OnceFunc(func() { close(first.goOn) })
			t.Cleanup(goOn) // also if the test fails
			later := func(context.Context, string) error {
				if first.stalls.Load() {
					<-first.committed
				}
				return nil
			}
			env.StartReplica(harness.Options{ByHTTP: true, WrapStore: func(s store.Store) store.Store {
				return &storetest.Hooked{Store: s, Before: later}
			}}).TakeInteractions()
			env.Discord.Faults().DuplicateInteractions(true)
			env.Settle()
			panel, cells := player.MustOpenPanel(ch), player.MustSuggest(ch, "garden remove", "cell")
			first.stalls.Store(true)
			var got *localdiscord.Message
			if byPanel {
				got = player.MustChooseFirst(panel)
			} else {
				time.AfterFunc(200*time.Millisecond, goOn)
				got = player.MustCommand(ch, "garden remove", localdiscord.Args{"cell": cells[0]})
			}
			require.False(t, player.Outdated(got) || player.Refused(got), got.Content)
			require.Equal(t, 1, env.At(ch).Moves())
			require.False(t, first.stalls.Load(), "the first bot has made the move")
		})
	}
}

// TestBotWithoutASessionKnowsCommandsAndIcons has a bot answer by HTTP while another has the shard.
func TestBotWithoutASessionKnowsCommandsAndIcons(t *testing.T) {
	env := harness.New(t, harness.Options{Icons: true})
	awaitLog(env, "uploaded icons")
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

// TestCommandsAreRegisteredBesideAnEntryPoint begins a bot with changed commands after its host has
// switched on Activities, and once more with the same commands.
func TestCommandsAreRegisteredBesideAnEntryPoint(t *testing.T) {
	env := harness.New(t, harness.Options{})
	const note = "commands"
	noted := func() string {
		written, err := env.Store.Note(t.Context(), note)
		require.NoError(t, err)
		return written
	}
	env.Eventually("the commands are noted", func() bool { return noted() != "" })
	first := noted()
	require.NoError(t, env.Bot.Stop())
	env.Discord.SwitchOnActivities()
	before := env.Discord.Commands()
	launch := before[len(before)-1]
	require.NoError(t, env.Store.SetNote(t.Context(), note, `{"hash":"other"}`))
	failed := env.Discord.Faults().REST(localdiscord.RESTFault{Method: "PUT", Path: "/commands", Times: 1, Status: 503})
	env.Bot.StartAgain()
	env.Eventually("the commands are registered again", func() bool { return noted() != `{"hash":"other"}` })
	require.Equal(t, 1, failed.Hits())
	after := env.Discord.Commands()
	require.Len(t, after, len(before))
	require.Equal(t, launch.ID, after[len(after)-1].ID)
	require.Equal(t, launch.Handler, after[len(after)-1].Handler)
	logged := func(what string) func() bool {
		return func() bool { return strings.Contains(env.BotLog.Text(), what) }
	}
	env.Eventually("the log says it", logged("launch"))

	require.NoError(t, env.Bot.Stop())
	again := env.Discord.Faults().REST(localdiscord.RESTFault{Path: "/commands", Status: 503})
	env.Bot.StartAgain()
	env.Eventually("the bot has looked", logged("commands_changed=false"))
	require.Zero(t, again.Hits(), "nothing has changed since")
	require.NotEqual(t, first, noted())
	hint := env.NewPlayer("Ana", "fr").MustCommand(env.Guild.AddChannel("empty"), "leaderboard", nil)
	require.Contains(t, hint.Content, "</game new:", "texts still mention commands")
}
