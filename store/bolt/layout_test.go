package bolt

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

var update = flag.Bool("update", false, "rewrite testdata")

// schemaDump has bucket, key in hex and quoted value on a line. A difference means a new schema.
var schemaDump = fmt.Sprintf("testdata/schema-%d.txt", Schema)

var anyNonce = regexp.MustCompile(`\\"nonce\\":\\"[0-9a-z]+\\"`)

// anySeal matches the checksum, which depends on the nonces.
var anySeal = regexp.MustCompile(`(?m)^(meta 73756d )".*"$`)

func TestLayoutMatchesTheCurrentSchema(t *testing.T) {
	now := func() time.Time { return time.UnixMilli(1_760_000_000_000) }
	path := newPath(t)
	db := openTest(t, path, Options{Program: "amytis 1.0", Now: now})
	play(t, db)
	got := anyNonce.ReplaceAllString(dump(t, db.bolt), `\"nonce\":\"random\"`)
	got = anySeal.ReplaceAllString(got, `${1}"seal"`)
	require.NoError(t, db.Close())
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(schemaDump, []byte(got), 0o644))
	}
	want := readFile(t, schemaDump)
	require.Equal(t, string(want), got)
}

func play(t *testing.T, db *DB) {
	ctx := t.Context()
	for _, c := range []store.Commit{playMove(1, 0, 5), playMove(1, 1, 6), playMove(2, 0, 7), playMove(1, 2, 8)} {
		if c.Want == 2 {
			c.Header.Status, c.Deadline = store.Ended, 0
			c.Result = &store.Result{
				Table: 1,
				Guild: c.Header.Guild,
				Game:  "gardens",
				At:    1_760_000_000_000,
				Standings: []store.Standing{
					{User: 123456789012345678, Rank: 1, Score: 61}, {User: 123456789012345679, Rank: 2, Score: 44},
				},
			}
		}
		require.NoError(t, db.Commit(ctx, c))
	}
	c := playMove(3, 0, 9)
	c.Header.Status, c.Deadline, c.Outbox = store.Ended, 0, nil
	c.Result = &store.Result{
		Table: 3, Guild: c.Header.Guild, Game: "gardens", At: 1_760_000_000_001, Level: 4,
		Standings: []store.Standing{
			{User: 123456789012345678, Rank: 1, Score: 70}, {User: table.ComputerID(2, 4), Rank: 2, Score: 44},
		},
	}
	require.NoError(t, db.Commit(ctx, c))
	require.NoError(t, db.Settle(ctx, 1, store.Settlement{Sent: 4321}))
	require.NoError(t, db.Settle(ctx, 2, store.Settlement{}))
	storetest.SetSettings(t, db, 345678901234567890, store.Settings{Language: "fr", Quiet: true})
	storetest.SetPreferences(t, db, 123456789012345678,
		store.Preferences{Quiet: store.QuietHours{From: 22, To: 8, Offset: 120}})
	require.NoError(t, db.SetReview(ctx, 3, []byte(`{"turns":[]}`)))
	require.NoError(t, db.SetNote(ctx, "commands", "0badcafe"))
}

func dump(t *testing.T, b *bbolt.DB) string {
	var out strings.Builder
	require.NoError(t, b.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, bucket *bbolt.Bucket) error {
			fmt.Fprintf(&out, "%s sequence %d\n", name, bucket.Sequence())
			return bucket.ForEach(func(k, v []byte) error {
				fmt.Fprintf(&out, "%s %x %q\n", name, k, v)
				return nil
			})
		})
	}))
	return out.String()
}

func TestRecordKeepsAllHeaderFields(t *testing.T) {
	h := store.Header{Guild: 1, Channel: 2, Game: "babel", Status: store.Lobby, Version: 4,
		Players: []table.UserID{5, 6}, Announced: 7, LastMessage: 8}
	rest := got(encodeRest(h))(t)
	r := record{version: 4, announced: 7, last: 8, deadline: -9, due: 10, result: 11, chain: 12, rest: rest}
	back := got(decodeRecord(1, r.encode()))(t)
	require.Equal(t, r, back)
	got := got(back.header(1))(t)
	require.Equal(t, h, got)
}
