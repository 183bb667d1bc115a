package tables_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables/tablestest"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
)

func TestMain(m *testing.M) {
	longrun.FewerChecks()
	m.Run()
}

// program is one run of the program: a store with a sweeper.
type program struct{ *tablestest.Program }

const (
	anna  = tablestest.Anna
	boris = tablestest.Boris
)

func newProgram(t testing.TB, s store.Store) *program {
	t.Helper()
	return &program{tablestest.New(t, s, time.Second)}
}

// work starts a program that sweeps until its End is called.
func work(t testing.TB, s store.Store) *program {
	t.Helper()
	w := newProgram(t, s)
	w.Run()
	return w
}

// sweeping runs a test with a program that sweeps, in a synctest bubble.
func sweeping(t *testing.T, test func(w *program)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := work(t, bolttest.New(t))
		defer w.End()
		test(w)
	})
}

// idle is sweeping with a program that does not sweep.
func idle(t *testing.T, test func(w *program)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(newProgram(t, bolttest.New(t))) })
}

func (w *program) firstLegalMove(t *table.Table) ([]table.Event, error) {
	seat := t.Turn().Slice()[0]
	m := t.State.Legal(seat, nil)[0]
	return []table.Event{table.Move(t.Game, m, t.Player(seat).User, w.Now())}, nil
}

// happened lists a table's events since its start, with the time of day in UTC: "00:48 remind".
func (w *program) happened(id table.ID) []string {
	w.Helper()
	_, log, err := w.Store.Table(w.Context(), id)
	require.NoError(w, err)
	var all []string
	for _, e := range log[3:] {
		event := string(e.Kind)
		if e.Kind == table.Moved {
			event = e.Move
		}
		all = append(all, time.UnixMilli(e.At).UTC().Format("15:04 ")+event)
	}
	return all
}

// until waits until five seconds after a time ("15:04") of the bubble's first day.
func until(clock string) {
	at, err := time.Parse("2006-01-02 15:04", "2000-01-01 "+clock)
	if err != nil {
		panic(err)
	}
	time.Sleep(time.Until(at.Add(5 * time.Second)))
	synctest.Wait()
}
