package sentences_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
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

// offer is what a sentence about what a seat needs offers: one of some verbs. It is made if all of
// some facts are there, and none of others.
type offer struct {
	verbs         []string
	with, without []string
}

// offers has the offers of each sentence, by game and key, with the actions as the texts list them.
// Sentences of other games are not looked at.
var (
	decorations  = []string{"statue", "fountain", "bridge", "stairs"}
	babelActions = []string{
		"travel", "settle", "build", "migrate", "demolish", "steal", "deport", "convert", "skip", "halve",
	}
	pieces = []string{"tower", "bridge", "small", "large"}
	offers = map[string][]offer{
		"gardens.remove": {{verbs: []string{"remove"}}},
		"gardens.dig":    {{verbs: []string{"dig"}}},
		"gardens.place": {
			{verbs: []string{"place"}, with: []string{"dug"}}, {verbs: []string{"place"}, with: []string{"notch"}},
			{verbs: []string{"end"}},
		},
		"gardens.build": {
			{verbs: decorations, with: []string{"decorate"}}, {verbs: []string{"place"}, with: []string{"dug"}},
			{verbs: []string{"place"}, with: []string{"notch"}}, {verbs: []string{"end"}},
		},
		"babel.draw":              {{verbs: []string{"draw"}}},
		"babel.discard":           {{verbs: []string{"discard"}}},
		"babel.discard_meanwhile": {{verbs: []string{"discard"}}},
		"babel.start": {
			{verbs: babelActions, with: []string{"acts"}}, {verbs: []string{"end"}, with: []string{"end"}},
		},
		"babel.act":    {{verbs: babelActions, with: []string{"acts"}}, {verbs: []string{"end"}}},
		"towers.grow":  {{verbs: append([]string{"swap", "turn"}, pieces...)}},
		"towers.place": {{verbs: append([]string{"swap", "turn"}, pieces...)}},
		"towers.join":  {{verbs: append([]string{"swap", "turn"}, pieces...)}},
		"towers.finish": {
			{verbs: pieces, with: []string{"more"}}, {verbs: []string{"swap", "turn"}, with: []string{"special"}},
			{verbs: []string{"done"}},
		},
		"towers.zones": {
			{verbs: pieces, with: []string{"build"}}, {verbs: []string{"take"}, with: []string{"take"}},
			{verbs: []string{"stuck"}},
		},
	}
)

func (o offer) made(facts map[string]string) bool {
	has := func(name string) bool { return facts[name] != "" }
	return !slices.ContainsFunc(o.without, has) &&
		!slices.ContainsFunc(o.with, func(name string) bool { return !has(name) })
}

// TestNeedsOfferWhatIsLegal plays random games. Each offer in the panel's sentence can be taken,
// and each legal move is offered. Sentences get all facts that their texts name.
func TestNeedsOfferWhatIsLegal(t *testing.T) {
	seen := map[string]int{}
	for _, g := range games.All {
		listed := func(key string) bool { return strings.HasPrefix(key, g.Info().ID+".") }
		for n, opts := range []engine.Options{nil, {"mode": "quick"}, {"build": "together"}, {"expert": "true"}} {
			if g.Info().CheckOptions(opts) != nil || !slices.ContainsFunc(slices.Collect(maps.Keys(offers)), listed) {
				continue
			}
			for seed := range uint64(4) {
				r := rand.New(rand.NewPCG(seed, uint64(n)))
				infos := make([]engine.SeatInfo, g.Info().MinSeats+int(seed)%2*(g.Info().MaxSeats-g.Info().MinSeats))
				s, err := g.Start(opts, infos, g.Deal(opts, infos, r))
				require.NoError(t, err)
				for range 250 {
					turn := s.Turn().Slice()
					if len(turn) == 0 {
						break
					}
					seat := turn[r.IntN(len(turn))]
					if seat == engine.Chance {
						s, err = s.Apply(s.Chance(r))
						require.NoError(t, err)
						continue
					}
					legal := s.Legal(seat, nil)
					if len(legal) == 0 {
						break // a dead end, which only an undo leads out of
					}
					seen[checkNeed(t, g, s, seat, legal)]++
					m := legal
					if sound := s.Sound(seat, nil); len(sound) > 0 && r.IntN(8) > 0 {
						m = sound
					}
					s, err = s.Apply(m[r.IntN(len(m))])
					require.NoError(t, err)
				}
			}
		}
	}
	for key := range offers {
		require.Positive(t, seen[key], "%s is never said", key)
	}
}

// With a clock a round goes on after the last noble (T-10).
func TestAPanelCountsNoNoblesOnceAllStand(t *testing.T) {
	for _, w := range text.All() {
		require.NotContains(t, w.Say("towers.note.zones", "left", "0", "build", "1", "take", ""), "0", w.Lang())
	}
}

func checkNeed(t *testing.T, g games.Entry, s engine.State, seat engine.Seat, legal []engine.Move) string {
	t.Helper()
	need := s.Need(seat)
	key := g.Info().ID + "." + need.Key
	known, found := offers[key]
	require.True(t, found, key)
	for _, note := range append(s.Scene(), need) {
		for _, name := range text.Placeholders(g.Info().ID + ".note." + note.Key) {
			require.Contains(t, note.Facts, name, note.Key)
		}
	}
	verbs := map[string]bool{}
	for _, m := range legal {
		verbs[g.Info().VerbInfo(m.Verb).Name] = true
	}
	offered := map[string]bool{}
	for _, o := range known {
		if !o.made(need.Facts) {
			continue
		}
		require.True(t, slices.ContainsFunc(o.verbs, func(v string) bool { return verbs[v] }),
			"%s %v offers %v, legal are %v", key, need.Facts, o.verbs, verbs)
		for _, v := range o.verbs {
			offered[v] = true
		}
	}
	for v := range verbs {
		require.True(t, offered[v], "%s %v does not offer %s", key, need.Facts, v)
	}
	return key
}

// TestAPanelNamesTheRoundsEffectAndExplainsItBeforeTheDig reads a game after its set-up.
func TestAPanelNamesTheRoundsEffectAndExplainsItBeforeTheDig(t *testing.T) {
	w, p := text.For("en"), playtest.Play(t, games.All[0], nil, 2)
	explained := 0
	for n := 6; n < len(p.Moves); n++ {
		at := p.At(t, n)
		effect, named := strings.CutPrefix(at.State.Scene()[0].Facts["effect"], "@")
		if !named {
			continue
		}
		seat := at.Turn().Slice()[0]
		require.Contains(t, sentences.Need(w, at, seat), w.Say("gardens."+effect))
		if at.State.Need(seat).Key == "dig" {
			require.Contains(t, sentences.Need(w, at, seat), w.Say("gardens."+strings.TrimSuffix(effect, ".name")+".what"))
			explained++
		}
	}
	require.Positive(t, explained)
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

// TestOnlyAGameWithPlacesTellsThemInWords tells one notation in games with and without them.
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
