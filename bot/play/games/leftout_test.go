package games_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/render"
)

// TestFewAltTextsLeaveOutFacts limits the share of alt texts that leave something out, in percent
// of a random game's positions in all languages: one limit for public messages, one for pictures
// from which a player chooses. Random games of Tower Builders spread out more than others.
func TestFewAltTextsLeaveOutFacts(t *testing.T) {
	for _, kind := range []struct {
		game       string
		players    int
		options    engine.Options
		told, view int
	}{
		{"gardens", 2, nil, 4, 0}, {"gardens", 4, nil, 4, 0}, {"babel", 2, nil, 4, 0},
		{"towers", 3, nil, 25, 26}, {"towers", 4, nil, 40, 42}, {"towers", 5, nil, 48, 47},
		{"towers", 5, engine.Options{"mode": "quick"}, 8, 1},
	} {
		g, found := games.Find(kind.game)
		require.True(t, found, "no game %s", kind.game)
		p := playtest.Play(t, g, kind.options, kind.players)
		in := g.Info()
		var all, told, chosen int
		for n := 0; n <= len(p.Moves); n += 1 + len(p.Moves)/30 {
			at, seat := p.At(t, n), engine.Seat(1+n%kind.players)
			v, before := at.State.View(seat), p.At(t, max(0, n-4)).State.View(seat)
			for _, lang := range text.Langs() {
				w := text.For(string(lang))
				cut := func(view string, before engine.View) int {
					alt := render.AltOf(g.Gallery, v, render.Request{View: view, Seat: seat, Names: goldenNames, Before: before}, w)
					if strings.HasSuffix(alt, w.T("alt.more", nil)) {
						return 1
					}
					return 0
				}
				all++
				told += cut(in.TableView(), before)
				chosen += cut(in.Verbs[0].View, nil)
			}
		}
		t.Logf("%s of %d %v: told %d%%, to choose from %d%%", kind.game, kind.players, kind.options, told*100/all, chosen*100/all)
		require.LessOrEqual(t, told*100, kind.told*all, "%s of %d %v", kind.game, kind.players, kind.options)
		require.LessOrEqual(t, chosen*100, kind.view*all, "%s of %d %v", kind.game, kind.players, kind.options)
	}
}
