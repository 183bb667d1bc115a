package sentences_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

// TestOnlyAGameWithPlacesTellsThemInWords tells the same notation in a game with such places, and
// in one without.
func TestOnlyAGameWithPlacesTellsThemInWords(t *testing.T) {
	towers, found := games.Find("towers")
	require.True(t, found, "no game towers")
	for value, want := range map[string]string{
		"c3.2":       "c3, level 2",
		"1:c3.2":     "zone 1, c3, level 2",
		"c3-d3.4":    "c3-d3, level 4",
		"2:a1.3:red": "zone 2, a1, level 3, red",
		"c3":         "c3",
	} {
		require.Equal(t, want, sentences.ArgWords(text.For("en"), towers.Info(), engine.Arg{}, value))
		require.Equal(t, value, sentences.ArgWords(text.For("en"), games.All[0].Info(), engine.Arg{}, value))
	}
}
