package load_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// wish is what a player wants of the bot before the first game, in the values of the commands.
type wish struct {
	when, how                          string // of /me pings
	next, quiet, away, weekends, steps bool
	zone                               int // in which of soakZones the player is
}

// plainWish is the wish of the n-th player at a table of people who are told at once.
func plainWish(n int) wish {
	return wish{when: "at_once", how: []string{"mention", "direct"}[n%2], steps: true}
}

// someWish returns a combination of wishes.
func someWish(r *rand.Rand) wish {
	has := func() bool { return r.IntN(2) == 0 }
	return wish{
		when: []string{"at_once", "600", "daily", "never"}[r.IntN(4)], how: []string{"mention", "direct"}[r.IntN(2)],
		next: has(), quiet: has(), away: has(), weekends: has(), steps: has(), zone: r.IntN(len(soakZones)),
	}
}

// soakZones are time zones as players type them, with how far they are ahead of UTC.
var soakZones = []struct {
	typed string
	ahead time.Duration
}{
	{"Africa/Lagos", time.Hour}, {"Asia/Kolkata", 330 * time.Minute}, {"UTC+5:45", 345 * time.Minute},
	{"America/Bogota", -5 * time.Hour}, {"-3:30", -210 * time.Minute},
}

// soakPlayer is a player with wishes, who changes some of them while playing.
type soakPlayer struct {
	*harness.Player
	table *soakTable
	rand  *rand.Rand
	wish  wish
	// silences are when the player must not be pinged.
	silences []silence
	// plans are what the player does beside the turns, the earliest first.
	plans []plan
	// absent players do not even look at the game.
	absent bool
	// returnAt is when the player ends the stand-in that they have asked for.
	returnAt time.Time
}

// silence is a time in which a player must not be pinged: while covers holds, from a time to a time
// that is zero while it goes on.
type silence struct {
	why      string
	covers   func(time.Time) bool
	from, to time.Time
	// fromStart says that it began before the first game. A later one lets messages arrive that
	// were on their way, so only turns count that have begun in it.
	fromStart bool
}

// always has a silence go on until it is ended.
func always(time.Time) bool { return true }

// makeWishes has a player make their wishes by commands, and notes in which time the player must
// not be pinged for them.
func (p *soakPlayer) makeWishes() error {
	w, zone := p.wish, soakZones[p.wish.zone]
	there := func(at time.Time) time.Time { return at.UTC().Add(zone.ahead) }
	hour := there(time.Now()).Hour()
	pings := localdiscord.Args{"when": w.when, "how": w.how, "next": w.next}
	if w.when == "daily" {
		pings["hour"] = (hour + 1) % 24
	}
	begins := (hour + 23) % 24 // an hour ago
	const lasts = 13
	for _, c := range []struct {
		wanted bool
		name   string
		args   localdiscord.Args
		why    string // of the silence; "" is none
		covers func(time.Time) bool
	}{
		{true, "me pings", pings, map[string]string{"never": "never"}[w.when], always},
		{true, "me zone", localdiscord.Args{"zone": zone.typed}, "", nil},
		{w.quiet, "me quiet", localdiscord.Args{"from": begins, "to": (begins + lasts) % 24}, "quiet",
			func(at time.Time) bool { return (there(at).Hour()+24-begins)%24 < lasts }},
		{w.weekends, "me weekends", localdiscord.Args{"free": true}, "weekend",
			func(at time.Time) bool { day := there(at).Weekday(); return day == time.Saturday || day == time.Sunday }},
		{w.away, "me away", localdiscord.Args{"until": "14"}, "away", always},
		{!w.steps, "me auto", localdiscord.Args{"on": false}, "", nil},
	} {
		for done := !c.wanted; !done; { // a replica may still begin
			var err error
			if done, err = p.tryCommand(c.name, maps.Clone(c.args)); err != nil {
				return err
			}
		}
		if c.wanted && c.why != "" {
			p.silences = append(p.silences, silence{why: c.why, covers: c.covers, from: time.Now(), fromStart: true})
		}
	}
	return nil
}

// makeWishes has all players make their wishes, before anything is measured and disturbed.
func (s *soak) makeWishes() {
	s.Helper()
	var all sync.WaitGroup
	busy := make(chan struct{}, 16) // as many tables at once
	for _, t := range s.tables {
		all.Go(func() {
			busy <- struct{}{}
			defer func() { <-busy }()
			for _, p := range t.people {
				if err := p.makeWishes(); err != nil {
					s.Errorf("%s in %s: %v", p.Name, t.Channel.ID, err)
				}
			}
		})
	}
	all.Wait()
	require.False(s, s.Failed(), "all players can make their wishes")
}

