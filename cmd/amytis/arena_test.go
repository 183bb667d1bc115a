package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestArenaCountsTheSameWinsWithTheSameSeed(t *testing.T) {
	args := []string{"arena", "--game", "babel", "--players", "2,1", "--games", "4", "--json"}
	results := make([]arenaResult, 2)
	for i := range results {
		code, out, errs := amytis(t, "", args...)
		require.Zero(t, code, errs)
		require.NoError(t, json.Unmarshal([]byte(out), &results[i]))
		assert.Empty(t, errs, "progress is shown although there is no terminal")
		assert.Equal(t, 4, results[i].Games)
	}
	require.Len(t, results[0].Levels, 2)
	for i, of := range results[0].Levels {
		assert.InDelta(t, results[1].Levels[i].Wins, of.Wins, 0)
		assert.LessOrEqual(t, of.Low, of.Share)
		assert.GreaterOrEqual(t, of.High, of.Share)
	}
	assert.InDelta(t, 4, results[0].Levels[0].Wins+results[0].Levels[1].Wins, 1e-9, "some victories are missing")
}

func TestInterruptedArenaPrintsTheResultSoFar(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	var out, errs bytes.Buffer
	code := run(ctx, []string{"arena", "--game", "babel", "--players", "2,1"}, streams{strings.NewReader(""), &out, &errs})
	assert.Equal(t, exitInterrupted, code, errs.String())
	assert.Contains(t, out.String(), "babel, 2 players, 0 games")
}

func TestArenaSaysWhatIsWrongWithItsArguments(t *testing.T) {
	for args, want := range map[string]string{
		"--players=5": "babel is for 2 players", "--players=5,4,3": "--players", "--players=5,6": "--players",
		"--games=0": "--games 0", "--games=-3": "--games -3",
	} {
		code, out, errs := amytis(t, "", "arena", "--game", "babel", args)
		assert.Equal(t, exitFailed, code, args)
		assert.Empty(t, out, args)
		assert.Contains(t, errs, want, args)
	}
}

func TestRecordRefusesPlayersAndLevelsThatThereAreNot(t *testing.T) {
	for _, wrong := range []string{"3=5", "0=1", "1=6", "1=0"} {
		fails(t, exitFailed, "--player", "record", "play", "--game", "babel", "--player", wrong)
	}
}

func TestWilsonIntervalIsTheKnownOne(t *testing.T) {
	low, high := wilson(75, 100)
	assert.InDelta(t, 0.657, low, 0.001)
	assert.InDelta(t, 0.825, high, 0.001)
}
