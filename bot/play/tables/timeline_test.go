package tables_test

import (
	"testing"
	"time"

	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

// hour is a time for a turn.
const hour table.Limit = 3600

// untilSix are quiet hours from 22:00 to 06:00 UTC.
var untilSix = store.QuietHours{From: 22, To: 6}

// away are absences, each with its beginning and its end.
func away(times ...string) (p store.Preferences) {
	for i := 0; i < len(times); i += 2 {
		p.Absences = append(p.Absences, store.Absence{From: at(times[i]), To: at(times[i+1])})
	}
	return p
}

// awayFromOne is an absence from the millisecond on in which a limit of an hour ends.
func awayFromOne(until string) store.Preferences { return away("01 01:00", until) }

// noOutage is what happens if players can reach one of two processes all the time.
var noOutage = []string{"01 00:48 remind", "01 01:00 0 skip 1", "01 01:48 remind", "01 02:00 0 skip 2"}

// TestTurnsGoByTheClock has games with an hour for a turn. The 1st and the 8th are Saturdays.
func TestTurnsGoByTheClock(t *testing.T) {
	play(t, 20*time.Second, map[string]script{
		"a reminder and the end": {
			steps: []string{"01 01:00"}, want: []string{"01 00:48 remind", "01 01:00 0 skip 1"},
			posts: map[string]int{tables.PostReminder: 1, tables.PostTable: 2},
		},
		"three skipped turns": {
			noStandIns: true, sweeps: time.Minute, steps: []string{"01 23:00"}, want: []string{
				"01 00:48 remind", "01 01:00 0 skip 1", "01 01:48 remind", "01 02:00 0 skip 2", "01 02:48 remind",
				"01 03:00 0 skip 1", "01 03:48 remind", "01 04:00 0 skip 2", "01 04:48 remind", "01 05:00 0 skip 1",
				"01 05:48 remind", "01 06:00 0 skip 2", "01 06:48 remind", "01 07:00 1 resign", "ended, 1 results",
			},
		},
		"three skipped turns, with steps that are taken for the players": {
			game: "babel", noStandIns: true, sweeps: time.Minute, steps: []string{"01 23:00"}, want: []string{
				"01 00:01:00 auto 1 draw", "01 00:48 remind", "01 01:00 0 skip 1", "01 01:01:00 auto 2 draw",
				"01 01:48 remind", "01 02:00 0 skip 2", "01 02:01:00 auto 1 draw", "01 02:48 remind",
				"01 03:00 0 skip 1", "01 03:01:00 auto 2 draw", "01 03:48 remind", "01 04:00 0 skip 2",
				"01 04:01:00 auto 1 draw", "01 04:48 remind", "01 05:00 0 skip 1", "01 05:01:00 auto 2 draw",
				"01 05:48 remind", "01 06:00 0 skip 2", "01 06:01:00 auto 1 draw", "01 06:48 remind",
				"01 07:00 1 resign", "ended, 1 results",
			},
		},
		"a move restarts the limit": {
			steps: []string{"01 00:30 move", "01 01:19"}, want: []string{"01 00:30 move", "01 01:18 remind"},
		},
		"several programs do nothing twice": {
			steps: []string{"01 00:00 beside", "01 00:00 beside", "01 00:00 beside", "01 05:00"},
			want: []string{
				"01 00:48 remind", "01 01:00 0 skip 1", "01 01:48 remind", "01 02:00 0 skip 2", "01 02:48 remind",
				"01 03:00 stand_in", // no computer plays here
			},
			posts: map[string]int{tables.PostReminder: 3, tables.PostTable: 4},
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
		"a turn uses up its limit and its reserve": {
			reserve: 12 * hour, steps: []string{"01 02:30 move", "01 03:31"},
			want: []string{
				"01 00:48 remind", "01 01:48 remind", "01 02:00 0 skip 1", "01 02:30 move",
				"01 03:18 remind", "01 03:30 stand_in", // the skipped seat has only the limit
			},
			posts: map[string]int{tables.PostReminder: 3},
		},
		"a move within the reserve": {
			reserve: 12 * hour, steps: []string{"01 01:30 move", "01 01:31"},
			want: []string{"01 00:48 remind", "01 01:30 move"},
		},
		"the reserve outlasts restarts": {
			reserve: 12 * hour, steps: []string{
				"01 00:10 move", "01 00:20 stop", "01 00:20 start", "01 00:50 stop", "01 00:50 start",
				"01 01:20 stop", "01 01:20 start", "01 01:50 stop", "01 01:50 start", "01 02:11",
			},
			want: []string{"01 00:10 move", "01 00:58 remind", "01 01:58 remind", "01 02:10 0 skip 2"},
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
		"a move before a new program sweeps": {
			steps: []string{"01 00:50 stop", "01 05:00 load", "01 05:00 move", "01 05:00 thaw", "01 05:10"},
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
		"a held-back ping is a call when quiet hours end": {
			limit: unlimited, quiet: untilSix, sweeps: time.Minute,
			steps: []string{
				"01 00:00 ping", "01 00:00 beside", "01 00:00 beside", "01 03:00 stop", "01 03:00 start", "01 05:30 ping",
				"01 07:00 ping", "01 23:00",
			},
			want:  []string{"01 00:00 hush", "01 06:00 call"}, // however often the message about the turn is sent
			posts: map[string]int{tables.PostCall: 1},
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
		"an outage in the absence that the limit ended with": {
			absent: awayFromOne("01 10:00"), steps: []string{"01 09:00 stop", "01 12:00 start", "01 12:00"},
			want: []string{"01 00:48 remind", "01 12:00 0 skip 1"},
		},
		"an outage before that absence ends": {
			absent: awayFromOne("01 13:00"), steps: []string{"01 09:00 stop", "01 12:00 start", "01 13:00"},
			want: []string{"01 00:48 remind", "01 13:00 0 skip 1"},
		},
		"an outage in the quiet hours after that absence": { // the player could have moved in them
			absent: awayFromOne("01 09:00"), quiet: store.QuietHours{From: 8, To: 11},
			steps: []string{"01 07:00 stop", "01 15:00 start", "01 17:01"},
			want:  []string{"01 00:48 remind", "01 15:00 extend", "01 17:00 0 skip 1"},
		},
		"two absences overlap": {
			absent: away("01 00:10", "01 00:40", "01 00:20", "01 00:50"), steps: []string{"01 01:40"},
			want: []string{"01 00:10 pause", "01 01:28 remind", "01 01:40 0 skip 1"},
		},
		"one absence within the other": {
			absent: away("01 00:10", "01 00:50", "01 00:20", "01 00:30"), steps: []string{"01 01:40"},
			want: []string{"01 00:10 pause", "01 01:28 remind", "01 01:40 0 skip 1"},
		},
		"a second absence while away": {
			steps: []string{"01 00:10 away 01 00:40", "01 00:20 away 02 00:00", "01 00:50 back", "01 01:40"},
			want:  []string{"01 00:10 pause", "01 00:20 pause", "01 00:50 pause", "01 01:28 remind", "01 01:40 0 skip 1"},
		},
		"a free weekend while away": {
			steps: []string{"01 00:10 away 01 00:30", "01 00:20 weekends", "01 00:50 workdays", "01 01:40"},
			want:  []string{"01 00:10 pause", "01 00:20 pause", "01 00:50 pause", "01 01:28 remind", "01 01:40 0 skip 1"},
		},
		"back early without a limit": {
			limit: unlimited, sweeps: time.Minute,
			steps: []string{"01 00:00 away 03 00:00", "01 00:00 ping", "01 05:00 back", "04 00:00"},
			want:  []string{"01 00:00 pause", "01 00:00 hush", "01 05:00 pause", "01 05:00 call"},
		},
		"free weekends stop a limit of a week each time": {
			limit: 7 * 24 * hour, absent: store.Preferences{Weekends: 1}, begins: "01 12:00", sweeps: 12 * time.Minute,
			steps: []string{"12 00:00"},
			want:  []string{"01 12:00 pause", "08 00:00 pause", "10 14:24 remind", "12 00:00 0 skip 1"},
		},
		"a weekend begins in an outage": { // with 50 minutes left
			absent: store.Preferences{Weekends: 1}, begins: "07 23:30", sweeps: time.Minute,
			steps: []string{"07 23:40 stop", "08 12:00 start", "10 00:51"},
			want:  []string{"08 12:00 extend", "08 12:00 pause", "10 00:38 remind", "10 00:50 0 skip 1"},
		},
		"out of reach as a weekend begins and the reserve runs": { // with 50 minutes left
			reserve: 12 * hour, absent: store.Preferences{Weekends: 1}, begins: "07 22:30", sweeps: time.Minute,
			steps: []string{"07 23:40 cut", "08 12:00 reach", "10 01:01"},
			want:  []string{"07 23:18 remind", "08 12:01 extend", "08 12:01 pause", "10 00:38 remind", "10 00:50 0 skip 1"},
		},
		"an absence ends in quiet hours": {
			quiet: untilSix, steps: []string{"01 00:00 ping", "01 00:30 away 03 00:00", "03 06:01"},
			want: []string{"01 00:00 hush", "01 00:30 pause", "03 06:00 0 skip 1"},
		},
		"a turn that begins in an absence": { // it has its whole limit after it, and no notice follows its message
			sweeps: time.Minute, steps: []string{
				"01 00:00 other away 02 12:00", "01 00:30 turn", "01 00:30 ping", "02 11:59", "02 13:00",
			},
			want: []string{
				"01 00:30 move", "01 00:30 pause", "01 00:30 hush", "02 12:00 call", "02 12:48 remind", "02 13:00 0 skip 2",
			},
			posts: map[string]int{tables.PostPause: 0, tables.PostCall: 1},
		},
		"a short freeze changes no limit": {
			sweeps: time.Second, steps: []string{"01 00:59:45 freeze", "01 01:00:30 thaw", "01 01:01"},
			want: []string{"01 00:48 remind", "01 01:00 0 skip 1"},
		},
		"a short time out of reach changes no limit": {
			sweeps: time.Second, steps: []string{"01 00:59:45 cut", "01 01:00:30 reach", "01 01:01"},
			want: []string{"01 00:48 remind", "01 01:00 0 skip 1"},
		},
		"the process that sweeps is frozen while another serves": {
			steps: []string{"01 00:00 second", "01 00:50 freeze", "01 01:30 thaw", "01 02:01"}, want: noOutage,
		},
		"the process that does not sweep is frozen": {
			steps: []string{"01 00:00 second", "01 00:50 freeze2", "01 01:30 thaw2", "01 02:01"}, want: noOutage,
		},
		"the process that sweeps is out of reach while another serves": {
			steps: []string{"01 00:00 second", "01 00:50 cut", "01 01:30 reach", "01 02:01"}, want: noOutage,
		},
		"the process that does not sweep is out of reach": {
			steps: []string{"01 00:00 second", "01 00:50 cut2", "01 01:30 reach2", "01 02:01"}, want: noOutage,
		},
		"both processes are out of reach, and the one that did not sweep comes back": {
			steps: []string{"01 00:00 second", "01 00:50 cut", "01 00:55 cut2", "01 02:55 reach2", "01 03:01"},
			want:  []string{"01 00:48 remind", "01 02:55 extend", "01 03:00 0 skip 1"}, // five minutes are left
		},
		"the same with a move before it sweeps": {
			steps: []string{"01 00:00 second", "01 00:50 cut", "01 00:55 cut2", "01 02:55 reach2", "01 02:55 move2", "01 02:56"},
			want:  []string{"01 00:48 remind", "01 02:55 extend", "01 02:55 move"},
		},
		"programs that start together know the same outage": { // the first dies before it extends a limit
			steps: []string{"01 00:50 stop", "01 00:50 release", "01 02:50 load", "01 02:50 second", "01 03:01"},
			want:  []string{"01 00:48 remind", "01 02:50 extend", "01 03:00 0 skip 1"},
		},
	})
}
