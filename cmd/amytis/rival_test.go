package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

func TestRivalPlaysAllPlayersButTheFirst(t *testing.T) {
	t.Setenv(asProgram, "1")
	program, err := os.Executable()
	require.NoError(t, err)
	args := []string{"arena", "--game", "towers", "--players", "1,1,1", "--games", "3", "--json"}
	results := make([]arenaResult, 2)
	for i, args := range [][]string{args, append(args, "--rival", program)} {
		out := succeeds(t, args...)
		require.NoError(t, json.Unmarshal([]byte(out), &results[i]))
	}
	same, rival := results[0], results[1]
	require.Len(t, rival.Levels, 2)
	assert.Equal(t, contestant{Level: 1}, rival.Levels[0].contestant)
	assert.Equal(t, contestant{Level: 1, Rival: true}, rival.Levels[1].contestant)
	assert.Equal(t, 2, rival.Levels[1].Players)
	assert.Equal(t, same.SeatWins, rival.SeatWins, "the same program plays the same games")
	assert.Equal(t, same.Levels[0].Turns, rival.Levels[0].Turns+rival.Levels[1].Turns)
}

func TestArenaFailsIfTheRivalDoes(t *testing.T) {
	fails(t, exitFailed, "rival", "arena", "--game", "babel", "--players", "1,1", "--rival", "/bin/true")
}
