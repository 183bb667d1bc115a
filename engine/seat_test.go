package engine

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASeatSetListsItsSeats(t *testing.T) {
	set := Seats(3, 1, 8)
	require.Equal(t, 3, set.Len())
	require.Equal(t, []Seat{1, 3, 8}, set.Slice())
	require.Equal(t, "#1,3,8", set.Ref())
	require.True(t, set.Has(8), "it was added")
	require.False(t, set.Has(2), "it was removed")
	for i, seat := range set.Slice() {
		require.Equal(t, seat, set.nth(i))
	}
	require.Empty(t, SeatSet(0).Slice())
	require.Equal(t, "#", SeatSet(0).Ref())
	require.Equal(t, []Seat{Chance}, Seats(Chance).Slice())
}

// encoding/json would write a list of bytes as base64.
func TestSeatsAreNumbersInJSON(t *testing.T) {
	raw, err := json.Marshal(
		Result{Winners: []Seat{1, 3}, Scores: []Score{{{Name: "b", Value: 2}, {Name: "a", Value: []int{1}}}}},
	)
	require.NoError(t, err)
	require.Equal(t, `{"winners":[1,3],"scores":[{"b":2,"a":[1]}]}`, string(raw))
	var back Result
	require.NoError(t, json.Unmarshal([]byte(`{"winners":[1,3]}`), &back))
	require.Equal(t, []Seat{1, 3}, back.Winners)
}

func TestScoresTellTheirNumbers(t *testing.T) {
	s := Score{{Name: "total", Value: 31}, {Name: "rounds", Value: []int{1}}}
	require.Equal(t, 31, s.Int("total"))
	require.Zero(t, s.Int("rounds"))
	require.Zero(t, s.Int("none"))
	_, err := json.Marshal(Score{{Name: "x", Value: func() {}}})
	require.Error(t, err)
}

func TestARuleErrorReadsAsASentenceForDevelopers(t *testing.T) {
	err := Refuse("sticks_up", "G-6", "hole", "c4", "at", "L2")
	require.EqualError(t, err, "sticks up (G-6): at=L2 hole=c4")
	require.Equal(t, map[string]string{"hole": "c4", "at": "L2"}, err.Args)
	require.EqualError(t, Refuse("game_over", ""), "game over")
}

func TestVerbsAreFoundByNameAndNumber(t *testing.T) {
	require.Equal(t, Verb(2), sampleInfo.Verb("put"))
	require.Equal(t, Resign, sampleInfo.Verb("resign"))
	require.Equal(t, Skip, sampleInfo.Verb("skip"))
	require.Zero(t, sampleInfo.Verb("fly"))
	require.Nil(t, sampleInfo.VerbInfo(0))
	require.Nil(t, sampleInfo.VerbInfo(5))
	require.Equal(t, "put", sampleInfo.VerbInfo(2).Subcommand())
	require.Equal(t, "make", (&VerbInfo{Name: "put", Group: "make"}).Subcommand())
}

func TestPlayersMayLeaveThePrefixOfANumberOut(t *testing.T) {
	level := Number("L", 1, 15).(Shorthand)
	for text, want := range map[string][]string{
		"2": {"L2"}, "l2": {"L2"}, "15": {"L15"}, "l15": {"L15"},
		"": nil, "l": nil, "0": nil, "16": nil, "02": nil, "l02": nil, "2l": nil, "+2": nil, "r2": nil, "ll2": nil,
	} {
		require.Equal(t, want, level.Expand(text), "%q", text)
	}
	require.Equal(t, []string{"r0"}, Number("r", 0, 3).(Shorthand).Expand("0"))
	require.Equal(t, []string{"7"}, Number("", 1, 9).(Shorthand).Expand("7"))
	require.Nil(t, Number("", 1, 9).(Shorthand).Expand("L7"))
}

func TestOptionsRoundTripThroughARecord(t *testing.T) {
	for text, want := range map[string]Options{
		`{}`:                               {},
		`{"mode": "fast", "clock": 300}`:   {"mode": "fast", "clock": "300"},
		`{"expert": true}`:                 {"expert": "true"},
		`{"mode": "sl\u006fw", "clock":0}`: {"mode": "slow", "clock": "0"},
	} {
		got, err := sampleInfo.UnmarshalOptions(json.RawMessage(text))
		require.NoError(t, err, text)
		require.Equal(t, want, got)
		back, err := sampleInfo.UnmarshalOptions(sampleInfo.MarshalOptions(got))
		require.NoError(t, err)
		require.Equal(t, sampleInfo.Complete(want), back)
	}
	require.JSONEq(t, `{"mode": "slow", "expert": false, "clock": 0}`, string(sampleInfo.MarshalOptions(nil)))
	got, err := sampleInfo.UnmarshalOptions(nil)
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestInvalidOptionsOfARecordAreRefused(t *testing.T) {
	for text, says := range map[string]string{
		`{"colour": "red"}`:  `option "colour": sample has none of that name`,
		`{"mode": "medium"}`: `"medium" is none of [slow fast]`,
		`{"mode": true}`:     `none of`,
		`{"mode": null}`:     `none of`,
		`{"expert": 1}`:      `neither true nor false`,
		`{"expert": "yes"}`:  `only words have quotes`,
		`{"expert": "true"}`: `only words have quotes`,
		`{"clock": "300"}`:   `only words have quotes`,
		`{"clock": 300}`:     `option clock: it needs mode fast`,
		`{"clock": 601}`:     `no whole number from 0 to 600`,
		`{"clock": -1}`:      `no whole number`,
		`{"clock": 1.5}`:     `no whole number`,
		`{"clock": 1e2}`:     `no whole number`,
		`[]`:                 `options:`,
		`"mode"`:             `options:`,
	} {
		_, err := sampleInfo.UnmarshalOptions(json.RawMessage(text))
		require.ErrorContains(t, err, says, text)
	}
}

func TestAnOptionLeftOutHasItsDefault(t *testing.T) {
	require.Equal(t, "slow", sampleInfo.Get(nil, "mode"))
	require.Equal(t, "fast", sampleInfo.Get(Options{"mode": "fast"}, "mode"))
	require.Empty(t, sampleInfo.Get(nil, "colour"))
}

// The order of a map differs from one range over it to the next.
func TestOfSeveralInvalidOptionsTheFirstByNameIsNamed(t *testing.T) {
	in := &Info{ID: "toy"}
	wrong := Options{"a": "1", "b": "2", "c": "3", "d": "4"}
	for range 50 {
		require.ErrorContains(t, in.CheckOptions(wrong), `option "a"`)
	}
}
