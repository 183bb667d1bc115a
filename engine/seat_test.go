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
