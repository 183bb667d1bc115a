package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
	"amytis/engine/review"
)

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
