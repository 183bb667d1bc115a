package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// The files testdata/schemas/N.db.gz are stores of every schema since the first, each as the
// playground of a program of its time left it: an ended game of Babylon that Ana has resigned from,
// and one with Ana and Bo that goes on in the channel gardens. A released file never changes. Those
// that make a new schema let the program before it play such a file.

// oldFile unpacks the store of a schema, and returns its path.
func oldFile(t *testing.T, packed string) string {
	t.Helper()
	f, err := os.Open(packed)
	require.NoError(t, err)
	defer f.Close()
	unpack, err := gzip.NewReader(f)
	require.NoError(t, err)
	content, err := io.ReadAll(unpack)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "amytis.db")
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

// oldFiles returns the packed stores of all schemas.
func oldFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/schemas/*.db.gz")
	require.NoError(t, err)
	require.Len(t, files, bolt.Schema, "every schema since the first needs a file")
	for i := range files {
		require.Equal(t, fmt.Sprintf("%d.db.gz", i+1), filepath.Base(files[i]))
	}
	return files
}

// soundStore makes a store with a game that goes on and an ended one, and returns its path.
func soundStore(t *testing.T) string {
	t.Helper()
	path := oldFile(t, fmt.Sprintf("testdata/schemas/%d.db.gz", bolt.Schema))
	gameIn(t, path) // updates it
	return path
}

// gameIn returns the game that goes on in the playground's first channel.
func gameIn(t *testing.T, path string) (id table.ID, game *table.Table) {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{Program: program()})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	var notes []string
	// The Discord of the test is another one, without the bot's commands.
	require.NoError(t, db.Dump(t.Context(), func(r store.Record) error {
		if r.Kind == store.NoteRecord && strings.HasPrefix(r.Name, "commands") {
			notes = append(notes, r.Name)
		}
		return nil
	}))
	for _, name := range notes {
		require.NoError(t, db.SetNote(t.Context(), name, ""))
	}
	id, err = db.OpenTable(t.Context(), table.ParseID[table.ChannelID](localdiscord.ChannelID(0)))
	require.NoError(t, err)
	_, log, err := db.Table(t.Context(), id)
	require.NoError(t, err)
	game, err = table.Load(games.Rules, log)
	require.NoError(t, err)
	return id, game
}

func TestStoresOfAllSchemasArePlayedOn(t *testing.T) {
	for _, packed := range oldFiles(t) {
		t.Run(filepath.Base(packed), func(t *testing.T) {
			path := oldFile(t, packed)
			old, err := os.ReadFile(path)
			require.NoError(t, err)
			code, out, errs := amytis(t, "", "store", "check", path)
			require.Zero(t, code, out+errs)
			checked, err := os.ReadFile(path)
			require.NoError(t, err)
			require.True(t, bytes.Equal(old, checked), "a check changes nothing")
			left, err := os.ReadDir(filepath.Dir(path))
			require.NoError(t, err)
			require.Len(t, left, 1, "a check leaves nothing")
			id, before := gameIn(t, path)
			require.Equal(t, table.Running, before.Status)
			world, err := localdiscord.Playground(localdiscord.Options{}, playgroundChannels...)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, world.Close()) })
			t.Setenv(tokenVariable, strings.TrimPrefix(world.Token(), "Bot "))
			t.Setenv("AMYTIS_DISCORD_URL", world.URL())
			seat, command, args := anyMove(t, before)
			whileServing(t, world.Server, path, func() {
				player := map[string]*localdiscord.User{localdiscord.AnaID: world.Ana, localdiscord.BoID: world.Bo}
				in, err := player[fmt.Sprint(before.Players[seat-1].User)].Slash(t.Context(), world.Channels[0], command, args)
				require.NoError(t, err)
				answer, err := in.Wait(t.Context())
				require.NoError(t, err)
				require.NotContains(t, answer.Message.Content, "⛔")
			})

			again, after := gameIn(t, path)
			assert.Equal(t, id, again)
			assert.Greater(t, after.Version, before.Version)
			code, out, errs = amytis(t, "", "store", "check", path)
			assert.Zero(t, code, out+errs)
			code, record, errs := amytis(t, "", "record", "export", "--db", path)
			require.Zero(t, code, errs)
			assert.Equal(t, 1, strings.Count(record, "\n"), "the ended game")
			code, out, errs = amytis(t, record, "record", "check", "-")
			assert.Zero(t, code, out+errs)
			checkBoard(t, path)
		})
	}
}

// anyMove returns a legal move of a turn of Babylon as a slash command.
func anyMove(t *testing.T, game *table.Table) (seat engine.Seat, command string, args localdiscord.Args) {
	t.Helper()
	seat = game.State.Turn().Slice()[0]
	for _, m := range game.State.Legal(seat, nil) {
		words := strings.Fields(string(game.Game.AppendMove(nil, m))) // the seat, the verb, and its arguments
		switch {
		case words[1] == "dig" || words[1] == "remove":
			return seat, "garden " + words[1], localdiscord.Args{"cell": words[2]}
		case words[1] == "end":
			return seat, "garden end", nil
		}
	}
	require.Fail(t, "no simple move")
	return 0, "", nil
}

// checkBoard checks that the leaderboard still has the ended game.
func checkBoard(t *testing.T, path string) {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{Program: program()})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	rows, err := db.Leaderboard(t.Context(), table.ParseID[table.GuildID](localdiscord.BabylonID), store.Board{})
	require.NoError(t, err)
	require.Len(t, rows, 2)
	for _, row := range rows {
		assert.Equal(t, 1, row.Games)
		assert.Equal(t, fmt.Sprint(row.User) == localdiscord.BoID, row.Wins == 1)
	}
}

// The files testdata/finished/N.db.gz are backups of stores of schema N, whose results have no
// records yet. Each has a game of every kind that its program played to a normal end (Babylon and
// Tower Builders also with a tie, all three with a computer since schema 6), one that was resigned,
// one that its host ended, and one of Babylon that goes on in the last channel.
func TestResultsOfOldProgramsGetTheRecordsOfTheirGames(t *testing.T) {
	for name, want := range map[string]int{"4": 3, "6": 6} {
		t.Run(name, func(t *testing.T) {
			packed := filepath.Join("testdata/finished", name+".db.gz")
			old, updated := oldFile(t, packed), filepath.Join(t.TempDir(), "updated.db")
			checked := func(path string) {
				t.Helper()
				code, out, errs := amytis(t, "", "store", "check", path)
				require.Zero(t, code, out+errs)
			}
			code, _, errs := amytis(t, "", "store", "restore", "--db", updated, old)
			require.Zero(t, code, "restored as a backup: %s", errs)
			checked(updated)
			playOn(t, old)
			checked(old)
			backup := filepath.Join(t.TempDir(), "backup.db")
			code, _, errs = amytis(t, "", "store", "backup", "--db", old, backup)
			require.Zero(t, code, errs)
			code, _, errs = amytis(t, "", "store", "restore", "--db", updated, backup)
			require.Zero(t, code, errs)
			checked(updated)
			assert.Len(t, recordsIn(t, old), want)
			damaged := filepath.Join(t.TempDir(), "damaged.db")
			for fault, damage := range map[string]func(r *store.Result){
				"its result lacks the records": func(r *store.Result) { r.Records = nil },
				"by its log the result is":     func(r *store.Result) { r.Records["highest"]++ },
			} {
				copyDamaged(t, updated, damaged, damage)
				code, out, _ := amytis(t, "", "store", "check", damaged)
				assert.Equal(t, exitWrong, code)
				assert.Equal(t, want, strings.Count(out, fault), out)
			}
		})
	}
}

// playOn updates an old store, and makes a move in the game that goes on.
func playOn(t *testing.T, path string) {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{Program: program(), Replay: tables.Verify})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	ids, err := db.Playing(t.Context(), 1, 1)
	require.NoError(t, err)
	require.Len(t, ids, 1)
	ts := tables.New(db, time.Now, playtest.Rand(1))
	s, err := ts.Load(t.Context(), ids[0])
	require.NoError(t, err)
	seat := s.Table.State.Turn().Slice()[0]
	move := table.Move(s.Table.Game, s.Table.State.Legal(seat, nil)[0], s.Table.Player(seat).User, time.Now().UnixMilli())
	_, _, err = ts.Act(t.Context(), s, 0, func(*table.Table) ([]table.Event, error) { return []table.Event{move}, nil }, nil)
	require.NoError(t, err)
}

// recordsIn returns the records of all results that have some.
func recordsIn(t *testing.T, path string) (all []map[string]int) {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{Program: program()})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	results, err := db.Results(t.Context(), 1, 100)
	require.NoError(t, err)
	for _, r := range results {
		if r.Records != nil {
			all = append(all, r.Records)
		}
	}
	return all
}

// copyDamaged copies a store, and damages each result that has records.
func copyDamaged(t *testing.T, from, to string, damage func(r *store.Result)) {
	t.Helper()
	var records []store.Record
	require.NoError(t, bolt.DumpFile(t.Context(), from, func(r store.Record) error {
		var result store.Result
		if r.Kind == store.ResultRecord && r.Read(&result) == nil && result.Records != nil {
			damage(&result)
			changed, err := store.NewRecord(r.Kind, r.ID, r.Number, r.Name, result)
			require.NoError(t, err)
			r = changed
		}
		records = append(records, r)
		return nil
	}))
	require.NoError(t, bolt.Create(to, bolt.Options{Program: program()}, func(s *bolt.DB) error {
		return s.Load(t.Context(), func(yield func(store.Record, error) bool) {
			for _, r := range records {
				if !yield(r, nil) {
					return
				}
			}
		})
	}, bolt.Replace))
}
