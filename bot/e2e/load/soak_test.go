package load_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

func TestMain(m *testing.M) { harness.Main(m) }

// soakRate is about how many commands and presses all players make a second. The bot always has
// something to do, but answers need not wait for a free processor.
const soakRate = 50

// habitsOf returns how long people think at n tables. At every fifth table, but at most at about
// 40, they think so little that one game follows another.
func habitsOf(n int) []habit {
	think := time.Duration(n) * time.Second / soakRate * 24 / 10
	usual := habit{think: think, look: think / 8}
	all := slices.Repeat([]habit{usual}, max(5, n/40)*len(harness.Variants))
	for i := range harness.Variants {
		think := time.Duration(min(n, 200)) * time.Second / soakRate * 3 / 10
		all[i] = habit{think: think, look: think / 8}
	}
	return all
}

// soak is many tables in several guilds of one local Discord, and those who play there.
type soak struct {
	*harness.Env
	began   time.Time
	lasts   time.Duration
	tables  []*soakTable
	figures *figures
	posts   *posts
}

// soakGuilds is how many guilds there are, at least. A guild has at most tablesPerGuild tables,
// fewer than the program allows it.
const (
	soakGuilds     = 8
	tablesPerGuild = 150
)

// newSoak makes tables in a Discord with options, for a program that is still to be started.
func newSoak(t *testing.T, o localdiscord.Options, tables int, lasts time.Duration) *soak {
	s := &soak{lasts: lasts, figures: &figures{}}
	s.watch(&o)
	o.MaxInteractions = 5_000
	s.Env = harness.WithoutBot(t, o, 90)
	s.open(tables, soakGuilds*(1+(tables-1)/(soakGuilds*tablesPerGuild)))
	return s
}

// watch has the options of a local Discord watch what happens, and keep little.
func (s *soak) watch(o *localdiscord.Options) {
	s.posts = &posts{byID: map[string]post{}}
	more := o.OnTraffic
	o.KeepTraffic, o.MaxAttachments = -1, 50
	o.OnTraffic = func(e localdiscord.Traffic) {
		s.posts.traffic(e)
		if more != nil {
			more(e)
		}
	}
}

func (s *soak) open(tables, number int) {
	var guilds []*localdiscord.Guild
	for i := range number {
		guilds = append(guilds, s.Discord.AddGuild("Babylon", harness.Locale(i)))
	}
	for i := range tables {
		s.tables = append(s.tables, s.newTable(i, guilds[i%number]))
	}
}

// soakTable is a table at which one game after another is played.
type soakTable struct {
	*harness.Group
	people []*soakPlayer
	soak   *soak
	// active is when a player was last answered, in Unix ns.
	active atomic.Int64
}

func (s *soak) newTable(i int, guild *localdiscord.Guild) *soakTable {
	variant := harness.Variants[i%len(harness.Variants)]
	sizes := variant.MaxPlayers - variant.MinPlayers + 1
	players := variant.MinPlayers + i/len(harness.Variants)%sizes
	t := &soakTable{Group: s.NewGroup(guild, i%soakGuilds, uint64(i), variant, players), soak: s}
	t.Options = tableOptions(i, variant)
	t.Failed = func(p *harness.Player, err error) {
		s.Errorf("%s at %s in %s: %v", p.Name, variant.Name, t.Channel.ID, err)
	}
	for n, p := range t.People {
		p.Retries = 5
		chance := rand.New(rand.NewPCG(uint64(i), uint64(n)))
		t.people = append(t.people, &soakPlayer{Player: p, table: t, rand: chance, direct: n%2 == 1})
	}
	return t
}

// tableOptions returns the options of /game new at the i-th table: the variant's, a pace and what
// stands in for players.
func tableOptions(i int, variant *harness.Variant) localdiscord.Args {
	paces := []localdiscord.Args{
		{"pace": "daily"}, {"pace": "relaxed"}, {"limit": "3600", "reserve": "900"}, {}, {"pace": "live"},
		{"limit": "300", "reserve": "3600"}, {"limit": "43200"},
	}
	standIns := []string{"1", "0", "2", "", "1"}
	args := maps.Clone(variant.Options)
	maps.Copy(args, paces[i%len(paces)])
	if level := standIns[i/len(harness.Variants)%len(standIns)]; level != "" {
		args["stand-in"] = level
	}
	return args
}

func (t *soakTable) answered(in *localdiscord.Interaction, apology bool, at time.Time) {
	t.active.Store(at.UnixNano())
	t.soak.figures.answered(in, apology, at)
}

// play has games begin at all tables, one after the other in a tenth of the time. The i-th table
// has the i-th of some habits, which begin again after the last. Call rest to end that.
func (s *soak) play(habits []habit) (rest func()) {
	s.began = time.Now()
	s.figures.start()
	var playing sync.WaitGroup
	over := make(chan struct{})
	for i, t := range s.tables {
		h := habits[i%len(habits)]
		t.Pace = harness.Pace{Think: h.think, Look: h.look, Answered: t.answered, Failed: s.figures.unanswered}
		for _, p := range t.people {
			p.makePlans(h)
			playing.Go(func() {
				time.Sleep(s.lasts / 10 * time.Duration(i) / time.Duration(len(s.tables)))
				t.Play(p.Player, over, p.beside)
			})
		}
	}
	return func() {
		close(over)
		playing.Wait()
	}
}

func (s *soak) awaitAnswers() {
	s.Eventually("somebody is answered at every table", func() bool {
		return s.Failed() || !slices.ContainsFunc(s.tables, func(t *soakTable) bool { return t.active.Load() == 0 })
	})
}
