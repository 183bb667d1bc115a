package games_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/render"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// names holds a name of the greatest length, one that counts double in UTF-16, and an unknown name.
var names = []string{"Wolfeschlegelsteinhausenbergerdo", "𝓑𝓪𝓻𝓽𝓱𝓸𝓵𝓸𝓶𝓪̈𝓾𝓼 𝓾𝓷𝓭 𝓜𝓪𝓻𝓲𝓪𝓷𝓷𝓮 𝓜.", "", "Dan", "Eve"}

var goldenNames = []string{"Ana", "Bo", "Cleo", "Dan", "Eve"}

// catalog is the catalog of a language. It fails the test for a missing argument.
type catalog struct {
	t testing.TB
	*text.Words
}

// placeholders holds the placeholders of every key that was looked up.
var placeholders sync.Map

func (c catalog) T(key string, args map[string]any) string {
	names, checked := placeholders.Load(key)
	if !checked {
		names = text.Placeholders(key)
		placeholders.Store(key, names)
	}
	for _, name := range names.([]string) {
		if _, given := args[name]; !given { // assert.Contains would take most of the tests' time
			c.t.Errorf("%s: its gallery does not give %s", key, name)
		}
	}
	return c.Words.T(key, args)
}

// play plays a game of good random moves and shows every position until show returns false. It
// returns the record, if the game has ended.
func play(
	t *testing.T, g games.Entry, seats int, opts engine.Options, show func(s engine.State, i int) bool,
) *engine.Record {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 3))
	infos := make([]engine.SeatInfo, seats)
	setup := g.Deal(opts, infos, r)
	s, err := g.Start(opts, infos, setup)
	require.NoError(t, err)
	var moves []engine.Move
	for turn := s.Turn().Slice(); show(s, len(moves)) && len(turn) > 0; turn = s.Turn().Slice() {
		moves = append(moves, choose(s, g, turn[r.IntN(len(turn))], r))
		s, err = s.Apply(moves[len(moves)-1])
		require.NoError(t, err)
	}
	record, _ := engine.NewRecord(g, opts, infos, setup, moves, s)
	return record
}

// eager lists verbs that win games of Babel, so that its games do not just run out of cards.
var eager = []string{"build", "skip", "steal"}

// choose picks a verb, and the best of some moves with it. Now and then each verb is equally
// likely, so that rare ones are played too.
func choose(s engine.State, g games.Entry, seat engine.Seat, r *rand.Rand) engine.Move {
	if seat == engine.Chance {
		return s.Chance(r)
	}
	sound := s.Sound(seat, nil)
	byVerb := map[engine.Verb][]engine.Move{}
	for _, m := range sound {
		byVerb[m.Verb] = append(byVerb[m.Verb], m)
	}
	verbs := slices.Sorted(maps.Keys(byVerb))
	verb := sound[r.IntN(len(sound))].Verb
	if r.IntN(3) == 0 {
		verb = verbs[r.IntN(len(verbs))]
	}
	for _, v := range verbs {
		if slices.Contains(eager, g.Info().VerbInfo(v).Name) && r.IntN(3) > 0 {
			verb = v
		}
	}
	moves := byVerb[verb]
	best, rank := moves[0], -1<<30
	for range 10 {
		m := moves[r.IntN(len(moves))]
		if n := s.Describe(m).Rank; n > rank {
			best, rank = m, n
		}
	}
	return best
}

// variants lists the default options, in the long run each one's last value, and all last values.
func variants(g games.Entry) []engine.Options {
	sets, all := []engine.Options{nil}, engine.Options{}
	for _, opt := range g.Info().Options {
		value := "true"
		switch opt.Kind {
		case engine.OptionWord:
			value = opt.Values[len(opt.Values)-1]
		case engine.OptionInt:
			continue
		}
		all[opt.Name] = value
		if longrun.On() {
			sets = append(sets, engine.Options{opt.Name: value})
		}
	}
	return append(sets, all)
}

