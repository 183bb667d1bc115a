package bot_test

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/text"
)

// How long and at how many tables TestSoak plays. The defaults only see to it
// that it can still be run; the soak test proper is
//
//	go test ./bot -run TestSoak -v -timeout 30m -soak 10m -soak-tables 200
var (
	soakTime   = flag.Duration("soak", 6*time.Second, "how long TestSoak plays")
	soakTables = flag.Int("soak-tables", 12, "at how many tables TestSoak plays")
)

// soakRate is how many commands and presses a second all people together make,
// about: so many that the bot always has something to do, and so few that answers
// need not wait for a free processor.
const soakRate = 50

// soakThink is how long people think who play at one of n tables. A fifth of the
// tables are brisk: at those one game follows another.
func soakThink(i, n int) time.Duration {
	think := time.Duration(n) * time.Second / soakRate
	if i/len(soakKinds)%5 == 0 {
		return think * 3 / 10
	}
	return think * 24 / 10
}

// TestSoak has many tables of all games played at the real program, while Discord
// does wrong. Afterwards all of it is where it belongs, and nothing is left over.
func TestSoak(t *testing.T) {
	if testing.Short() || slowness > 1 {
		t.Skip("it measures time")
	}
	s := newSoak(t)
	s.program.start()
	s.figures.start()
	var tables sync.WaitGroup
	over := make(chan struct{})
	for i, table := range s.tables {
		tables.Go(func() {
			time.Sleep(*soakTime / 10 * time.Duration(i) / time.Duration(len(s.tables))) // not all in the same second
			table.playOn(over)
		})
	}
	memory := watchMemory(t, s.program.running.Process.Pid)
	clear := s.storm()
	s.await(time.Now().Add(*soakTime))
	s.figures.stop()
	memory.stop()
	close(over)
	tables.Wait()
	clear()

	s.settle()
	rest := s.program.quit()
	s.figures.report(t, memory, rest)
	rest.verdict(t)
	memory.verdict(t)
	s.verdict()
}

// soak is many tables in several servers of one local Discord, and the program
// that serves them.
type soak struct {
	*house
	program *process
	tables  []*soakTable
	figures *soakFigures
}

// soakStubborn is how often people try again what should have worked.
const soakStubborn = 5

// soakGuilds is how many servers there are.
const soakGuilds = 8

func newSoak(t *testing.T) *soak {
	t.Helper()
	figures := newSoakFigures()
	discord, err := localdiscord.Start(localdiscord.Options{
		Validate: localdiscord.ValidateNever, MaxMessages: 50_000, MaxInteractions: 5_000, MaxAttachments: 50,
		KeepTraffic: -1, OnTraffic: figures.traffic,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	s := &soak{figures: figures, house: &house{
		TB: t, discord: discord, path: filepath.Join(t.TempDir(), "amytis.db"), rand: rand.New(rand.NewPCG(90, 1)),
	}}
	s.program = &process{house: s.house, program: buildProgram(t)}
	var guilds []*localdiscord.Guild
	for i := range soakGuilds {
		guilds = append(guilds, discord.AddGuild("Babylon", locales[i%len(locales)]))
	}
	for i := range *soakTables {
		s.tables = append(s.tables, s.newTable(i, guilds[i%soakGuilds]))
	}
	return s
}

// newTable makes a table in a server, with people who read in all languages.
func (s *soak) newTable(i int, guild *localdiscord.Guild) *soakTable {
	kind := soakKinds[i%len(soakKinds)]
	locale := locales[i%soakGuilds%len(locales)]
	h := &house{
		TB: s.TB, discord: s.discord, guild: guild, words: text.For(locale), game: kind.game,
		rand: rand.New(rand.NewPCG(91, uint64(i))),
	}
	table := &soakTable{house: h, soakKind: kind, channel: guild.AddChannel(kind.name), figures: s.figures}
	think := soakThink(i, *soakTables)
	h.pace = pace{think: think, look: think / 8, answered: table.answered}
	table.people = h.people(locale, kind.players+i/len(soakKinds)%kind.more)
	for n, p := range table.people {
		p.SetLocale(locales[(i+n)%len(locales)])
		p.words = text.For(p.Locale())
		p.byPress = (i+n)%2 == 0
		p.patient, p.stubborn = true, soakStubborn
	}
	return table
}

// await waits for the end of the play: a time at which somebody has been answered at
// every table. It is over at once when a player cannot go on.
func (s *soak) await(end time.Time) {
	s.Helper()
	for last := end.Add(patience); !s.Failed(); time.Sleep(20 * time.Millisecond) {
		now := time.Now()
		quiet := slices.ContainsFunc(s.tables, func(t *soakTable) bool { return t.active.Load() == 0 })
		if now.After(end) && (!quiet || now.After(last)) {
			return
		}
	}
}
