package bolt

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries/boltdb"
	"amytis/store/storetest"
)

// gone is the player that the tests erase, and stays another one.
var (
	gone  = table.Player{User: 182736455463728190, Name: "Nebuchadnezzar-Θ"}
	stays = table.Player{User: 223344556677889900, Name: "Semiramis"}
)

func asFormer(guild table.GuildID) table.Player {
	return table.Player{User: table.FormerID(uint64(guild)), Name: "former player"}
}

// requireErased checks that a file holds neither the ID of gone, in any form, nor the name.
func requireErased(t require.TestingT, path string) {
	content := readFile(t, path)
	id := uint64(gone.User)
	for what, trace := range map[string][]byte{
		"the ID in text":       strconv.AppendUint(nil, id, 10),
		"the ID in keys":       binary.BigEndian.AppendUint64(nil, id),
		"the ID little-endian": binary.LittleEndian.AppendUint64(nil, id),
		"the name":             []byte(gone.Name),
	} {
		at := bytes.Index(content, trace)
		require.Negative(t, at, "the file still holds %s, on page %d", what, at/4096)
	}
}

func playTable(t *testing.T, db *DB, guild table.GuildID, id table.ID, moves int) {
	t.Helper()
	ctx := t.Context()
	head := store.Header{Guild: guild, Channel: table.ChannelID(id), Game: "gardens", Status: store.Lobby,
		Players: []table.UserID{gone.User, stays.User}}
	require.NoError(t, db.Commit(ctx, store.Commit{Table: id,
		Events: []table.Event{opened(gone), table.Join(stays, 2)}, Header: head,
		Outbox: []store.Entry{{Table: id, Channel: head.Channel, Kind: "lobby", To: gone.User}}}))
	head.Status = store.Running
	for v := range moves {
		by := []table.Player{gone, stays}[v%2].User
		require.NoError(t, db.Commit(ctx, store.Commit{Table: id, Want: table.Version(2 + v), Header: head,
			Events: []table.Event{table.MoveText("dig c2", by, 3)}}))
	}
	head.Status = store.Ended
	require.NoError(t, db.Commit(ctx, store.Commit{
		Table: id, Want: table.Version(2 + moves), Header: head,
		Events: []table.Event{table.MoveText("end", gone.User, 4)},
		Result: &store.Result{Table: id, Guild: guild, Game: "gardens", At: 5, Standings: []store.Standing{
			{User: gone.User, Rank: 1, Score: 9}, {User: stays.User, Rank: 2, Score: 8},
		}},
	}))
}

func opened(host table.Player) table.Event {
	return table.OpenLobby(&engine.Info{ID: "gardens"}, host, nil, 0, 1)
}

func TestErasedPlayerLeavesNoTraceInTheFile(t *testing.T) {
	t.Parallel()
	for seed := range longrun.Choose[uint64](8, 100) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		chance := func() bool { return rnd.IntN(2) == 0 }
		path := newPath(t)
		now := time.Now()
		o := Options{Now: func() time.Time { return now }}
		db := openTest(t, path, o)
		for i := range rnd.IntN(61) {
			require.NoError(t, db.Commit(t.Context(), storetest.PlayMove(table.ID(10_000+i), 0, uint64(i+1))))
		}
		for i := range 1 + rnd.IntN(25) {
			playTable(t, db, table.GuildID(1+i%3), table.ID(1+i), rnd.IntN(13))
			if chance() {
				out := storetest.Must(db.Outbox(t.Context(), 0, 1))(t)
				require.NoError(t, db.Settle(t.Context(), out[0].Seq, store.Settlement{Sent: 5}))
			}
		}
		chosen := store.Preferences{Lessons: map[string]string{"x": gone.Name}}
		storetest.SetPreferences(t, db, gone.User, chosen)
		require.NoError(t, db.Erase(t.Context(), gone.User, asFormer))
		if chance() { // the program stops
			require.NoError(t, db.Close())
			requireErased(t, path)
			db = openTest(t, path, o)
		} else { // it goes on
			require.NoError(t, db.Wipe(t.Context(), time.Hour))
			now = now.Add(wipeAfter)
			require.NoError(t, db.Wipe(t.Context(), wipeAfter))
			requireErased(t, path)
		}
		require.NoError(t, db.Lost(), "the file is the one at the path")
		rows := storetest.Must(db.Leaderboard(t.Context(), 1, store.Board{Game: "gardens"}))(t)
		require.Len(t, rows, 2, "seed %d", seed)
		requireSound(t, db)
		for i := range 20 {
			require.NoError(t, db.Commit(t.Context(), storetest.PlayMove(table.ID(20_000+i), 0, uint64(1000+i))))
		}
		require.NoError(t, db.Close())
		requireErased(t, path)
		requireSoundFile(t, path)
		require.Equal(t, []string{"amytis.db"}, namesInFolder(t, path), "the old file is gone")
	}
}

// A call that reads for a long time, such as a backup, keeps the old file and reads to its end.
func TestFileIsNotReplacedUnderAReader(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	playTable(t, db, 1, 1, 9)
	require.NoError(t, db.Erase(t.Context(), gone.User, asFormer))
	begun, until, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	backup := &heldWriter{started: begun, until: until}
	goOn := sync.OnceFunc(func() { close(until) })
	t.Cleanup(goOn) // else the store would not close if the test fails before
	go func() { done <- db.Backup(t.Context(), backup) }()
	<-begun
	require.ErrorIs(t, db.Wipe(t.Context(), 0), boltdb.ErrReading)
	require.NoError(t, db.Commit(t.Context(), storetest.PlayMove(50, 0, 1)), "others go on")
	goOn()
	require.NoError(t, <-done)
	requireSoundFile(t, fileOf(t, backup.Bytes()))
	require.NoError(t, db.Lost())
	require.NoError(t, db.Wipe(t.Context(), 0))
	requireErased(t, path)
	requireSound(t, db)
}

// A kill or a power failure may leave some sectors of the pages in any order.
func TestErasureThatIsCutShortLeavesNoTrace(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	for i := range 10 {
		playTable(t, db, 1, table.ID(1+i), 9)
	}
	states := [][]byte{readFile(t, path)}
	require.NoError(t, db.Erase(t.Context(), gone.User, asFormer))
	states = append(states, readFile(t, path))
	require.NoError(t, db.Wipe(t.Context(), 0))
	states = append(states, readFile(t, path))
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range longrun.Choose(10, 100) {
		before, after := states[i%2], states[i%2+1]
		torn := slices.Clone(before)
		for at := 2 * 4096; at < len(after); at += sector { // the first pages are written last
			if rnd.IntN(2) == 0 {
				copy(torn[at:], after[at:][:sector])
			}
		}
		path := fileOf(t, torn)
		db := openTest(t, path, Options{})
		require.Equal(t, i%2 == 0, storetest.Must(db.Header(t.Context(), 1))(t).Players[0] == gone.User)
		if i%2 == 1 {
			requireErased(t, path)
		}
		requireSound(t, db)
		require.NoError(t, db.Erase(t.Context(), gone.User, asFormer))
		require.NoError(t, db.Close())
		requireErased(t, path)
		requireSoundFile(t, path)
	}
}
