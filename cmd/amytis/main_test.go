package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/store/bolt"
)

// asProgram is the environment variable that makes the test binary the program.
const asProgram = "AMYTIS_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// amytis runs the command line and returns the exit code and what it printed.
func amytis(t *testing.T, stdin string, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(context.Background(), args, streams{strings.NewReader(stdin), &stdout, &stderr})
	return code, stdout.String(), stderr.String()
}

// succeeds runs the command line, which must succeed, and returns what it printed.
func succeeds(t *testing.T, args ...string) (out string) {
	t.Helper()
	code, out, errs := amytis(t, "", args...)
	require.Zero(t, code, errs)
	return out
}

// fails runs the command line, which must end with a code and say why.
func fails(t *testing.T, code int, why string, args ...string) {
	t.Helper()
	got, out, errs := amytis(t, "", args...)
	assert.Equal(t, code, got, out)
	assert.Contains(t, errs, why)
}

// recordFile writes a random game's record into a file and returns its path.
func recordFile(t *testing.T, args ...string) string {
	t.Helper()
	out := succeeds(t, append([]string{"record", "play"}, args...)...)
	return writeTemp(t, out)
}

func writeTemp(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "record.json")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func TestSameSeedGivesTheSameRecordAndItsCheckSucceeds(t *testing.T) {
	for _, args := range [][]string{
		{"gardens", "--seats", "2", "--seed", "1"},
		{"gardens", "--seats", "3", "--seed", "2", "--option", "overlap=adjacent"},
		{"gardens", "--seats", "4", "--seed", "3", "--option", "overlap=adjacent", "--option", "build=together"},
		{"babel", "--player", "2=3", "--seed", "4"},
	} {
		play := append([]string{"record", "play", "--game"}, args...)
		code, first, errs := amytis(t, "", play...)
		require.Zero(t, code, errs)
		_, again, _ := amytis(t, "", play...)
		assert.Equal(t, first, again)
		code, out, _ := amytis(t, first, "record", "check", "-")
		assert.Zero(t, code)
		assert.Contains(t, out, "-: ok")
	}
}

func TestCheckNamesTheWrongMoveOrField(t *testing.T) {
	file := recordFile(t, "--seats", "4", "--seed", "5")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	rec, err := engine.ParseRecord(data)
	require.NoError(t, err)

	tampered := func(change func(*engine.Record)) string {
		r := *rec
		r.Moves = slices.Clone(rec.Moves)
		r.Result = bytes.Clone(rec.Result)
		change(&r)
		text, err := r.Append(nil)
		require.NoError(t, err)
		return writeTemp(t, string(text))
	}
	for name, c := range map[string]struct {
		change func(*engine.Record)
		want   []string
	}{
		"a move out of turn": {
			func(r *engine.Record) { r.Moves[0] = "2 dig a1" }, []string{"move 1 ", "2 dig a1", "not your turn"}},
		"an unknown verb": {
			func(r *engine.Record) { r.Moves[3] = "1 fly a1" }, []string{"move 4 ", "1 fly a1"}},
		"a wrong total": {
			func(r *engine.Record) { r.Result = bytes.Replace(r.Result, []byte(`"total":`), []byte(`"total":9`), 1) },
			[]string{"result.scores[0].total"}},
		"no result": {
			func(r *engine.Record) { r.Result = nil }, []string{"result", "absent"}},
	} {
		t.Run(name, func(t *testing.T) {
			good := recordFile(t, "--seed", "8")
			code, out, _ := amytis(t, "", "record", "check", good, tampered(c.change))
			assert.Equal(t, exitWrong, code)
			lines := strings.Split(strings.TrimSpace(out), "\n")
			require.Len(t, lines, 2, "the output must have one line per file")
			assert.Contains(t, lines[0], ": ok")
			for _, want := range c.want {
				assert.Contains(t, lines[1], want)
			}
		})
	}
}

func TestInvalidRecordsCannotBeChecked(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"malformed":    {"{\n \"format\": }", "line 2"},
		"unknown game": {`{"format":"amytis/1","game":"chess","seats":[],"setup":{},"moves":[]}`, `"chess"`},
		"absurd size":  {strings.Repeat(" ", engine.MaxRecordBytes+1), "bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, _ := amytis(t, "", "record", "check", writeTemp(t, c.text))
			assert.Equal(t, exitFailed, code)
			assert.Contains(t, out, c.want)
		})
	}
	code, out, _ := amytis(t, "", "record", "check", filepath.Join(t.TempDir(), "nothing"))
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out, "no such file")
}

