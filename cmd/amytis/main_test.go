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
	"amytis/engine/review"
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
	require.Zero(t, code, out+errs)
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
	return writeTemp(t, succeeds(t, append([]string{"record", "play"}, args...)...))
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
	babel := recordFile(t, "--game", "babel")
	succeeds(t, "render", babel, "--view", "hand", "--seat", "2", "--out", filepath.Join(t.TempDir(), "x.png"))
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
}

func TestStoreInUseCanBeBackedUpCheckedAndExported(t *testing.T) {
	path := soundStore(t)
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
		assert.Contains(t, succeeds(t, append([]string{"store", "check"}, args...)...), ": ok")
	}
	assert.Equal(t, 1, strings.Count(succeeds(t, "record", "export", "--db", path), "\n"))
	left, err := filepath.Glob(path + ".new-*")
	require.NoError(t, err)
	assert.Empty(t, left, "the temporary copies are gone")
}

func TestCommandsThatFailSayWhy(t *testing.T) {
	t.Chdir(t.TempDir())
	gardens, babel := recordFile(t, "--seats", "2"), recordFile(t, "--game", "babel")
	const seats = `[{"name":"a"},{"name":"b"}]`
	running := writeTemp(t, `{"format":"amytis/1","game":"babel","seats":`+seats+`,"setup":{},"moves":[]}`)
	const noSuchStore = "missing.db: there is no such file: name the store that has the games"
	for args, c := range map[string]struct {
		code int
		why  string
	}{
		"dance":                        {exitRefused, "unexpected argument dance"},
		"run --token x":                {exitRefused, "unknown flag --token"},
		"run --http 9420":              {exitRefused, `http.listen is "9420"`},
		"health":                       {exitWrong, "set http.listen"},
		"store dance":                  {exitFailed, "unexpected argument dance"},
		"record play --seats 9":        {exitFailed, "gardens is for 2 to 4 players"},
		"record play --option speed=1": {exitFailed, "--option: "},
		"record play --game chess":     {exitFailed, `unknown game "chess"`},
		"record legal " + gardens + " --at 100000": {exitFailed, "moves, not 100000"},
		"record export --db none.db":               {exitFailed, "there is no such file"},
		"record export --db none.db --game chess":  {exitFailed, "unknown game"},
		"record export --guild babylon":            {exitFailed, "--guild"},
		"review " + running:                        {exitFailed, "the game has not ended"},

		"record play --game babel --player 3=5": {exitFailed, "--player: no seat 3"},
		"record play --game babel --player 0=1": {exitFailed, "--player"},
		"record play --game babel --player 1=6": {exitFailed, "--player"},
		"record play --game babel --player 1=0": {exitFailed, "--player"},

		"render " + gardens + " --view sideways --out x":     {exitFailed, "sideways"},
		"render " + gardens + " --view top --seat 3 --out x": {exitFailed, "--seat 3: the game has 2 seats"},
		"render " + gardens + " --view top":                  {exitFailed, "--out is missing"},
		"render " + gardens + " --replay":                    {exitFailed, "--out is missing"},
		"render " + gardens + " --out x":                     {exitFailed, "missing flags: --view"},
		"render " + gardens + " --replay --view top --out x": {exitFailed, "can't be used together"},
		"render " + gardens + " --replay --at 3 --out x":     {exitFailed, "leave out --at and --seat"},
		"render " + gardens + " --replay --seat 1 --out x":   {exitFailed, "leave out --at and --seat"},
		"render " + babel + " --view hand --out x":           {exitFailed, "choose the player with --seat"},

		"store move missing.db new.db":                        {exitFailed, noSuchStore},
		"store move missing.db postgres://127.0.0.1:1/amytis": {exitFailed, noSuchStore},
		"store check mysql://root:secret@db/amytis":           {exitFailed, "a database as postgres://user@host/"},
		"store check POSTGRES://root:secret@db/amytis":        {exitFailed, "a database as postgres://user@host/"},

		"admin erase --yes --db a.db Ana":                  {exitFailed, `"Ana" is not the ID of a person in Discord`},
		"admin erase --yes --db a.db 2000001":              {exitFailed, `"2000001" is not the ID`},
		"admin erase --yes --db a.db @80351110224678912":   {exitFailed, `"@80351110224678912" is not the ID`},
		"admin erase --yes --db a.db 0":                    {exitFailed, `"0" is not the ID`},
		"admin erase --yes --db a.db 99999999999999999999": {exitFailed, `"99999999999999999999" is not the ID`},
	} {
		code, out, errs := amytis(t, "", strings.Fields(args)...)
		assert.Equal(t, c.code, code, args)
		assert.Contains(t, errs, c.why, args)
		assert.NotContains(t, out+errs, "secret")
	}
}

func TestReviewPrintsAccuracyAndKeyMoments(t *testing.T) {
	_, record, _ := amytis(t, "", "record", "play", "--game", "babel", "--seed", "4")
	code, out, errs := amytis(t, record, "review", "-")
	require.Zero(t, code, errs)
	for _, part := range []string{"babel, 2 players", "accuracy", "player 2", "Key moments", "played: ", "better: "} {
		assert.Contains(t, out, part)
	}
	if !longrun.On() {
		return
	}
	code, out, errs = amytis(t, record, "review", "-", "--json")
	require.Zero(t, code, errs)
	var found review.Review
	require.NoError(t, json.Unmarshal([]byte(out), &found))
	assert.Len(t, found.Accuracy, 2)
	assert.NotEmpty(t, found.Turns)
}
