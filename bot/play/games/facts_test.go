package games_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/render"
)

// TestAltTextsAreWholeFactsInEveryLanguage describes random positions to players and spectators, in
// every view.
func TestAltTextsAreWholeFactsInEveryLanguage(t *testing.T) {
	for _, g := range games.All {
		for n, opts := range variants(g) {
			seats := g.Info().MaxSeats - n%2*(g.Info().MaxSeats-g.Info().MinSeats)
			var played []engine.State
			play(t, g, seats, opts, func(s engine.State, i int) bool {
				played = append(played, s)
				return i < 250
			})
			t.Run(g.Info().ID, func(t *testing.T) {
				rnd := rand.New(rand.NewPCG(uint64(n), 8))
				for range longrun.Choose(12, 100) {
					at := rnd.IntN(len(played))
					from := at - rnd.IntN(min(at, 12)+1)
					viewer := engine.Seat(rnd.IntN(seats + 1))
					r := render.Request{View: g.Info().Views[rnd.IntN(len(g.Info().Views))],
						Names: [][]string{names, goldenNames, nil}[rnd.IntN(3)]}
					if from < at {
						r.Before = played[from].View(viewer)
					}
					turn := played[at].Turn().Slice()
					if rnd.IntN(2) == 0 && len(turn) > 0 && turn[0] != engine.Chance {
						if aimed, found := preview(played[at], g, turn[0]); found {
							r.View, r.Seat, r.Ghost = aimed.View, aimed.Seat, aimed.Ghost
						}
					}
					for _, lang := range text.Langs() {
						requireWholeFacts(t, g, played[at], viewer, r, catalog{t, text.For(string(lang))})
					}
				}
			})
		}
	}
}

// requireWholeFacts checks that an alt text fits, and that it consists of facts: what has changed,
// who is next, and then others without a gap.
func requireWholeFacts(
	t *testing.T, g games.Entry, s engine.State, viewer engine.Seat, r render.Request, w render.Words,
) {
	t.Helper()
	v := s.View(viewer)
	alt := render.AltOf(g.Gallery, v, r, w)
	full, brief := g.Gallery.Facts(v, r, w, render.Full), g.Gallery.Facts(v, r, w, render.Brief)
	if _, err := g.Gallery.Compose(v, r); err != nil {
		require.ErrorIs(t, err, render.ErrHidden)
		require.Empty(t, alt)
		require.Equal(t, render.Facts{}, full)
		return
	}
	require.LessOrEqual(t, render.AltLength(alt), render.MaxAlt)
	for _, fact := range slices.Concat(full.Changed, full.Next, full.Rest, brief.Changed, brief.Next, brief.Rest) {
		require.True(t, strings.HasSuffix(fact, "."), fact)
		require.NotContains(t, fact, "\n")
		require.LessOrEqual(t, render.AltLength(fact), render.MaxAlt/2, "no room is left for others: %s", fact)
	}
	requireNextTold(t, g, s, r, full)
	if l, err := g.Gallery.Compose(v, r); err == nil { // the words for all parts of the picture
		marked := r
		marked.Marks = l.Parts()
		render.AltOf(g.Gallery, v, marked, w)
	}
	if render.AltLength(full.String()) <= render.MaxAlt {
		require.Equal(t, full.String(), alt)
		return
	}
	if render.AltLength(brief.String()) <= render.MaxAlt {
		require.Equal(t, brief.String(), alt)
		return
	}
	rest, more := strings.CutSuffix(alt, " "+w.T("alt.more", nil))
	require.True(t, more, alt)
	for brief.String() != rest {
		require.NotEmpty(t, brief.Rest, "not a run of whole facts: %s", alt)
		brief.Rest = brief.Rest[:len(brief.Rest)-1]
	}
	require.NotEmpty(t, brief.Rest, "no room for the position: %s", alt)
}

// requireNextTold checks that the facts name the players who may act, or the winners. The picture
// of a scored round of the quick game shows neither.
func requireNextTold(t *testing.T, g games.Entry, s engine.State, r render.Request, f render.Facts) {
	t.Helper()
	require.NotEmpty(t, f.Next)
	awaited := s.Turn().Slice()
	if result, over := s.Result(); over {
		awaited = result.Winners
	} else if g.Info().ID == "towers" && r.Before != nil && s.Pace().Live {
		return
	}
	for _, seat := range awaited {
		if name := r.Name(seat); seat != engine.Chance && name != "" {
			require.Contains(t, strings.Join(f.Next, " "), name)
		}
	}
}

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
