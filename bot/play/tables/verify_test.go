package tables_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// playGames plays a game of each kind and, in the long run, number of players to its end, and half
// of another.
func playGames(t *testing.T, s store.Store) {
	ts := tables.New(s, time.Now, rand.New(rand.NewPCG(1, 2)))
	channel := table.ChannelID(100)
	for _, g := range games.All {
		for players := g.Info().MinSeats; players <= longrun.Choose(g.Info().MinSeats, g.Info().MaxSeats); players++ {
			game := playtest.Play(t, g, nil, players)
			log := game.Events
			for _, m := range game.Moves {
				log = append(log, table.Move(g, m, 1, 0))
			}
			for _, part := range [][]table.Event{log, log[:len(log)/2]} {
				channel++
				playLog(t, s, ts, tables.Opening{Game: g.Game, Guild: 1, Channel: channel, Events: part[:1]}, part[1:])
			}
		}
	}
	storetest.SetSettings(t, s, 1, store.Settings{Language: "fr"})
	storetest.SetPreferences(t, s, 1, store.Preferences{Quiet: store.QuietHours{From: 22, To: 8}})
	require.NoError(t, s.SetNote(t.Context(), "commands", "0badcafe"))
}

// playLog opens a table and commits the rest of its log, one move at a time.
func playLog(t *testing.T, s store.Store, ts *tables.Tables, o tables.Opening, rest []table.Event) {
	require.NoError(t, ts.Open(t.Context(), o))
	id, err := tables.LastTable(t.Context(), s, o.Channel)
	require.NoError(t, err)
	for len(rest) > 0 {
		s, err := ts.Load(t.Context(), id)
		require.NoError(t, err)
		_, _, err = ts.Act(t.Context(), s, 0, func(now *table.Table) ([]table.Event, error) {
			done := 0
			for done == 0 || done < len(rest) && now.Turn().Has(engine.Chance) {
				if now, err = now.Next(rest[done]); err != nil {
					return nil, err
				}
				done++
			}
			events := rest[:done]
			rest = rest[done:]
			return events, nil
		}, nil)
		require.NoError(t, err)
	}
}

func readStore(t *testing.T, path string) string {
	b, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	require.NoError(t, err)
	defer b.Close()
	var out strings.Builder
	require.NoError(t, b.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, bucket *bbolt.Bucket) error {
			fmt.Fprintf(&out, "%s\n", name)
			return bucket.ForEach(func(k, v []byte) error {
				if string(name) != "meta" || string(k) == "schema" { // the others say which program has made the file
					fmt.Fprintf(&out, "%x %q\n", k, v)
				}
				return nil
			})
		})
	}))
	return out.String()
}

