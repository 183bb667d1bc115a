package tables_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// TestTurnsGoByTheClock has a game with an hour for a turn, unless limit says otherwise. Each step
// begins with a time. The program stops or starts, or another one starts beside it, or it freezes
// and thaws, or players cannot reach it for a while; the player in turn moves, goes away until a
// time, also unnoticed by the tables, comes back, or would be pinged. At the time of the last step
// just this has happened, and so many messages of a kind were committed.
func TestTurnsGoByTheClock(t *testing.T) {
	const hour = 3600
	for name, c := range map[string]struct {
		limit   table.Limit
		reserve table.Limit
		quiet   store.QuietHours
		steps   []string
		want    []string
		posts   map[string]int
	}{
		"a reminder and the end": {
			steps: []string{"01 01:00"}, want: []string{"01 00:48 remind", "01 01:00 0 skip 1"},
			posts: map[string]int{tables.PostReminder: 1, tables.PostTable: 2},
		},
		"a move restarts the limit": {
			steps: []string{"01 00:30 move", "01 01:19"}, want: []string{"01 00:30 move", "01 01:18 remind"},
		},
		"several programs do nothing twice": {
			steps: []string{"01 00:00 beside", "01 00:00 beside", "01 00:00 beside", "01 02:00"},
			want:  []string{"01 00:48 remind", "01 01:00 0 skip 1", "01 01:48 remind", "01 02:00 0 skip 2"},
			posts: map[string]int{tables.PostReminder: 2, tables.PostTable: 3},
		},
		"the limit ends during an outage": {
			steps: []string{"01 00:50 stop", "01 03:50 start", "01 03:59 stop", "01 03:59 start", "01 04:02"},
			want:  []string{"01 00:48 remind", "01 03:50 extend", "01 04:00 0 skip 1"},
			posts: map[string]int{tables.PostExtension: 1},
		},
		"the limit ends after an outage": {
			steps: []string{"01 00:10 stop", "01 00:55 start", "01 01:01"},
			want:  []string{"01 00:55 remind", "01 01:00 0 skip 1"}, // the reminder is late
		},
		"quiet hours delay the reminder": {
			quiet: store.QuietHours{From: 2, To: 3, Offset: 125}, steps: []string{"01 01:01"},
			want: []string{"01 00:55 remind", "01 01:00 0 skip 1"},
		},
		"quiet hours delay the end": {
			quiet: store.QuietHours{From: 1, To: 4, Offset: 10}, steps: []string{"01 03:51"},
			want: []string{"01 00:48 remind", "01 03:50 0 skip 1"},
		},
		"quiet hours delay both": {
			quiet: store.QuietHours{From: 22, To: 8, Offset: 120}, steps: []string{"01 06:01"},
			want: []string{"01 06:00 0 skip 1"},
		},
		"an outage while the reserve runs": {
			reserve: 12 * hour, steps: []string{"01 00:50 stop", "01 01:30 start", "01 02:31"},
			want:  []string{"01 00:48 remind", "01 01:48 remind", "01 02:00 extend", "01 02:30 0 skip 1"},
			posts: map[string]int{tables.PostExtension: 1},
		},
		"the reserve ends during an outage": {
			reserve: 12 * hour, steps: []string{"01 01:50 stop", "01 05:00 start", "01 05:11"},
			want: []string{"01 00:48 remind", "01 01:48 remind", "01 05:00 extend", "01 05:10 0 skip 1"},
		},
		"quiet hours delay the end of the reserve": {
			reserve: 12 * hour, quiet: store.QuietHours{From: 1, To: 4}, steps: []string{"01 04:01"},
			want: []string{"01 00:48 remind", "01 04:00 0 skip 1"},
		},
		"the program is frozen as the limit ends": {
			steps: []string{"01 00:50 freeze", "01 03:50 thaw", "01 04:01"},
			want:  []string{"01 00:48 remind", "01 03:50 extend", "01 04:00 0 skip 1"},
			posts: map[string]int{tables.PostExtension: 1},
		},
		"the program is out of reach as the limit ends": {
			steps: []string{"01 00:50 cut", "01 03:50 reach", "01 04:01"},
			want:  []string{"01 00:48 remind", "01 03:50 extend", "01 04:00 0 skip 1"},
			posts: map[string]int{tables.PostExtension: 1},
		},
		"a move right after a frozen time": {
			steps: []string{"01 00:50 freeze", "01 05:00 move", "01 05:00 thaw", "01 05:10"},
			want:  []string{"01 00:48 remind", "01 05:00 extend", "01 05:00 move"},
		},
		"a move right after a time out of reach": {
			steps: []string{"01 00:50 cut", "01 05:00 move", "01 05:00 reach", "01 05:10"},
			want:  []string{"01 00:48 remind", "01 05:00 extend", "01 05:00 move"},
		},
		"two outages bring no stand-in": {
			steps: []string{"01 00:50 freeze", "01 01:50 thaw", "01 02:50 cut", "01 03:50 reach", "01 04:01"},
			want: []string{
				"01 00:48 remind", "01 01:50 extend", "01 02:00 0 skip 1", "01 02:48 remind", "01 03:50 extend",
				"01 04:00 0 skip 2",
			},
		},
		"the program died before the tables knew of an absence": {
			steps: []string{"01 00:20 unnoticed 01 03:00", "01 00:30 stop", "01 05:00 start", "01 05:41"},
			want:  []string{"01 05:00 pause", "01 05:00 extend", "01 05:28 remind", "01 05:40 0 skip 1"},
		},
		"the same while the reserve runs": {
			reserve: 12 * hour, steps: []string{"01 01:10 unnoticed 01 05:00", "01 01:10 stop", "01 01:20 start", "01 05:51"},
			want: []string{"01 00:48 remind", "01 01:48 extend", "01 01:48 pause", "01 05:38 remind", "01 05:50 0 skip 1"},
		},
		"a reminder replaces a call": {
			limit: 12 * hour, quiet: untilSix, steps: []string{"01 00:00 ping", "01 00:00 stop", "01 10:00 start", "01 11:00"},
			want: []string{"01 00:00 hush", "01 10:00 remind"},
		},
		"the limit stands still in an absence": {
			steps: []string{"01 00:30 away 03 00:00", "03 01:31"}, posts: map[string]int{tables.PostPause: 1},
			want: []string{
				"01 00:30 pause", "03 00:18 remind", "03 00:30 0 skip 1", "03 01:18 remind", "03 01:30 0 skip 2",
			},
		},
		"the player comes back early": {
			steps: []string{"01 00:30 away 20 00:00", "01 09:00 away 10 00:00", "01 10:00 back", "01 10:31"},
			want: []string{
				"01 00:30 pause", "01 09:00 pause", "01 10:00 pause", "01 10:18 remind", "01 10:30 0 skip 1",
			},
			posts: map[string]int{tables.PostPause: 3},
		},
		"an outage within an absence": {
			steps: []string{
				"01 00:30 away 03 00:00", "01 05:00 stop", "02 05:00 start", "02 05:00 beside", "02 05:00 beside", "03 00:31",
			},
			want:  []string{"01 00:30 pause", "03 00:18 remind", "03 00:30 0 skip 1"},
			posts: map[string]int{tables.PostPause: 1},
		},
		"an outage in which an absence ends": { // 30 minutes are left
			steps: []string{"01 00:30 away 01 10:30", "01 10:00 stop", "01 16:00 start", "01 16:31"},
			want:  []string{"01 00:30 pause", "01 16:00 extend", "01 16:18 remind", "01 16:30 0 skip 1"},
		},
		"an absence ends in quiet hours": {
			quiet: untilSix, steps: []string{"01 00:00 ping", "01 00:30 away 03 00:00", "03 06:01"},
			want: []string{"01 00:00 hush", "01 00:30 pause", "03 06:00 0 skip 1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := storeWithQuietHours(t, c.quiet)
				w := &program{tablestest.New(t, s, 20*time.Second)}
				var cutOff atomic.Bool
				w.Sweeper.Reachable = func() bool { return !cutOff.Load() }
				w.Run()
				defer func() { w.End() }()
				w.StandIn = 2
				if w.Reserve = c.reserve; c.limit != 0 {
					w.Limit = c.limit
				}
				id := w.StartGardens(nil)
				for _, step := range c.steps {
					untilDay(step[:8])
					switch do, until, _ := strings.Cut(step[min(9, len(step)):], " "); do {
					case "stop", "freeze":
						w.End()
					case "start":
						w = sweepEvery(t, s, 20*time.Second)
					case "thaw":
						w.Run()
					case "cut", "reach":
						cutOff.Store(do == "cut")
					case "beside":
						other := sweepEvery(t, s, 20*time.Second)
						defer other.End()
					case "move":
						w.Act(id, w.firstLegalMove)
					case "away":
						w.goAway(w.first(id), until)
					case "unnoticed":
						storetest.SetPreferences(t, s, w.first(id), store.Preferences{
							Absences: []store.Absence{{From: w.Now(), To: at(until)}},
						})
					case "back":
						w.change(w.first(id), func(p *store.Preferences) { p.ComeBack(w.Now()) })
					case "ping":
						require.Zero(t, w.announce(w.read(id), id))
					}
				}
				require.Equal(t, c.want, w.happenedDays(id))
				for kind, n := range c.posts {
					require.Equal(t, n, w.Posts(kind), kind)
				}
			})
		})
	}
}
