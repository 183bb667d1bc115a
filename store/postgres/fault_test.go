package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/postgres/postgrestest"
	"amytis/store/storetest"
)

// playMoves commits moves until stop ends, half of them with an interaction, and counts them.
func playMoves(t testing.TB, db store.Store, id table.ID, moves *atomic.Int64, stop <-chan struct{}) (accepted table.Version) {
	for v := table.Version(0); ; v++ {
		select {
		case <-stop:
			return v
		default:
		}
		interaction := table.InteractionID(0)
		if v%2 == 0 {
			interaction = table.InteractionID(v)<<20 | table.InteractionID(id)
		}
		if !assert.NoError(t, db.Commit(t.Context(), storetest.PlayMove(id, v, interaction)), "version %d", v+1) {
			return v
		}
		moves.Add(1)
	}
}

func TestBrokenConnectionsLoseAndDoubleNothing(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t)
	o, n := throughNetwork(t, server)
	o.URL += "&application_name=" + t.Name()
	db := openTest(t, o)
	outside := storetest.Must(pgx.Connect(t.Context(), postgrestest.URLOf(server)))(t)
	defer outside.Close(context.WithoutCancel(t.Context()))
	const tables = 4
	stop := make(chan struct{})
	var players sync.WaitGroup
	accepted := make([]table.Version, tables)
	var moves atomic.Int64
	for i := range tables {
		players.Go(func() { accepted[i] = playMoves(t, db, table.ID(i+1), &moves, stop) })
	}
	settled := map[uint64]bool{}
	ctx, cancel := context.WithCancel(t.Context())
	var taker sync.WaitGroup
	taker.Go(func() {
		for ctx.Err() == nil {
			list, err := db.Untaken(ctx, func(seq uint64) bool { return seq%2 == 1 }) // which stay
			if ctx.Err() != nil || !assert.NoError(t, err) {
				return
			}
			for _, m := range list {
				assert.False(t, settled[m.Seq], "message %d was settled before", m.Seq)
				assert.NoError(t, db.Settle(t.Context(), m.Seq, store.Settlement{Sent: 5}))
				settled[m.Seq] = true
			}
		}
	})
	for i := range longrun.Choose(4, 12) {
		before := moves.Load()
		require.Eventually(t, func() bool { return moves.Load() > before+10 }, time.Minute, time.Millisecond)
		if i%2 == 0 {
			n.set(true, func() {})
			continue
		}
		// Other tests use the server at the same time, and expect that it answers.
		require.Eventually(t, func() bool {
			broken, err := outside.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "+
				"WHERE query LIKE '%apply(%' AND application_name = $1", t.Name())
			require.NoError(t, err)
			return broken.RowsAffected() > 0
		}, time.Minute, time.Millisecond, "break %d hits no connection", i)
	}
	close(stop)
	players.Wait()
	total := 0
	for i, v := range accepted {
		h, log, err := db.Table(t.Context(), table.ID(i+1))
		require.NoError(t, err)
		require.Equal(t, v, h.Version, "table %d", i+1)
		require.Len(t, log, int(v))
		total += int(v)
	}
	require.Eventually(t, func() bool {
		left := storetest.Must(db.Outbox(t.Context(), 0, total+1))(t)
		for _, m := range left {
			if m.Seq%2 == 0 {
				return false // not taken yet
			}
		}
		return true
	}, time.Minute, 10*time.Millisecond)
	cancel()
	taker.Wait()
	require.Empty(t, storetest.Must(db.Check(t.Context()))(t))
}

func TestServerThatIsAwayForAWhileGivesAClearErrorAndIsUsedAgain(t *testing.T) {
	t.Parallel()
	o, n := throughNetwork(t, postgrestest.Start(t))
	o.Patience = 50 * time.Millisecond
	impatient := openTest(t, o)
	o.Patience = time.Minute
	patient := openTest(t, o)
	ctx := t.Context()
	require.NoError(t, impatient.Commit(ctx, storetest.PlayMove(1, 0, 10)))

	n.set(true, func() { n.away = true })
	err := impatient.Commit(ctx, storetest.PlayMove(1, 1, 11))
	require.ErrorIs(t, err, ErrUnavailable)
	require.ErrorContains(t, err, address)
	_, _, err = impatient.Table(ctx, 1)
	require.ErrorIs(t, err, ErrUnavailable)
	_, err = impatient.Outbox(ctx, 0, 1)
	require.ErrorIs(t, err, ErrUnavailable)
	_, err = impatient.Check(ctx)
	require.ErrorIs(t, err, ErrUnavailable)
	done := make(chan error)
	go func() { done <- patient.Commit(ctx, storetest.PlayMove(1, 1, 12)) }()
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, patient.Commit(short, storetest.PlayMove(1, 1, 13)), context.DeadlineExceeded)

	n.set(false, func() { n.away = false })
	require.NoError(t, <-done, "a call that waits is answered")
	require.Eventually(t, func() bool {
		h, err := impatient.Header(ctx, 1)
		return err == nil && h.Version == 2
	}, time.Minute, time.Millisecond)
	// Some of its other connections are still broken, and 50 ms are short on a slow machine.
	require.Eventually(t, func() bool {
		err = impatient.Commit(ctx, storetest.PlayMove(1, 1, 14))
		return !errors.Is(err, ErrUnavailable)
	}, time.Minute, time.Millisecond)
	require.ErrorIs(t, err, store.ErrConflict)
	// After a try without an answer, a handle takes a duplicate for that try. A new one had none.
	require.ErrorIs(t, openTest(t, o).Commit(ctx, storetest.PlayMove(1, 1, 12)), store.ErrDuplicate)
}

func TestCloseEndsCallsThatWaitForTheServer(t *testing.T) {
	t.Parallel()
	o, n := throughNetwork(t, postgrestest.Start(t))
	db := openTest(t, o)
	n.set(true, func() { n.away = true })
	done := make(chan error)
	go func() { done <- db.Commit(t.Context(), storetest.PlayMove(1, 0, 10)) }()
	time.Sleep(20 * time.Millisecond) // usually enough for the call to begin
	require.NoError(t, db.Close())
	require.ErrorIs(t, <-done, store.ErrClosed)
}

func TestChangeOfAFactIsMadeOnceDespiteBrokenConnections(t *testing.T) {
	t.Parallel()
	o, n := throughNetwork(t, postgrestest.Start(t))
	db := openTest(t, o)
	n.set(true, func() { n.answers = func() int { return 3 + rand.IntN(9) } }) // some do not even open
	changes := longrun.Choose(10, 40)
	for range changes {
		require.NoError(t, db.ChangeNote(t.Context(), "count", func(old string) (string, error) {
			return old + ".", nil
		}))
	}
	require.Equal(t, strings.Repeat(".", changes), storetest.Must(db.Note(t.Context(), "count"))(t))
}

// The server has no LISTEN, so a handle looks every second.
func TestHandleLearnsOfMessagesAlthoughNobodyTellsIt(t *testing.T) {
	t.Parallel()
	o, n := throughNetwork(t, postgrestest.Start(t))
	n.refused = "LISTEN " + channel
	db := openTest(t, o)
	for range 2 {
		<-db.Added()
	}
	require.NoError(t, openTest(t, o).Commit(t.Context(), storetest.PlayMove(1, 0, 0)))
	<-db.Added()
	require.Len(t, storetest.Must(db.Untaken(t.Context(), func(uint64) bool { return false }))(t), 1)
}