// habit is how people at a table live.
type habit struct {
	think, look time.Duration
	// away is how long they do not look at the game now and then, awake how long in between, and
	// tells whether they tell the bot by /me away.
	away, awake time.Duration
	tells       bool
}

// plan is something that a player does once at a time. It is tried again until done is true, or the
// bot refuses it.
type plan struct {
	at time.Time
	do func() (done bool, err error)
}

// makePlans decides what a player does beside the turns.
func (p *soakPlayer) makePlans(h habit) {
	s, w := p.table.soak, p.wish
	after := func(d time.Duration, do func() (bool, error)) { p.plans = append(p.plans, plan{s.began.Add(d), do}) }
	some := func(d time.Duration) time.Duration { return d/2 + time.Duration(p.rand.Int64N(int64(d))) }
	if h.away > 0 {
		for at := some(h.awake / 4); at < s.lasts; at += some(h.awake) {
			after(at, func() (bool, error) { return p.leave(h.tells) })
			at += some(h.away)
			after(at, func() (bool, error) { return p.comeBack(h.tells) })
		}
	}
	for at := time.Hour; p.Player == p.table.People[0] && at < s.lasts; at += time.Hour {
		after(at, p.lookBack)
	}
	atOnce, never := localdiscord.Args{"when": "at_once"}, localdiscord.Args{"when": "never"}
	for _, change := range []struct {
		wanted  bool
		oneIn   int
		percent int // of the time
		do      func() (bool, error)
	}{
		{w.away, 3, 20, func() (bool, error) { return p.comeBack(true) }},
		{true, 4, 40, p.askForStandIn},
		{w.quiet, 3, 50, p.end("quiet", "me quiet", localdiscord.Args{"off": true})},
		{w.when == "600" || w.when == "never", 3, 60, p.end("never", "me pings", atOnce)},
		{true, 8, 70, p.begin("away", "me away", localdiscord.Args{"until": "14"})},
		{true, 8, 75, p.begin("never", "me pings", never)},
	} {
		if change.wanted && !s.plain && p.rand.IntN(change.oneIn) == 0 {
			after(s.lasts*time.Duration(change.percent+p.rand.IntN(10))/100, change.do)
		}
	}
	slices.SortStableFunc(p.plans, func(a, b plan) int { return a.at.Compare(b.at) })
}

// leave has a player no longer look at the game.
func (p *soakPlayer) leave(tells bool) (bool, error) {
	p.absent = true
	if !tells {
		return true, nil
	}
	return p.begin("away", "me away", localdiscord.Args{"until": "14"})()
}

// comeBack ends an absence.
func (p *soakPlayer) comeBack(tells bool) (bool, error) {
	p.absent = false
	if !tells {
		return true, nil
	}
	return p.end("away", "me back", nil)()
}

// end returns a plan that ends a silence by a command. The silence is over as soon as the bot may
// have read it.
func (p *soakPlayer) end(why, name string, args localdiscord.Args) func() (bool, error) {
	return func() (bool, error) {
		for i, s := range p.silences {
			if s.why == why && s.to.IsZero() {
				p.silences[i].to = time.Now()
			}
		}
		return p.tryCommand(name, args)
	}
}

// begin returns a plan that begins a silence by a command. The silence begins once the bot has
// answered.
func (p *soakPlayer) begin(why, name string, args localdiscord.Args) func() (bool, error) {
	return func() (bool, error) {
		done, err := p.tryCommand(name, args)
		if done {
			p.silences = append(p.silences, silence{why: why, covers: always, from: time.Now()})
		}
		return done, err
	}
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

// lookBack is what a player does now and then: have a game reviewed that has just ended, and look
// things up.
func (p *soakPlayer) lookBack() (done bool, err error) {
	last, review := p.table.Channel.Last(), p.table.Words.T("bot.button.review", nil)
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

// isStoodIn reports whether the newest message of a table says that a computer plays for the
// player.
func (p *soakPlayer) isStoodIn(m *localdiscord.Message) bool {
	if harness.Button(m, p.table.Words.T("bot.button.return", nil)) == nil {
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
	_, err := p.Click(m, p.table.Words.T("bot.button.return", nil))
	var refused *localdiscord.RefusedError
	if errors.Is(err, harness.ErrFailed) || errors.As(err, &refused) {
		return nil // seen in the next message, or in the same one again
	}
	return err
}
