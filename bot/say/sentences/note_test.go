package sentences_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func TestEveryPositionSaysWhatItNeedsInWordsOfEveryLanguage(t *testing.T) {
	for _, g := range games.All {
		for _, opts := range []engine.Options{nil, {"mode": "quick"}} {
			if g.Info().CheckOptions(opts) != nil {
				continue
			}
			p := playtest.Play(t, g, opts, g.Info().MinSeats)
			keys, says := map[string]bool{}, false
			for n := range p.Moves {
				at := p.At(t, n)
				notes := at.State.Scene()
				for _, seat := range at.Turn().Slice() {
					if seat == engine.Chance {
						continue
					}
					need := at.State.Need(seat)
					says = says || n == 0 && need.Key != ""
					require.Equal(t, says, need.Key != "", "%s after %d moves: seat %s", g.Info().ID, n, seat)
					if says {
						notes = append(notes, need)
					}
				}
				for _, note := range notes {
					key := g.Info().ID + ".note." + note.Key
					if !keys[key] {
						for _, lang := range text.Langs() {
							assert.True(t, slices.Contains(text.Keys(lang), key), key)
						}
					}
					keys[key] = true
					for _, name := range text.Placeholders(key) {
						assert.Contains(t, note.Facts, name, key)
					}
				}
			}
		}
	}
}

func TestNeedsAndScenesAreSaidWithTheirFacts(t *testing.T) {
	w := text.For("en")
	at := babylon(t, 0)
	assert.Equal(t, "Choose 3 clay tiles to remove from the quarry; you can choose them all now. Each is removed when it's your turn. If one is gone by then, choose another.", sentences.Need(w, at, 1))
	assert.Empty(t, sentences.Need(w, at, 2), "not in turn")
	assert.Equal(t, "Clay tiles to remove before round 1: 6.", sentences.Scene(w, at))
	at = babylon(t, 6)
	assert.Equal(t, "Dig a tile from the quarry.", sentences.Need(w, at, 1))
	assert.Equal(t, "Round 1 of 15, without an effect.", sentences.Scene(w, at))
	at.Status = table.Ended
	assert.Empty(t, sentences.Scene(w, at))
}
