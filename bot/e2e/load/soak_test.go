package load_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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

// tableOptions returns the options of /game new at the i-th table: variant, pace and stand-ins.
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

// soakPlayer is a player who also goes away, looks back and has a computer stand in.
type soakPlayer struct {
	*harness.Player
	table *soakTable
	rand  *rand.Rand
	// direct is whether the player is told of turns directly.
	direct bool
	// plans are what the player does beside the turns, the earliest first.
	plans []plan
	// absent players do not even look at the game.
	absent bool
	// returnAt is when the player ends the stand-in that they have asked for.
	returnAt time.Time
}

// makeWishes has every other player want direct messages, before anything is disturbed.
func (s *soak) makeWishes() {
	var all sync.WaitGroup
	busy := make(chan struct{}, 16) // as many players at once
	for _, t := range s.tables {
		for _, p := range t.people {
			all.Go(func() {
				busy <- struct{}{}
				defer func() { <-busy }()
				for done := !p.direct; !done; { // a replica may still begin
					var err error
					if done, err = p.tryCommand("me pings", localdiscord.Args{"how": "direct"}); err != nil {
						s.Errorf("%s in %s: %v", p.Name, t.Channel.ID, err)
						return
					}
				}
			})
		}
	}
	all.Wait()
	require.False(s, s.Failed(), "all players can make their wishes")
}

type habit struct {
	think, look time.Duration
	// away is how long they do not look at the game now and then, awake how long in between, and
	// tells whether they tell the bot by /me away.
	away, awake time.Duration
	tells       bool
}

// plan is something that a player does once at a time, tried until done or refused.
type plan struct {
	at time.Time
	do func() (done bool, err error)
}

func (p *soakPlayer) makePlans(h habit) {
	s := p.table.soak
	after := func(d time.Duration, do func() (bool, error)) { p.plans = append(p.plans, plan{s.began.Add(d), do}) }
	some := func(d time.Duration) time.Duration { return d/2 + time.Duration(p.rand.Int64N(int64(d))) }
	be := func(absent bool, command string, args localdiscord.Args) func() (bool, error) {
		return func() (bool, error) {
			p.absent = absent
			if !h.tells {
				return true, nil
			}
			return p.tryCommand(command, args)
		}
	}
	if h.away > 0 {
		for at := some(h.awake / 4); at < s.lasts; at += some(h.awake) {
			after(at, be(true, "me away", localdiscord.Args{"until": "14"}))
			at += some(h.away)
			after(at, be(false, "me back", nil))
		}
	}
	for at := time.Hour; p.Player == p.table.People[0] && at < s.lasts; at += time.Hour {
		after(at, p.lookBack)
	}
	if p.rand.IntN(4) == 0 {
		after(s.lasts*time.Duration(40+p.rand.IntN(10))/100, p.askForStandIn)
	}
	slices.SortStableFunc(p.plans, func(a, b plan) int { return a.at.Compare(b.at) })
}

// tryCommand sends a command, and reports whether the bot has done it.
func (p *soakPlayer) tryCommand(name string, args localdiscord.Args) (bool, error) {
	answer, err := p.Command(p.table.Channel, name, args)
	switch {
	case errors.Is(err, harness.ErrFailed):
		return false, nil
	case err != nil:
		return false, err
	case answer.Content == p.T("bot.error.busy"):
		return false, nil
	case p.Refused(answer):
		return false, fmt.Errorf("/%s: %s", name, answer.Content)
	}
	return true, nil
}

// askForStandIn has a computer play for a while, unless the table refuses that.
func (p *soakPlayer) askForStandIn() (bool, error) {
	answer, err := p.Command(p.table.Channel, "game stand-in", nil)
	if errors.Is(err, harness.ErrFailed) {
		return false, nil
	}
	if err == nil && !p.Refused(answer) {
		if _, err := p.Click(answer, p.T("bot.button.stand_in_sure")); err != nil {
			return true, err
		}
		p.returnAt = time.Now().Add(p.table.soak.lasts / 20)
	}
	return true, err
}

// lookBack has a player ask for a review of a game that has just ended, and look things up.
func (p *soakPlayer) lookBack() (done bool, err error) {
	last, review := p.table.Channel.Last(), p.table.Words.Say("bot.button.review")
	if last != nil && harness.Button(last, review) != nil && p.rand.IntN(8) == 0 {
		if _, err := p.Click(last, review); err != nil {
			return true, err
		}
		time.Sleep(time.Minute)
	}
	for _, command := range []string{"leaderboard", "profile", "game mine"} {
		if _, err := p.Command(p.table.Channel, command, nil); err != nil {
			return true, err
		}
	}
	return true, nil
}

// beside carries out the plans, and returns after a stand-in. An absent player does nothing else.
func (p *soakPlayer) beside(m *localdiscord.Message) (busy bool, err error) {
	switch {
	case len(p.plans) > 0 && time.Now().After(p.plans[0].at):
		done, err := p.plans[0].do()
		if done || err != nil {
			p.plans = p.plans[1:]
		}
		return true, err
	case p.absent && m != nil:
		return true, nil
	case m != nil && p.isStoodIn(m):
		return true, p.comeBackFromStandIn(m)
	}
	return false, nil
}

// isStoodIn reports whether a table's newest message says that a computer plays for the player.
func (p *soakPlayer) isStoodIn(m *localdiscord.Message) bool {
	if harness.Button(m, p.table.Words.Say("bot.button.return")) == nil {
		return false
	}
	named := regexp.MustCompile(`🤖.*\b` + p.Name + `\b`)
	return named.MatchString(m.Content)
}

// comeBackFromStandIn returns by one press below the newest message, at once after a missed turn,
// and else when the player wants to.
func (p *soakPlayer) comeBackFromStandIn(m *localdiscord.Message) error {
	if time.Now().Before(p.returnAt) {
		return nil
	}
	_, err := p.Click(m, p.table.Words.Say("bot.button.return"))
	var refused *localdiscord.RefusedError
	if errors.Is(err, harness.ErrFailed) || errors.As(err, &refused) {
		return nil // seen in the next message, or in the same one again
	}
	return err
}
