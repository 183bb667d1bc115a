package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// gameStore makes a store with an ended game of each kind on server 1, and on server 2 one of the
// first kind, after 12 given moves, and a running one. ids are of the ended games.
func gameStore(t *testing.T) (path string, ended []table.ID) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "amytis.db")
	db, err := bolt.Open(path, bolt.Options{Program: program()})
	require.NoError(t, err)
	add := func(g games.Entry, guild table.GuildID, over bool) {
		game := playtest.Play(t, g, nil, g.Info().MinSeats)
		if guild == 2 {
			game = game.Fork(t, 12)
		}
		log := game.Events
		for _, m := range game.Moves {
			log = append(log, table.Move(g, m, 1, 0))
		}
		id, err := db.NewTable(t.Context())
		require.NoError(t, err)
		h := store.Header{Guild: guild, Game: g.Info().ID, Status: store.Ended}
		if !over {
			log, h.Status = log[:len(log)-5], store.Running
		} else {
			ended = append(ended, id)
		}
		require.NoError(t, db.Commit(t.Context(), store.Commit{Table: id, Events: log, Header: h}))
	}
	for _, g := range games.All {
		add(g, 1, true)
	}
	add(games.All[0], 2, true)
	add(games.All[0], 1, false)
	require.NoError(t, db.Close())
	return path, ended
}

func TestExportsPassTheCheck(t *testing.T) {
	path, ended := gameStore(t)
	for _, c := range []struct {
		args []string
		want int
	}{
		{nil, len(ended)},
		{[]string{"--guild", "1"}, len(games.All)},
		{[]string{"--game", games.All[0].Info().ID}, 2},
		{[]string{"--guild", "2", "--game", games.All[0].Info().ID}, 1},
		{[]string{"--guild", "3"}, 0},
	} {
		code, out, errs := amytis(t, "", append([]string{"record", "export", "--db", path}, c.args...)...)
		require.Zero(t, code, errs)
		require.Equal(t, c.want, strings.Count(out, "\n"))
		require.Contains(t, errs, fmt.Sprintf("games exported: %d\n", c.want))
		if c.want == 0 {
			continue
		}
		code, verdict, _ := amytis(t, out, "record", "check", "-")
		require.Zero(t, code, verdict)
		if c.want == 1 {
			require.Contains(t, out, `{"format":"amytis/2"`)
			require.Contains(t, out, `"given":12,`)
			code, verdict, _ = amytis(t, strings.Replace(out, `"given":12`, `"given":-1`, 1), "record", "check", "-")
			require.Equal(t, exitFailed, code)
			require.Contains(t, verdict, "given: -1")
		}
		if c.want > 1 {
			require.Equal(t, fmt.Sprintf("-: ok, %d records\n", c.want), verdict)
		}
	}
}

func TestExportNamesDamagedGamesAndExportsTheOthers(t *testing.T) {
	path, ended := gameStore(t)
	changeEvent(t, path, ended[1])
	code, out, errs := amytis(t, "", "record", "export", "--db", path)
	require.Equal(t, exitWrong, code)
	require.Contains(t, errs, fmt.Sprintf("game %s: not exported: ", ended[1]))
	require.Equal(t, len(ended)-1, strings.Count(out, "\n"))
	code, verdict, _ := amytis(t, out, "record", "check", "-")
	require.Zero(t, code, verdict)
}

// changeEvent changes the time of a table's fourth event behind the store's back.
func changeEvent(t *testing.T, path string, id table.ID) {
	t.Helper()
	b, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, b.Update(func(tx *bbolt.Tx) error {
		c := tx.Bucket([]byte{'s', 2}).Cursor()
		_, _ = c.Seek(binary.BigEndian.AppendUint64(nil, uint64(id)))
		_, _ = c.Next()
		_, _ = c.Next()
		k, v := c.Next()
		return c.Bucket().Put(k, bytes.Replace(v, []byte(`"t":0`), []byte(`"t":1`), 1))
	}))
	require.NoError(t, b.Close())
}

// writing is a writer that is a function.
type writing func(p []byte)

func (w writing) Write(p []byte) (int, error) { w(p); return len(p), nil }

func TestInterruptedExportEndsWithAWholeLine(t *testing.T) {
	path, ended := gameStore(t)
	ctx, stop := context.WithCancel(t.Context())
	var errs bytes.Buffer
	// The first damaged game is told, which interrupts the export.
	changeEvent(t, path, ended[2])
	var out bytes.Buffer
	warn := writing(func([]byte) { stop() })
	code := run(ctx, []string{"record", "export", "--db", path}, streams{strings.NewReader(""), &out, io.MultiWriter(warn, &errs)})
	require.Equal(t, exitInterrupted, code)
	require.Contains(t, errs.String(), "interrupted")
	require.Equal(t, 2, strings.Count(out.String(), "\n"))
	require.True(t, strings.HasSuffix(out.String(), "}\n"), "the last record is whole: %s", out.String())
}

func TestCheckNamesTheLineOfAWrongRecord(t *testing.T) {
	path, _ := gameStore(t)
	_, out, _ := amytis(t, "", "record", "export", "--db", path)
	lines := strings.SplitAfter(out, "\n")
	wrong := strings.Replace(lines[1], `"result":{`, `"result":{"extra":1,`, 1)
	cut := lines[2][:len(lines[2])/2] + "\n"
	code, verdict, _ := amytis(t, "\ufeff"+lines[0]+"\n"+wrong+lines[3]+cut, "record", "check", "-")
	require.Equal(t, exitFailed, code)
	require.Contains(t, verdict, "-, line 3: WRONG: ")
	require.Contains(t, verdict, "-, line 5: CANNOT BE CHECKED: ")
	require.Contains(t, verdict, "-: 2 of 4 records are ok\n")
}
