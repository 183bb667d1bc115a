package sentences_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

// TestOnlyAGameWithPlacesTellsThemInWords tells the same notation in a game with such places, and
// in one without.
func TestOnlyAGameWithPlacesTellsThemInWords(t *testing.T) {
	towers, found := games.Find("towers")
	require.True(t, found, "no game towers")
	quick := playtest.Play(t, towers, engine.Options{"mode": "quick"}, 3).At(t, 0)
	gardens := playtest.Play(t, games.All[0], nil, 2).At(t, 0)
	name := func(seat engine.Seat) string { return quick.Player(seat).Name }
	for value, want := range map[string]string{
		"c3.2":       "c3, level 2",
		"1:c3.2":     "c3, level 2, zone 1 with " + name(2),
		"c3-d3.4":    "c3-d3, level 4",
		"2:a1.3:red": "a1, level 3, red, zone 2 with " + name(2) + " and " + name(3), // where seat 1 does not build
		"3:a1-c1.1":  "a1-c1, level 1, zone 3 with " + name(3),
		"4:c3.2":     "c3, level 2, zone 4",
		"c3":         "c3",
	} {
		require.Equal(t, want, sentences.ArgWords(text.For("en"), quick, 1, engine.Arg{}, value))
		read := sentences.ReadBy(quick, 1)
		require.Equal(t, want, sentences.ArgWords(text.For("en"), read, 0, engine.Arg{}, value))
		require.Equal(t, value, sentences.ArgWords(text.For("en"), gardens, 1, engine.Arg{}, value))
	}
}

func TestTheZoneOfAnotherIsTheReadersOwnInPlainWords(t *testing.T) {
	quick := playtest.Play(t, games.All[2], engine.Options{"mode": "quick"}, 3).At(t, 0)
	for lang, want := range map[string]string{
		"en": "c3, level 2, in your zone 1", "fr": "c3, étage 2, dans ta zone 1",
		"de": "c3, Etage 2, in deiner Zone 1", "es": "c3, nivel 2, en tu zona 1",
	} {
		for _, mover := range []engine.Seat{1, 3} { // who builds there, and who does not
			read := sentences.ReadBy(quick, 2)
			require.Equal(t, want, sentences.ArgWords(text.For(lang), read, mover, engine.Arg{}, "1:c3.2"))
		}
	}
}
