package engine_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
)

// played returns the record of a random game of gardens.
func played(t testing.TB) *engine.Record {
	r := rand.New(rand.NewPCG(3, 1))
	seats := []engine.SeatInfo{{Name: "ana", Attr: "R"}, {Name: "böse \"bo\" </script>"}}
	opts := engine.Options{"overlap": "adjacent"}
	setup := gardens.Game.Deal(opts, seats, r)
	moves, s, err := gardens.Game.Playout(opts, seats, setup, r)
	require.NoError(t, err)
	rec, err := engine.NewRecord(gardens.Game, opts, seats, setup, moves, s)
	require.NoError(t, err)
	return rec
}

func written(t testing.TB, r *engine.Record) string {
	data, err := r.Append(nil)
	require.NoError(t, err)
	return string(data)
}

func TestARecordRoundTripsAndChecks(t *testing.T) {
	rec := played(t)
	text := written(t, rec)
	require.True(t,
		strings.HasPrefix(text, "{\n  \"format\": \"amytis/1\",\n  \"game\": \"gardens\",\n  \"options\": "),
		text[:80])
	require.True(t, strings.HasSuffix(text, "\n}\n"), "the text ends with one new line: %q", text[len(text)-9:])
	require.True(t, json.Valid([]byte(text)), "it is no JSON: %s", text)
	back, err := engine.ParseRecord([]byte("\ufeff" + text))
	require.NoError(t, err, "editors write a byte order mark")
	require.Equal(t, text, written(t, back))
	require.Equal(t, "böse \"bo\" </script>", back.Seats[1]["name"])
	require.NoError(t, back.Check(gardens.Game))
	require.Contains(t, text, `"winners":[`)
}

func TestARecordNamesComputersAndTheirLevels(t *testing.T) {
	stints := `"played":[{"from":1,"by":"bo"},{"from":20,"by":"computer 3"}]`
	text := strings.Replace(written(t, played(t)), `"name":"ana"`, `"name":"ana","computer":3,`+stints, 1)
	rec, err := engine.ParseRecord([]byte(text))
	require.NoError(t, err)
	require.NoError(t, rec.Check(gardens.Game))
	o, err := rec.Opening(gardens.Game)
	require.NoError(t, err)
	require.Equal(t, 3, o.Seats[0].Computer)
	require.Equal(t, []engine.Stint{{From: 1, By: "bo"}, {From: 20, By: "computer 3"}}, o.Seats[0].Played)
	require.Zero(t, o.Seats[1].Computer)
	require.Nil(t, o.Seats[1].Played)

	s, err := rec.Replay(gardens.Game, len(rec.Moves))
	require.NoError(t, err)
	moves := make([]engine.Move, len(rec.Moves))
	for i, line := range rec.Moves {
		moves[i], err = gardens.Game.ParseMove(line)
		require.NoError(t, err)
	}
	again, err := engine.NewRecord(gardens.Game, o.Options, o.Seats, rec.Setup, moves, s)
	require.NoError(t, err)
	require.NoError(t, again.Check(gardens.Game), "a record needs not be written to be checked")
	require.Contains(t, written(t, again), `"computer":3`)
	require.Contains(t, written(t, again), stints)
}

func TestARecordOfAGameThatStartedInTheMiddle(t *testing.T) {
	rec := played(t)
	stints := []engine.Stint{{From: 31, By: "bo"}, {From: 40, By: "ana"}}
	rec.Seats[0]["played"] = stints
	require.ErrorContains(t, rec.Check(gardens.Game), "the first is from 1")
	rec.SetGiven(30)
	text := written(t, rec)
	require.Contains(t, text, "\n  \"given\": 30,\n")
	back, err := engine.ParseRecord([]byte(text))
	require.NoError(t, err)
	require.Equal(t, 30, *back.Given)
	require.NoError(t, back.Check(gardens.Game))

	rec.SetGiven(len(rec.Moves))
	delete(rec.Seats[0], "played")
	last := rec.Moves[len(rec.Moves)-1]
	var wrong *engine.MoveError
	require.ErrorAs(t, rec.Check(gardens.Game), &wrong, "the game is over then")
	require.Equal(t, engine.MoveError{Number: len(rec.Moves), Move: last, Err: wrong.Err}, *wrong)
	rec.SetGiven(0)
	require.NoError(t, rec.Check(gardens.Game), "the deal alone was given")
}

func TestNoGameBeginsBeforeAMoveOfChance(t *testing.T) {
	seats := []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}}
	for seed := uint64(1); ; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		setup := babel.Game.Deal(nil, seats, r)
		moves, s, err := babel.Game.Playout(nil, seats, setup, r)
		require.NoError(t, err)
		shuffle := slices.IndexFunc(moves, func(m engine.Move) bool { return m.Seat == engine.Chance })
		if shuffle < 0 {
			continue
		}
		rec, err := engine.NewRecord(babel.Game, nil, seats, setup, moves, s)
		require.NoError(t, err)
		rec.SetGiven(shuffle)
		require.ErrorContains(t, rec.Check(babel.Game), "no game can begin here, after the last move given")
		rec.SetGiven(shuffle + 1)
		require.NoError(t, rec.Check(babel.Game))
		return
	}
}

