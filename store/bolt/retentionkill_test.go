package bolt

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

// leftServer is the server to forget. The games of server 1 lose their names.
const leftServer table.GuildID = 8765432187654321876

const retireSteps = 10

// smallParts has the pages overwritten in many parts.
var smallParts = Options{LockWait: time.Minute, overwriteBytes: 64 << 10}

// playOnBoth plays on both servers, settles all messages, and notes that one server is being
// forgotten.
func playOnBoth(t *testing.T, db *DB) {
	t.Helper()
	for i := range 4 * retireSteps {
		playTable(t, db, []table.GuildID{1, leftServer}[i%2], table.ID(1+i), 9)
	}
	messages := got(db.Outbox(t.Context(), 0, 1000))(t)
	for _, m := range messages {
		require.NoError(t, db.Settle(t.Context(), m.Seq, store.Settlement{Sent: 5}))
	}
	note := store.Gone{Since: 1, Upto: 4*retireSteps + 1}
	require.NoError(t, db.SetNote(t.Context(), store.GoneNote(leftServer), note.String()))
}

// retire forgets a server and removes the names of another one, as bot/background/retention does.
func retire(ctx context.Context, db *DB, step func()) error {
	for after := table.ID(0); ; step() {
		last, err := db.Retire(ctx, after, 4, func(_ table.ID, h store.Header, _ int64) store.Fate {
			if h.Guild == leftServer {
				return store.Fate{Delete: true}
			}
			return store.Fate{Name: func(n int) string { return fmt.Sprintf("Player %d", n) }}
		})
		if err != nil {
			return err
		}
		if last == 0 {
			return db.Retired(ctx, []table.GuildID{leftServer})
		}
		after = last
	}
}

func retireUntilKilled(path string) error {
	db, err := Open(path, smallParts)
	if err != nil {
		return err
	}
	fmt.Println("opened")
	if err := retire(context.Background(), db, func() { fmt.Println("step") }); err != nil {
		return err
	}
	select {}
}

func requireForgotten(t *testing.T, path string) {
	t.Helper()
	requireNoTrace(t, path, uint64(leftServer), gone.Name)
}

// What the steps before have removed is gone from the file after the next start, and the next walk
// removes the rest.
func TestKillDuringRetentionLeavesNoTrace(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	playOnBoth(t, db)
	require.NoError(t, db.Close())
	full := usedPages(t, path)
	finished := 0
	for steps := 0; steps <= retireSteps; steps += longrun.Choose(5, 1) {
		path := fileOf(t, full)
		killed(t, "retire", path, 1+steps, 10*time.Millisecond)

		db := openTest(t, path, smallParts)
		db.writer.remains.wait(t.Context(), time.Minute)
		require.False(t, holds(t, db, remainsKey), "the start overwrites what was removed before")
		note := got(db.Note(t.Context(), store.GoneNote(leftServer)))(t)
		if note == "" { // nothing would go on with the walk
			finished++
			requireForgotten(t, path)
		}
		requireSound(t, db)
		require.NoError(t, retire(t.Context(), db, func() {}))
		db.writer.remains.wait(t.Context(), time.Minute)
		requireForgotten(t, path)
		requireSound(t, db)
		require.NoError(t, db.Close())
	}
	t.Log("killed after the walk:", finished)
}

func TestCommitsBetweenPartsLeaveNoTrace(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{overwriteBytes: 1})
	playOnBoth(t, db)
	done := make(chan struct{})
	var beside sync.WaitGroup
	beside.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			if err := db.Commit(t.Context(), playMove(table.ID(1000+i%200), table.Version(i/200), uint64(i+1))); err != nil {
				t.Error(err)
				return
			}
		}
	})
	require.NoError(t, retire(t.Context(), db, func() {}))
	db.writer.remains.wait(t.Context(), time.Minute)
	close(done)
	beside.Wait()
	require.False(t, holds(t, db, remainsKey), "all is overwritten")
	requireForgotten(t, path)
	requireSound(t, db)
}

// The overwriting after an erasure waits. It must not end before what the step removes is
// overwritten too.
func TestStepDuringAnErasureIsOverwritten(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	playOnBoth(t, db)
	leave := db.writer.readers.enter(0) // as if a call read the first transaction
	require.NoError(t, db.writer.submit(t.Context(), plainChange((*writeTx).overwrite)))
	_, err := db.Retire(t.Context(), 0, 100, func(_ table.ID, h store.Header, _ int64) store.Fate {
		return store.Fate{Delete: h.Guild == leftServer, Name: func(int) string { return "Player" }}
	})
	require.NoError(t, err)
	leave()
	db.writer.remains.wait(t.Context(), time.Minute)
	content := readFile(t, path)
	require.False(t, bytes.Contains(content, []byte(gone.Name)), "the file still holds a name")
	requireSound(t, db)
}