func TestAFileCannotCommandTheTerminal(t *testing.T) {
	const evil = "\x1b]0;x\a\u009b31m\r\u202e\x7f"
	quoted, err := json.Marshal(evil)
	require.NoError(t, err)
	whole := succeeds(t, "record", "play", "--seed", "8")
	name := writeTemp(t, strings.Replace(whole, `"player 1"`, string(quoted), 1))
	move := writeTemp(t, strings.Replace(whole, `"moves": [`, `"moves": [`+string(quoted)+`,`, 1))
	for _, args := range [][]string{
		{"render", name, "--view", "text"}, {"record", "check", move}, {"record", "legal", move, "--at", "1"}, {"record", evil},
	} {
		_, out, errs := amytis(t, "", args...)
		assert.NotRegexp(t, `[\p{Cc}\x{202e}]`, strings.ReplaceAll(out+errs, "\n", ""), args)
		assert.Contains(t, out+errs, `31m`, args)
	}
	assert.Equal(t, `"\u001b]0;x\u0007\u009b31m\r\u202e\u007f"`, string(escaped(quoted)), "in JSON it is what it was")
}

func TestLegalListsTheMovesInOrder(t *testing.T) {
	file := recordFile(t, "--seats", "3", "--seed", "4")
	out := succeeds(t, "record", "legal", file, "--at", "5")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	assert.IsNonDecreasing(t, lines)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	rec, err := engine.ParseRecord(data)
	require.NoError(t, err)
	assert.Contains(t, lines, rec.Moves[5])
	fails(t, exitFailed, "moves, not 100000", "record", "legal", file, "--at", "100000")
}

func TestRenderWritesPicturesAndText(t *testing.T) {
	file := recordFile(t, "--seats", "2", "--seed", "9")
	for _, view := range []string{"garden", "top", "north", "east", "south", "west", "iso", "table", "quarry"} {
		png := filepath.Join(t.TempDir(), "x.png")
		succeeds(t, "render", file, "--at", "40", "--view", view, "--seat", "2", "--out", png)
		data, err := os.ReadFile(png)
		require.NoError(t, err)
		assert.Equal(t, "\x89PNG", string(data[:4]), view)
	}
	out := succeeds(t, "render", file, "--at", "40", "--view", "text", "--lang", "de")
	assert.Contains(t, out, "Steinbruch")
	for _, bad := range [][]string{
		{"--view", "sideways", "--out", "x.png"}, {"--view", "top", "--seat", "3", "--out", "x.png"}, {"--view", "top"},
	} {
		code, _, errs := amytis(t, "", append([]string{"render", file}, bad...)...)
		assert.Equal(t, exitFailed, code, "%v", bad)
		assert.NotEmpty(t, errs)
	}
}

func TestRenderOfAHandAsksForItsPlayer(t *testing.T) {
	file := recordFile(t, "--game", "babel")
	hand := []string{"render", file, "--view", "hand", "--out", filepath.Join(t.TempDir(), "x.png")}
	code, _, errs := amytis(t, "", hand...)
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "amytis: --view hand is seen by one player only: choose the player with --seat\n", errs)
	code, _, errs = amytis(t, "", append(hand, "--seat", "2")...)
	assert.Zero(t, code, errs)
}

func TestRenderReplaysAWholeGame(t *testing.T) {
	for _, game := range longrun.Choose([]string{"babel"}, []string{"gardens", "babel", "towers"}) {
		file := recordFile(t, "--game", game, "--seed", "9")
		path := filepath.Join(t.TempDir(), "x.gif")
		succeeds(t, "render", file, "--replay", "--out", path)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		g, err := gif.DecodeAll(bytes.NewReader(data))
		require.NoError(t, err)
		assert.Greater(t, len(g.Image), 10, game)
		if game == "babel" {
			out := succeeds(t, "render", file, "--replay", "--out", "-")
			assert.Equal(t, string(data), out, "the same record gives the same file")
		}
	}
	file := recordFile(t, "--seed", "9")
	for _, bad := range [][]string{
		{"--replay"}, {"--replay", "--view", "top", "--out", "x.gif"}, {"--replay", "--at", "3", "--out", "x.gif"},
		{"--replay", "--seat", "1", "--out", "x.gif"}, {"--out", "x.gif"},
	} {
		code, _, errs := amytis(t, "", append([]string{"render", file}, bad...)...)
		assert.Equal(t, exitFailed, code, "%v", bad)
		assert.NotEmpty(t, errs)
	}
}