func TestARecordIsAppended(t *testing.T) {
	data, err := played(t).Append([]byte("before\n"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(data), "before\n{\n"), "the record follows what was there: %.40q", data)
}

func TestARecordWithInvalidJSONCannotBeWritten(t *testing.T) {
	rec := played(t)
	rec.Setup = json.RawMessage("{")
	_, err := rec.Append(nil)
	require.ErrorContains(t, err, "record.setup")
}

func TestTextsThatAreNotRecordsAreRefused(t *testing.T) {
	whole := written(t, played(t))
	given := func(n, format string) string {
		return strings.Replace(whole, `"amytis/1",`, `"`+format+`", "given": `+n+`,`, 1)
	}
	for _, c := range []struct{ name, text, says string }{
		{"empty", "", "EOF"},
		{"cut off", whole[:len(whole)/2], "EOF"},
		{"no JSON", "{\n  \"format\": amytis\n}", "line 2, column 13: invalid character 'a'"},
		{"syntax on the first line", `{"format" "x"}`, "line 1, column 11"},
		{"trailing document", whole + "{}", "something follows"},
		{"trailing bracket", whole + "]", "something follows"},
		{"list", "[]", "cannot unmarshal array"},
		{"number", "7", "cannot unmarshal number"},
		{"null", "null", `no "format"`},
		{"no format", `{"game": "gardens"}`, `no "format"`},
		{"unknown format", `{"format": "amytis/3"}`, `format "amytis/3" is not known`},
		{"given in version 1", given(`1`, "amytis/1"), `"given" belongs in records of format "amytis/2"`},
		{"nothing given in version 2", strings.Replace(whole, "amytis/1", "amytis/2", 1), "and only there"},
		{"null given", given(`null`, "amytis/2"), "and only there"},
		{"given below 0", given(`-1`, "amytis/2"), "given: -1, but there are"},
		{"more given than moves", given(`9999`, "amytis/2"), "given: 9999, but there are"},
		{"half a move given", given(`1.5`, "amytis/2"), "cannot unmarshal number 1.5"},
		{"given of another type", given(`"1"`, "amytis/2"), "cannot unmarshal string"},
		{"unknown field", strings.Replace(whole, `"game"`, `"cheat": 1, "game"`, 1), `unknown field "cheat"`},
		{"wrong type", strings.Replace(whole, `"gardens"`, `5`, 1), "cannot unmarshal number"},
		{"moves of another type", `{"format": "amytis/1", "moves": [1]}`, "cannot unmarshal number"},
		{"many seats", `{"format": "amytis/1", "seats": [{},{},{},{},{},{},{},{},{}]}`, "9 seats"},
		{"many moves", `{"format": "amytis/1", "moves": [""` + strings.Repeat(`,""`, engine.MaxRecordMoves) + `]}`, "10001 moves"},
		{"no UTF-8", strings.Replace(whole, "ana", "an\xe9", 1), "it must be in UTF-8"},
		{"large", strings.Repeat(" ", engine.MaxRecordBytes+1), "at most 1048576"},
		{"deep", strings.Repeat("[", 1<<19), "exceeded max depth"},
		{"deep setup", `{"format": "amytis/1", "setup": ` + strings.Repeat("[", 20_000), "exceeded max depth"},
	} {
		_, err := engine.ParseRecord([]byte(c.text))
		require.ErrorContains(t, err, c.says, c.name)
	}
}

