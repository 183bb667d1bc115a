package tables_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// TestStepsAreTakenForPlayers has a grace of half a minute, but of a second for a step that begins
// a turn.
func TestStepsAreTakenForPlayers(t *testing.T) {
	play(t, time.Second, map[string]script{
		"a draw at the beginning of a turn": {
			game: "babel", steps: []string{"01 00:20"}, want: []string{"01 00:00:01 auto 1 draw"},
			posts: map[string]int{tables.PostTable: 1}, // the step needs no message
		},
		"the end of a turn, in spite of several programs and a restart": {
			steps: []string{
				"01 00:00 finish", "01 00:00 told 01 00:00:35", "01 00:00 beside", "01 00:00 beside", "01 00:00 beside",
				"01 00:00:30 stop", "01 00:00:30 start", "01 00:10",
			},
			want:  []string{"01 00:00 move", "01 00:00:35 auto 1 end"},
			posts: map[string]int{tables.PostTable: 8}, // one calls the next player
		},
		"the player is quicker than a step that is due": {
			game: "babel", sweeps: time.Hour, steps: []string{"01 00:01 move", "01 00:30"}, want: []string{"01 00:01 move"},
		},
		"not for a player who has turned that off": {
			game: "babel", steps: []string{"01 00:00:00 manual", "01 00:30 told", "01 00:30 turn", "01 00:31"},
			want: []string{"01 00:30 move", "01 00:30:06 auto 2 draw"},
		},
		"undone within the grace": {
			limit: unlimited, steps: []string{"01 00:00 finish", "01 00:00:20 undo", "01 03:00 redo", "01 03:01"},
			want: []string{"01 00:00 move", "01 00:00 undo", "01 03:00 move", "01 03:00:35 auto 1 end"},
		},
		"not for a stand-in, but after the player's return": { // no computer plays here
			steps: []string{
				"01 00:00 finish", "01 00:00:20 stand_in", "01 00:20 told", "01 00:20 return", "01 00:20 told 01 00:20:35",
				"01 00:30",
			},
			want: []string{"01 00:00 move", "01 00:00 stand_in", "01 00:20 return", "01 00:20:35 auto 1 end"},
		},
		"a planned turn, in spite of several programs and a restart": {
			steps: []string{
				"01 00:00 plan", "01 00:10 pass", "01 00:10 beside", "01 00:10 beside", "01 00:10 beside", "01 00:10:30 stop",
				"01 00:10:30 start", "01 00:20",
			},
			want:  []string{"01 00:00 move", "01 00:00 plan", "01 00:10 move", "01 00:10 hush", "01 00:10:35 planned"},
			posts: map[string]int{tables.PostTable: 9, tables.PostCall: 0},
		},
		"a plan that is dropped": {
			limit: unlimited, steps: []string{"01 00:00 plan", "01 00:10 pass", "01 00:10:25 drop", "01 01:10"},
			want: []string{"01 00:00 move", "01 00:00 plan", "01 00:10 move", "01 00:10 hush", "01 00:10 plan"},
		},
		"a plan of which the player plays a step": {
			limit: unlimited, steps: []string{"01 00:00 plan", "01 00:10 pass", "01 00:10:25 move", "01 01:10"},
			want: []string{"01 00:00 move", "01 00:00 plan", "01 00:10 move", "01 00:10 hush", "01 00:10 move"},
		},
		"a planned turn before its limit": {
			steps: []string{"01 00:00 plan", "01 00:10 pass", "01 00:10 extend 01 00:10:15", "01 00:20"},
			want: []string{
				"01 00:00 move", "01 00:00 plan", "01 00:10 move", "01 00:10 hush", "01 00:10 extend", "01 00:10 remind",
				"01 00:10:15 planned",
			},
		},
		"a planned turn after an outage": { // in which the player could not drop it
			limit: unlimited,
			steps: []string{"01 00:00 plan", "01 00:10 pass", "01 00:10:15 stop", "01 03:10:15 start", "01 03:20"},
			want:  []string{"01 00:00 move", "01 00:00 plan", "01 00:10 move", "01 00:10 hush", "01 03:10:50 planned"},
		},
	})
}

// TestStepsAreTakenOnceByAProgramThatDiesInTheMiddle has the store fail at different commits.
func TestStepsAreTakenOnceByAProgramThatDiesInTheMiddle(t *testing.T) {
	for name, begin := range map[string]func(w *program) (id table.ID, want []string){
		"draw": func(w *program) (table.ID, []string) {
			return w.Start(babel.Game, nil, []table.UserID{anna, boris}), []string{"1 draw"}
		},
		"planned": func(w *program) (table.ID, []string) {
			id := w.StartGardens(nil)
			turn := w.planTurn(id)
			w.endTurn(id)
			return id, turn
		},
	} {
		for _, committed := range []bool{false, true} {
			t.Run(fmt.Sprint(name, committed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := bolttest.New(t)
					dying := &program{tablestest.New(t, &deadly{s, committed}, time.Second)}
					id, want := begin(dying)
					time.Sleep(31 * time.Second)
					dead, end := context.WithCancel(t.Context())
					end()
					_ = dying.Sweeper.Sweep(dead)
					require.NoError(t, dying.Sweeper.Sweep(t.Context()))
					w := work(t, s)
					defer w.End()
					pause(time.Minute)
					require.Equal(t, want, w.automatic(id))
				})
			})
		}
	}
}

// deadly is a store that fails to commit automatic steps, before or after they are stored.
type deadly struct {
	store.Store
	committed bool
}

func (d *deadly) Commit(ctx context.Context, c store.Commit) error {
	if len(c.Events) == 0 || !c.Events[0].Auto {
		return d.Store.Commit(ctx, c)
	}
	if d.committed {
		_ = d.Store.Commit(ctx, c)
	}
	return context.Canceled
}

func TestNobodyIsCalledToATurnWithoutAChoice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := newProgram(t, s)
		id := w.StartGardens(nil)
		uncalled := func() engine.SeatSet {
			return storetest.Must(w.Tables.Forced.NoChoice(t.Context(), w.Table(id), w.Table(id).Turn()))(t)
		}
		require.Zero(t, uncalled())
		seat := w.playToEnd(id)
		require.Equal(t, engine.Seats(seat), uncalled())
		storetest.SetPreferences(t, s, w.Table(id).Player(seat).User, store.Preferences{Manual: true})
		require.Zero(t, uncalled())
	})
}