func TestStoreInUseCanBeBackedUpAndChecked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "amytis.db")
	db, err := bolt.Open(path, bolt.Options{Program: program()})
	require.NoError(t, err)
	defer db.Close()
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- db.Serve(ctx) }()
	defer func() { stop(); require.NoError(t, <-served) }()

	dst := filepath.Join(t.TempDir(), "copy.db")
	require.Eventually(t, func() bool {
		code, _, _ := amytis(t, "", "store", "backup", "--db", path, dst)
		return code == 0
	}, 5e9, 1e7)
	fails(t, exitFailed, "--replace", "store", "backup", "--db", path, dst)
	code, out, errs := amytis(t, "", "store", "backup", "--db", path, "-")
	require.Zero(t, code, errs)
	assert.Equal(t, path+": backed up to standard output\n", errs)
	assert.NoFileExists(t, "-")
	piped := writeTemp(t, out)
	for _, args := range [][]string{{"--db", path}, {dst}, {piped}} {
		code, out, errs := amytis(t, "", append([]string{"store", "check"}, args...)...)
		assert.Zero(t, code, errs)
		assert.Contains(t, out, ": ok")
	}
}

func TestFolderIsRefusedAsAStore(t *testing.T) {
	t.Setenv("DISCORD_TOKEN", "token")
	dir := t.TempDir()
	for _, args := range [][]string{
		{"run", "--db", dir}, {"store", "check", dir}, {"store", "backup", "--db", dir, filepath.Join(dir, "copy")},
	} {
		fails(t, exitFailed, dir+": it is a folder, not a regular file", args...)
	}
}

func TestMoveBlamesTheFileThatIsMissing(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.db")
	for _, to := range []string{missing + ".new", "postgres://127.0.0.1:1/amytis"} {
		code, _, errs := amytis(t, "", "store", "move", missing, to)
		assert.Equal(t, exitFailed, code)
		assert.Equal(t, "amytis: "+missing+": there is no such file: name the store that has the games\n", errs)
	}
}

func TestUnknownURLsAreNoFiles(t *testing.T) {
	for _, where := range []string{"mysql://root:secret@db/amytis", "POSTGRES://db/amytis"} {
		code, _, errs := amytis(t, "", "store", "check", where)
		assert.Equal(t, exitFailed, code)
		assert.Contains(t, errs, "a database as postgres://user@host/database")
		assert.NotContains(t, errs, "secret")
	}
}

func TestEmptyVariableNamesNoConfiguration(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("AMYTIS_CONFIG", "")
	code, out, errs := amytis(t, "", "config", "check")
	assert.Zero(t, code, errs)
	assert.Contains(t, out, "there is no config.toml")
}

func TestInvalidCommandLinesAreRefused(t *testing.T) {
	for _, args := range [][]string{{"record", "play", "--seats", "9"}, {"record", "play", "--option", "speed=1"}, {"record", "play", "--game", "chess"}, {"store", "dance"}} {
		code, _, errs := amytis(t, "", args...)
		assert.Equal(t, exitFailed, code, "%v", args)
		assert.NotEmpty(t, errs, "%v", args)
	}
	for _, args := range [][]string{{"dance"}, {"run", "--token", "x"}} {
		code, _, errs := amytis(t, "", args...)
		assert.Equal(t, exitRefused, code, "%v", args)
		assert.NotEmpty(t, errs, "%v", args)
	}
}

func TestRecordRefusesPlayersAndLevelsThatThereAreNot(t *testing.T) {
	for _, wrong := range []string{"3=5", "0=1", "1=6", "1=0"} {
		fails(t, exitFailed, "--player", "record", "play", "--game", "babel", "--player", wrong)
	}
}