func TestARecordThatCannotStartSaysWhy(t *testing.T) {
	whole := written(t, played(t))
	for _, c := range []struct{ name, old, new, says string }{
		{"option", `"adjacent"`, `"sometimes"`, `option overlap: "sometimes"`},
		{"one seat more", `"seats": [`, `"seats": [{"name": "x", "flower": "I"},`, "setup.rounds: 14 round tiles, want 12"},
		{"no name", `"name":"ana"`, `"nick":"ana"`, "seats[0]: fields are name, flower"},
		{"unknown flower", `"flower":"R"`, `"flower":"X"`, `flower "X"`},
		{"the same flower", `"flower":"R"`, `"flower":"J"`, "flower J is seat 1's"},
		{"no level", `"name":"ana"`, `"name":"ana","computer":6`, "seats[0]: computer is a level from 1 to 5"},
		{"half a level", `"name":"ana"`, `"name":"ana","computer":2.5`, "seats[0]: computer: json: cannot unmarshal number 2.5"},
		{"level as text", `"name":"ana"`, `"name":"ana","computer":"3"`, "computer: json: cannot unmarshal string"},
		{"no list", `"name":"ana"`, `"name":"ana","played":"ana"`, "seats[0]: played: json: cannot unmarshal string"},
		{"no stint", `"name":"ana"`, `"name":"ana","played":[]`, "seats[0]: played: the first is from 1"},
		{"null", `"name":"ana"`, `"name":"ana","played":null`, "seats[0]: fields are name, flower"},
		{"late start", `"name":"ana"`, `"name":"ana","played":[{"from":2,"by":"x"}]`, "played: the first is from 1"},
		{"unsorted stints", `"name":"ana"`, `"name":"ana","played":[{"from":1,"by":"x"},{"from":9,"by":"y"},{"from":9,"by":"z"}]`, "played[2]: from 9 does not come after from 9"},
		{"stint after the end", `"name":"ana"`, `"name":"ana","played":[{"from":1,"by":"x"},{"from":9999,"by":"y"}]`, "played[1]: from 9999, but there are"},
		{"nobody's stint", `"name":"ana"`, `"name":"ana","played":[{"from":1,"by":""}]`, "played[0]: by is empty"},
		{"no by", `"name":"ana"`, `"name":"ana","played":[{"from":1}]`, "played[0]: by is empty"},
		{"half a move", `"name":"ana"`, `"name":"ana","played":[{"from":1.5,"by":"x"}]`, "played: json: cannot unmarshal number 1.5"},
		{"field of a stint", `"name":"ana"`, `"name":"ana","played":[{"from":1,"by":"x","to":4}]`, `unknown field "to"`},
		{"stint of another type", `"name":"ana"`, `"name":"ana","played":[7]`, "played: json: cannot unmarshal number"},
		{"setup", `"setup": {`, `"setup": {"x":1,`, "unknown field"},
	} {
		bad := strings.Replace(whole, c.old, c.new, 1)
		require.NotEqual(t, whole, bad, c.name)
		rec, err := engine.ParseRecord([]byte(bad))
		require.NoError(t, err, c.name)
		require.ErrorContains(t, rec.Check(gardens.Game), c.says, c.name)
	}
}

func TestAnIllegalMoveOfARecordIsNamed(t *testing.T) {
	rec := played(t)
	for _, line := range []string{"1 fly", "1 remove a1", "", "1 place XX1 a1 r0 L1"} {
		rec.Moves[40] = line
		var wrong *engine.MoveError
		require.ErrorAs(t, rec.Check(gardens.Game), &wrong, line)
		require.Equal(t, 41, wrong.Number)
		require.Equal(t, line, wrong.Move)
		var refused *engine.RuleError
		require.ErrorAs(t, wrong, &refused)
	}
	// An illegal move before an unreadable one counts.
	rec.Moves[20] = "1 remove a1"
	var wrong *engine.MoveError
	require.ErrorAs(t, rec.Check(gardens.Game), &wrong)
	require.Equal(t, 21, wrong.Number)
	require.ErrorContains(t, wrong, `move 21 "1 remove a1": not removing`)
}

func TestAWrongFieldOfAResultIsNamed(t *testing.T) {
	whole := played(t)
	result := string(whole.Result)
	for _, c := range []struct{ old, new, field, recorded string }{
		{`"statues":`, `"statues":9`, "result.scores[0].statues", ""},
		{`"statues":`, `"luck":1,"statues":`, "result.scores[0].luck", "1"},
		{`"statues":`, `"statuen":`, "result.scores[0].statuen", ""},
		{`"winners":[`, `"winners":[9,`, "result.winners[0]", ""},
		{`"winners":[`, `"winners":["1"],"x":[`, "result.winners[0]", ""},
		{`"winners"`, `"reason":"luck","winners"`, "result.reason", `"luck"`},
		{`"winners"`, `"reason":null,"winners"`, "result.reason", "null"},
	} {
		rec := *whole
		rec.Result = json.RawMessage(strings.Replace(result, c.old, c.new, 1))
		var wrong *engine.ResultError
		require.ErrorAs(t, rec.Check(gardens.Game), &wrong, c.new)
		require.Equal(t, c.field, wrong.Field, c.new)
		if c.recorded != "" {
			require.Equal(t, c.recorded, wrong.Recorded, c.new)
			require.Equal(t, "absent", wrong.Replayed, c.new)
		}
	}
	rec := *whole
	rec.Result = json.RawMessage(`"won"`)
	require.ErrorContains(t, rec.Check(gardens.Game), `result: recorded "won", replayed`)
	rec.Result = json.RawMessage(`{}`)
	require.ErrorContains(t, rec.Check(gardens.Game), "result.scores: recorded absent, replayed [")
	rec.Result = nil
	require.ErrorContains(t, rec.Check(gardens.Game), "the game is over")
	rec = *whole
	rec.Moves = rec.Moves[:30]
	require.ErrorContains(t, rec.Check(gardens.Game), "the game is not over")
}

func TestReplayTakesAsManyMovesAsTheRecordHas(t *testing.T) {
	rec := played(t)
	for _, n := range []int{-1, len(rec.Moves) + 1} {
		_, err := rec.Replay(gardens.Game, n)
		require.ErrorContains(t, err, "moves, not")
	}
	s, err := rec.Replay(gardens.Game, 0)
	require.NoError(t, err)
	require.Equal(t, engine.Seats(1), s.Turn())
}
