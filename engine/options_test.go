package engine

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOptionsRoundTripThroughARecord(t *testing.T) {
	for text, want := range map[string]Options{
		`{}`:                               {},
		`{"mode": "fast"}`:                 {"mode": "fast"},
		`{"expert": true, "clock": 300}`:   {"expert": "true", "clock": "300"},
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
