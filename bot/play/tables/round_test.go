package tables_test

import (
	"testing"
	"time"

	"amytis/bot/play/tables"
)

func TestRoundsBeginAndEndByTheClock(t *testing.T) {
	play(t, time.Second, map[string]script{
		"a player misses the first round": { // a new message calls those who do not expect it
			game: "quick 300", steps: []string{"01 00:05 ready", "01 01:06"},
			want: []string{
				"01 00:05 ready", "01 00:48 remind", "01 00:48 remind", "01 01:00 begin", "01 01:05 0 time", "aborted, 0 results",
			},
			posts: map[string]int{tables.PostTable: 3},
		},
		"a round begins after ten seconds if everybody was active": { // its message says so
			game: "quick 300", limit: unlimited,
			steps: []string{"01 02:00 everybody ready", "01 02:00 build", "01 02:06"},
			want:  []string{"01 02:00 ready", "01 02:00 move", "01 02:05 0 time", "01 02:05 begin"},
			posts: map[string]int{tables.PostTable: 2},
		},
		"a move after the countdown needs no sweep": {
			game: "quick 300", sweeps: time.Hour,
			steps: []string{"01 00:00 everybody ready", "01 00:00 build", "01 00:00 time", "01 00:01 build"},
			want:  []string{"01 00:00 ready", "01 00:00 move", "01 00:00 0 time", "01 00:01 begin", "01 00:01 move"},
		},
		"an absence delays the first round": { // half an hour was left
			game: "quick 300", sweeps: time.Minute, steps: []string{"01 00:30 away 03 00:00", "03 00:31"},
			want: []string{"01 00:30 pause", "01 00:48 remind", "01 00:48 remind", "03 00:18 remind", "03 00:30 begin"},
		},
		"absences do not stop the clock of a round": {
			game: "quick 300", steps: []string{"01 00:00 everybody ready", "01 00:00 everybody away 03 00:00", "01 00:06"},
			want: []string{
				"01 00:00 ready", "01 00:00 pause", "01 00:00 pause", "01 00:00 pause", "01 00:05 0 time", "aborted, 0 results",
			},
		},
		"a game in which nobody has built has no result": {
			game: "quick 0", steps: []string{"01 00:00 resign", "01 00:00 resign"},
			want: []string{"01 00:00 move", "ended, 0 results"},
		},
		"a game in which everybody has built has one": {
			game: "quick 0", steps: []string{"01 00:00 everybody ready", "01 00:00 build", "01 00:00 resign", "01 00:00 resign"},
			want: []string{"01 00:00 ready", "01 00:00 move", "ended, 1 results"},
		},
	})
}