// TestCheckNoticesEveryFlippedBit flips a bit of a store of real games in each round, as it is
// after a kill. The check finds it, unless the data is the same. The next start refuses a file
// whose pages are damaged. Otherwise the check names the games that are, and the others go on.
func TestCheckNoticesEveryFlippedBit(t *testing.T) {
	t.Parallel()
	path := filepath.Join(bolttest.NewFolder(t), "amytis.db")
	db, err := bolt.Open(path, bolt.Options{})
	require.NoError(t, err)
	playGames(t, db)
	defer func() { require.NoError(t, db.Close()) }()
	// If a first page is damaged, the other one shows the state before the last change: the same.
	require.NoError(t, db.SetNote(t.Context(), "commands", "0badcafe"))
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	var used bytes.Buffer
	require.NoError(t, db.Backup(t.Context(), &used))
	content = content[:used.Len()] // the file is longer than what is in use
	copied := filepath.Join(bolttest.NewFolder(t), "amytis.db")
	require.NoError(t, os.WriteFile(copied, content, 0o600))
	faults, err := bolt.CheckFile(t.Context(), copied, tables.Verify)
	require.NoError(t, err)
	require.Empty(t, faults)
	want := readStore(t, copied)
	logs := map[table.ID][]table.Event{}
	require.NoError(t, db.Headers(t.Context(), 0, func(id table.ID, _ store.Header) { logs[id] = nil }))
	for id := range logs {
		_, logs[id], err = db.Table(t.Context(), id)
		require.NoError(t, err)
	}

	flips := longrun.Choose(8, 40)
	rnd := rand.New(rand.NewPCG(uint64(flips), 1))
	found, refused := 0, 0
	for i := range flips {
		bit := rnd.IntN(8 * len(content))
		if i%10 == 0 {
			bit = 8*4096*rnd.IntN(2) + rnd.IntN(8*80) // the first pages say where all others are
		}
		bad := append([]byte{}, content...)
		bad[bit/8] ^= 1 << (bit % 8)
		require.NoError(t, os.WriteFile(copied, bad, 0o600))
		faults, err := bolt.CheckFile(t.Context(), copied, tables.Verify)
		require.NoError(t, err)
		if len(faults) == 0 {
			require.True(t, want == readStore(t, copied), "bit %d of byte %d", bit%8, bit/8)
		} else {
			found++
		}
		again, err := bolt.Open(copied, bolt.Options{})
		if err != nil {
			refused++
			require.ErrorIs(t, err, store.ErrDamaged)
			continue
		}
		for id, log := range logs {
			if _, is, err := again.Table(t.Context(), id); err != nil {
				require.Contains(t, strings.Join(faults, "\n"), fmt.Sprintf("table %d", id))
			} else {
				require.Equal(t, log, is)
			}
		}
		require.NoError(t, again.Close())
		require.True(t, len(faults) > 0 || want == readStore(t, copied), "bit %d of byte %d", bit%8, bit/8)
	}
	t.Logf("of %d flipped bits in %d KB the check found %d, and the start refused %d; no other changed data",
		flips, len(content)>>10, found, refused)
}

// TestVerifyNamesWhatTheLogDoesNotSay changes one thing that the store keeps besides a log.
func TestVerifyNamesWhatTheLogDoesNotSay(t *testing.T) {
	t.Parallel()
	path := filepath.Join(bolttest.NewFolder(t), "amytis.db")
	db, err := bolt.Open(path, bolt.Options{})
	require.NoError(t, err)
	playGames(t, db)
	require.NoError(t, db.Close())
	checked := 0
	verify := func(id table.ID, h store.Header, log []table.Event, result *store.Result) error {
		require.NoError(t, tables.Verify(id, h, log, result))
		if result == nil {
			return nil
		}
		checked++
		nameless, players := slices.Clone(log), slices.Clone(h.Players)
		table.Strip(nameless, players, func(int) string { return "Player" })
		stripped := with(h, func(h *store.Header) { h.Players = players })
		require.NoError(t, tables.Verify(id, stripped, nameless, result), "the result keeps its people")
		helped := *result
		helped.Standings = slices.Clone(result.Standings)
		helped.Standings[0].Helped = true
		require.NoError(t, tables.Verify(id, h, log, &helped), "an older program has dropped it from the header")
		other := *result
		other.Standings = append([]store.Standing{}, result.Standings...)
		other.Standings[0].Score++
		for want, err := range map[string]error{
			"the result is":   tables.Verify(id, h, log, &other),
			"result is":       tables.Verify(id, stripped, nameless, &other),
			"stored is <nil>": tables.Verify(id, h, log, nil),
			"version":         tables.Verify(id, h, log[:len(log)-1], result),
			"by its header running": tables.Verify(id, with(h, func(h *store.Header) {
				h.Status = store.Running
			}), log, result),
			"it plays":        tables.Verify(id, with(h, func(h *store.Header) { h.Game = "chess" }), log, result),
			"its players are": tables.Verify(id, with(h, func(h *store.Header) { h.Players = nil }), log, result),
		} {
			require.ErrorContains(t, err, want)
		}
		return nil
	}
	faults, err := bolt.CheckFile(t.Context(), path, verify)
	require.NoError(t, err)
	require.Empty(t, faults)
	require.Positive(t, checked)
}

func with(h store.Header, change func(h *store.Header)) store.Header {
	change(&h)
	return h
}
