package load_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// How long TestSoak plays, and at how many tables. The defaults only make sure that it works; the
// soak test proper is
//
//	go test ./bot/e2e/load -run TestSoak -v -timeout 30m -soak 10m -soak-tables 200
var (
	soakTime   = flag.Duration("soak", 6*time.Second, "how long TestSoak plays")
	soakTables = flag.Int("soak-tables", 12, "at how many tables TestSoak plays")
)

// soakRate is about how many commands and presses all players make a second. The bot always has
// something to do, but answers need not wait for a free processor.
const soakRate = 50

// soakVariants are played at as many tables each as they are listed.
var soakVariants = []harness.Variant{
	harness.GardensInTurns, harness.BabelVariant, harness.GardensTogether, harness.TacticalTowers, harness.LiveTowers,
	harness.GardensInTurns, harness.BabelVariant, harness.GardensTogether, harness.TacticalTowers, harness.BabelVariant,
}

// briskTables is at how many tables one game follows another, a fifth of the usual ones.
const briskTables = 40

// thinkTime returns how long the players at the i-th of n tables think. At some tables they think
// so little that one game follows another.
func thinkTime(i, n int) time.Duration {
	usual := min(n, 5*briskTables)
	if i/len(soakVariants)%(5*n/usual) == 0 {
		return time.Duration(usual) * time.Second / soakRate * 3 / 10
	}
	return time.Duration(n) * time.Second / soakRate * 24 / 10
}

// TestSoak plays all games at many tables of the real program, while Discord fails now and then.
// The players have made all kinds of wishes: when and how they are told, quiet hours, absences,
// stand-ins. Then it checks the store, the announcements, the alerts, the memory and the goroutines
// of the program.
func TestSoak(t *testing.T) {
	if testing.Short() || harness.Slowness > 1 {
		t.Skip("it measures time")
	}
	s := newSoak(t)
	s.seed()
	s.started = time.Now()
	s.program.Start()
	s.makeWishes()
	rest := s.play(*soakTime / 10)
	memory := watchMemory(t, s.program.Cmd.Process.Pid)
	clearFaults := s.injectFaults()
	s.playUntil(time.Now().Add(*soakTime))
	s.figures.stop()
	memory.stop()
	rest()
	clearFaults()

	s.program.SettleFile()
	time.Sleep(restTime)
	left := dumpGoroutines(s.program)
	s.figures.report(t, memory, left)
	left.check(t, len(s.tables))
	memory.check(t)
	s.check()
}

// soak is many tables in several guilds of one local Discord, and the program that serves them.
type soak struct {
	*harness.Env
	program *harness.Process
	started time.Time // just before the program
	tables  []*soakTable
	figures *figures
	dealt   *wishes
	posts   *posts
}

// soakGuilds is how many guilds there are, at least. A guild has at most tablesPerGuild tables,
// fewer than the program allows it.
const (
	soakGuilds     = 8
	tablesPerGuild = 150
)

func newSoak(t *testing.T) *soak {
	t.Helper()
	s := newSoakIn(t, localdiscord.Options{MaxMessages: 50_000}, *soakTables, casts)
	s.program = harness.NewProcess(s.Env)
	return s
}

// newSoakIn makes tables in a Discord with options. The i-th has the i-th of casts, which begin
// again after the last.
func newSoakIn(t *testing.T, o localdiscord.Options, tables int, casts []cast) *soak {
	t.Helper()
	figures, posts := newFigures(), newPosts()
	o.Validate, o.KeepTraffic, o.MaxInteractions, o.MaxAttachments = localdiscord.ValidateNever, -1, 5_000, 50
	more := o.OnTraffic
	o.OnTraffic = func(e localdiscord.Traffic) {
		figures.traffic(e)
		posts.traffic(e)
		if more != nil {
			more(e)
		}
	}
	discord, err := localdiscord.Start(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	s := &soak{figures: figures, posts: posts, dealt: newWishes(93), Env: harness.WithoutBot(t, discord, 90)}
	var guilds []*localdiscord.Guild
	number := soakGuilds
	for number*tablesPerGuild < tables {
		number += soakGuilds
	}
	for i := range number {
		guilds = append(guilds, discord.AddGuild("Babylon", harness.Locales[i%len(harness.Locales)]))
	}
	for i := range tables {
		s.tables = append(s.tables, s.newTable(i, guilds[i%number], casts[i%len(casts)]))
	}
	return s
}

// soakTable is a table at which one game after another is played.
type soakTable struct {
	*harness.Group
	people  []*soakPlayer
	figures *figures
	cast    cast
	// began is when the soak began.
	began time.Time
	// first is the ID of the channel's first message.
	first atomic.Pointer[string]
	// active is when a player was last answered, in Unix ns.
	active atomic.Int64
	// returns is how many stand-ins players have ended.
	returns atomic.Int64
}

// newTable makes a table in a guild, with players who read in all languages.
func (s *soak) newTable(i int, guild *localdiscord.Guild, cast cast) *soakTable {
	variant := soakVariants[i%len(soakVariants)]
	sizes := variant.MaxPlayers - variant.MinPlayers + 1
	players := variant.MinPlayers + i/len(soakVariants)%sizes
	t := &soakTable{
		Group: s.NewGroup(guild, i%soakGuilds, uint64(i), variant, players), figures: s.figures, cast: cast,
	}
	t.Options = tableOptions(i, variant)
	t.Failed = func(p *harness.Player, err error) {
		s.Errorf("%s at %s in %s: %v", p.Name, variant.Name, t.Channel.ID, err)
	}
	for n, p := range t.People {
		p.Retries = 5
		chance := rand.New(rand.NewPCG(uint64(i), uint64(n)))
		t.people = append(t.people, &soakPlayer{Player: p, table: t, rand: chance, wish: cast.wish(s.dealt, n)})
	}
	return t
}

func (t *soakTable) answered(in *localdiscord.Interaction, apology bool, at time.Time) {
	t.active.Store(at.UnixNano())
	t.figures.answered(in, apology, at)
}

// play has games begin at all tables, one after the other in some time. Call rest to end that.
func (s *soak) play(opening time.Duration) (rest func()) {
	s.begin()
	var playing sync.WaitGroup
	over := make(chan struct{})
	for i, t := range s.tables {
		for _, p := range t.people {
			playing.Go(func() {
				time.Sleep(opening * time.Duration(i) / time.Duration(len(s.tables)))
				t.Play(p.Player, over, p.beside)
			})
		}
	}
	return func() {
		close(over)
		playing.Wait()
	}
}

// begin begins what is measured: players get their usual pace, and make their plans.
func (s *soak) begin() {
	s.figures.start()
	for i, t := range s.tables {
		think := thinkTime(i, len(s.tables))
		t.Pace = harness.Pace{Think: think, Look: think / 8, Answered: t.answered, Failed: s.figures.unanswered}
		t.began = time.Now()
		for _, p := range t.people {
			p.makePlans()
		}
	}
}

// quiet reports whether nobody was answered yet at some table.
func (s *soak) quiet() bool {
	return slices.ContainsFunc(s.tables, func(t *soakTable) bool { return t.active.Load() == 0 })
}

// playUntil waits until a time at which a player has been answered at every table, and what is
// certain has happened. It returns at once when the test has failed.
func (s *soak) playUntil(end time.Time) {
	s.Helper()
	for last := end.Add(harness.Patience); !s.Failed(); time.Sleep(20 * time.Millisecond) {
		now := time.Now()
		if now.After(end) && (!s.quiet() && s.certain() || now.After(last)) {
			return
		}
	}
}