// preview returns the view and the picture of a move that a cursor aims, if seat has one.
func preview(s engine.State, g games.Entry, seat engine.Seat) (render.Request, bool) {
	for _, m := range s.Legal(seat, nil) {
		if info := g.Info().VerbInfo(m.Verb); len(info.Axes) > 0 {
			return render.Request{View: info.View, Seat: seat, Ghost: render.Ghost{Move: m, Legal: true}}, true
		}
	}
	return render.Request{}, false
}

func TestTextMatchesTheGoldenFilesInEveryLanguage(t *testing.T) {
	for _, g := range games.All {
		for _, lang := range text.Langs() {
			name := g.Info().ID + "-" + string(lang) + ".txt"
			t.Run(name, func(t *testing.T) { compareText(t, name, words(t, g, lang)) })
		}
	}
}

// words describes a game with default options and one with others. Each has a position in the
// middle, a legal and an illegal preview in it, and the end.
func words(t *testing.T, g games.Entry, lang text.Lang) string {
	t.Helper()
	w := catalog{t, text.For(string(lang))}
	var b strings.Builder
	sets := variants(g)
	for _, opts := range slices.CompactFunc([]engine.Options{sets[0], sets[len(sets)-1]}, maps.Equal) {
		fmt.Fprintf(&b, "[%v]\n", opts)
		var last engine.State
		described, middle := false, 0
		play(t, g, g.Info().MinSeats, opts, func(_ engine.State, i int) bool {
			middle = min(40, i/2)
			return true
		})
		play(t, g, g.Info().MinSeats, opts, func(s engine.State, i int) bool {
			last = s
			turn := s.Turn().Slice()
			if i >= middle && !described && len(turn) > 0 && len(s.Legal(turn[0], nil)) >= 5 {
				described = describe(&b, g, s, turn[0], w)
			}
			return true
		})
		require.True(t, described, "no position has a move to preview")
		r := render.Request{View: g.Info().TableView(), Names: goldenNames}
		fmt.Fprintf(&b, "[end]\n%s\n\n", render.AltOf(g.Gallery, last.View(1), r, w))
	}
	return b.String()
}

// describe writes what seat learns. It reports whether it has a move to preview, or no game has.
func describe(b *strings.Builder, g games.Entry, s engine.State, seat engine.Seat, w render.Words) bool {
	r, found := preview(s, g, seat)
	if !found && slices.ContainsFunc(g.Info().Verbs, func(v engine.VerbInfo) bool { return len(v.Axes) > 0 }) {
		return false
	}
	v := s.View(seat)
	fmt.Fprintf(b, "%s\n\n", render.BoardOf(g.Gallery, v, render.Request{Names: goldenNames}, w))
	for _, view := range g.Info().Views {
		alt := render.AltOf(g.Gallery, v, render.Request{View: view, Names: goldenNames}, w)
		if view != g.Info().TableView() && !chosenFrom(g, view) {
			alt = firstSentences(alt)
		}
		fmt.Fprintf(b, "[%s]\n%s\n", view, alt)
	}
	if found {
		r.Names = goldenNames
		for _, r.Ghost.Legal = range []bool{true, false} {
			fmt.Fprintf(b, "[preview]\n%s\n", firstSentences(render.AltOf(g.Gallery, v, r, w)))
		}
	}
	return true
}

func chosenFrom(g games.Entry, view string) bool {
	return slices.ContainsFunc(g.Info().Verbs, func(v engine.VerbInfo) bool { return v.View == view })
}

// firstSentences keeps the start of an alt text. The rest repeats another view's.
func firstSentences(alt string) string {
	const most = 160
	if runes := []rune(alt); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return alt
}

func compareText(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "write it with go test -update")
	assert.Equal(t, string(want), got, "rewrite it with go test -update")
}

// TestAltTextsAreWholeFactsInEveryLanguage describes random positions in every view.
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
	full, brief := render.FactsOf(g.Gallery, v, r, w, render.Full), render.FactsOf(g.Gallery, v, r, w, render.Brief)
	if _, err := render.Compose(g.Gallery, v, r); err != nil {
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
	if l, err := render.Compose(g.Gallery, v, r); err == nil { // the words for all parts of the picture
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
