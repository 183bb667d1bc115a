package load_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
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
	zone                               int // in which time zone the player is
}

// wishCount is the number of combinations of wishes, without the time zones.
const wishCount = 4 * 2 * 2 * 2 * 2 * 2 * 2

// wishOf returns the i-th combination of wishes, with i below wishCount.
func wishOf(i int) wish {
	choose := func(n int) (chosen int) {
		chosen, i = i%n, i/n
		return chosen
	}
	whens := []string{"at_once", "600", "daily", "never"}
	return wish{
		when: whens[choose(4)], how: []string{"mention", "direct"}[choose(2)], next: choose(2) == 1,
		quiet: choose(2) == 1, away: choose(2) == 1, weekends: choose(2) == 1, steps: choose(2) == 0,
	}
}

// wishes deals combinations of wishes at random, each of them once before any of them again.
type wishes struct {
	rand *rand.Rand
	left []int
}

func newWishes(seed uint64) *wishes { return &wishes{rand: rand.New(rand.NewPCG(seed, 3))} }

func (w *wishes) deal() wish {
	if len(w.left) == 0 {
		w.left = w.rand.Perm(wishCount)
	}
	dealt := wishOf(w.left[0])
	w.left, dealt.zone = w.left[1:], w.rand.IntN(len(soakZones)+1)
	return dealt
}

// cast is how the players of a table are chosen.
type cast int

const (
	// mixedCast has players with all wishes.
	mixedCast cast = iota
	// awayCast has players who are away when the game begins, and come back.
	awayCast
	// directCast has players who are told at once, by direct messages.
	directCast
	// lateCast is a table whose first player in turn misses that turn.
	lateCast
	// stoodInCast is a table whose first player in turn misses a second turn, so that a computer
	// stands in.
	stoodInCast
	// plainCast has players who play, told at once by mentions or direct messages.
	plainCast
)

// casts are those of the tables with as many variants; see soakVariants. The variants of lateCast
// and stoodInCast are played in turns.
var casts = []cast{
	mixedCast, awayCast, mixedCast, mixedCast, mixedCast, lateCast, stoodInCast, mixedCast, mixedCast, directCast,
}

// wish returns the wishes of a table's n-th player.
func (c cast) wish(dealt *wishes, n int) wish {
	plain := wish{when: "at_once", how: []string{"mention", "direct"}[n%2], steps: true}
	switch c {
	case awayCast:
		plain.away = true
	case directCast:
		plain.how, plain.next = "direct", true
	case mixedCast:
		return dealt.deal()
	}
	return plain
}

// soakZones are time zones as players type them. A player may also be where the clock shows a full
// hour soon.
var soakZones = []struct {
	typed string
	place *time.Location
}{
	{"Berlin", placeNamed("Europe/Berlin")}, {"Asia/Kolkata", placeNamed("Asia/Kolkata")},
	{"America/New_York", placeNamed("America/New_York")}, {"UTC+5:45", time.FixedZone("", (5*60+45)*60)},
	{"-3:30", time.FixedZone("", -(3*60+30)*60)},
}

func placeNamed(name string) *time.Location {
	place, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the machine has no time zones
	}
	return place
}

// zoneWithHourAt returns a time zone in which a minute begins an hour, and that hour.
func zoneWithHourAt(minute time.Time) (zone string, hour int) {
	ahead := (60 - minute.UTC().Minute()) % 60
	return fmt.Sprintf("+0:%02d", ahead), minute.UTC().Add(time.Duration(ahead) * time.Minute).Hour()
}

// silence is a time in which a player must not be pinged. The end is zero while it goes on.
type silence struct {
	why      string
	from, to time.Time
	// fromStart says that it began before the first game. A later one lets messages arrive that
	// were on their way, so only turns count that have begun in it.
	fromStart bool
}

// makeWishes has a player make their wishes by commands, and notes in which time the player must
// not be pinged for them.
func (p *soakPlayer) makeWishes() error {
	w, now := p.wish, time.Now()
	hour := now.UTC().Hour() // of the daily list
	zone := ""
	if w.zone < len(soakZones) && w.when != "daily" {
		zone = soakZones[w.zone].typed
	} else {
		soon := time.Duration(2+p.rand.IntN(3)) * time.Minute
		p.sum = now.Add(soon).Truncate(time.Minute)
		zone, hour = zoneWithHourAt(p.sum)
	}
	pings := localdiscord.Args{"when": w.when, "how": w.how, "next": w.next}
	if w.when == "daily" {
		pings["hour"] = hour
	}
	commands := []command{{"me pings", pings}, {"me zone", localdiscord.Args{"zone": zone}}}
	if w.quiet {
		there := now.In(placeOf(zone)).Hour()
		commands = append(commands,
			command{"me quiet", localdiscord.Args{"from": (there + 23) % 24, "to": (there + 12) % 24}})
	}
	if w.weekends {
		commands = append(commands, command{"me weekends", localdiscord.Args{"free": true}})
	}
	if w.away {
		commands = append(commands, command{"me away", localdiscord.Args{"until": "2"}})
	}
	if !w.steps {
		commands = append(commands, command{"me auto", localdiscord.Args{"on": false}})
	}
	for _, c := range commands {
		for done := false; !done; { // a replica may still begin
			var err error
			if done, err = p.tryCommand(c.name, maps.Clone(c.args)); err != nil {
				return err
			}
		}
	}
	at := time.Now()
	for why, silent := range map[string]bool{
		"never": w.when == "never", "quiet": w.quiet, "away": w.away,
		"weekend": w.weekends && isWeekend(at, zone) && isWeekend(at.Add(*soakTime+10*time.Minute), zone),
	} {
		if silent {
			p.silences = append(p.silences, silence{why: why, from: at, fromStart: true})
		}
	}
	return nil
}

// command is a command with its options.
type command struct {
	name string
	args localdiscord.Args
}

// placeOf returns a time zone as a player typed it: one of soakZones, or "+0:25".
func placeOf(zone string) *time.Location {
	for _, known := range soakZones {
		if known.typed == zone {
			return known.place
		}
	}
	var minutes int
	_, _ = fmt.Sscanf(zone, "+0:%d", &minutes)
	return time.FixedZone(zone, minutes*60)
}

func isWeekend(at time.Time, zone string) bool {
	day := at.In(placeOf(zone)).Weekday()
	return day == time.Saturday || day == time.Sunday
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
	require.False(s, s.Failed())
}

// tableOptions returns the options of /game new at the i-th table: those of the variant, a pace and
// what stands in for players.
func tableOptions(i int, variant harness.Variant) localdiscord.Args {
	paces := []localdiscord.Args{
		{"pace": "daily"}, {"pace": "relaxed"}, {"limit": "3600", "reserve": "900"}, {}, {"pace": "live"},
		{"limit": "300", "reserve": "3600"}, {"limit": "43200"},
	}
	standIns := []string{"1", "0", "2", "", "1"}
	args := maps.Clone(variant.Options)
	maps.Copy(args, paces[i%len(paces)])
	if level := standIns[i/len(soakVariants)%len(standIns)]; level != "" {
		args["stand-in"] = level
	}
	return args
}
