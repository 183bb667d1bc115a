package choice

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
)

// optionsOf returns the options with which a player names a move in full.
func optionsOf(in *engine.Info, m engine.Move) map[string]string {
	options := map[string]string{WhatOption: in.VerbInfo(m.Verb).Name}
	for _, arg := range in.VerbInfo(m.Verb).Args {
		options[arg.Name] = ArgText(in, m, arg.Name)
	}
	return options
}

// subOf returns the subcommand of a verb.
func subOf(in *engine.Info, v engine.Verb) Subcommand {
	subs := Subcommands(in)
	return subs[slices.IndexFunc(subs, func(s Subcommand) bool { return slices.Contains(s.Verbs, v) })]
}

// TestFindReturnsAMoveNamedInFull names every fifth legal move of some positions of a game.
func TestFindReturnsAMoveNamedInFull(t *testing.T) {
	p := playtest.Play(t, games.All[0], nil, 3)
	in := p.Info()
	implied := 0
	for n := 0; n < len(p.Moves); n += longrun.Choose(20, 5) {
		at := p.At(t, n)
		for _, seat := range at.Turn().Slice() {
			legal := at.State.Legal(seat, nil)
			for i := 0; i < len(legal); i += 5 {
				m := legal[i]
				options := optionsOf(in, m)
				sub := subOf(in, m.Verb)
				got, err := Find(at, seat, sub, options)
				require.NoError(t, err)
				require.Equal(t, m, got)

				delete(options, "level")
				if got, err = Find(at, seat, sub, options); err == nil && in.VerbInfo(m.Verb).Name == "place" {
					implied++
					require.Equal(t, ArgText(in, m, "tile"), ArgText(in, got, "tile"))
				}
				var refused *engine.RuleError
				require.True(t, err == nil || errors.As(err, &refused) && refused.Code == refusedAmbiguous, "%v", err)
			}
		}
	}
	require.Greater(t, implied, 10, "the level is implied if only one is possible")
}

func TestFindReturnsTheRefusalOfTheClosestMove(t *testing.T) {
	p := playtest.Play(t, games.All[0], nil, 2)
	in := p.Info()
	start := p.At(t, 0)
	seat := start.Turn().Slice()[0]
	sub := func(name string) Subcommand { return subOf(in, in.Verb(name)) }
	other := engine.Seat(3 - int(seat))
	dug := p.At(t, 7) // six removals and a dig
	digger := p.Moves[6].Seat
	require.Equal(t, "dig", in.VerbInfo(p.Moves[6].Verb).Name)

	for _, c := range []struct {
		at      *table.Table
		seat    engine.Seat
		sub     string
		options map[string]string
		code    string
	}{
		{start, other, "remove", map[string]string{"cell": "b2"}, engine.RefusedTurn},
		{start, other, "place", map[string]string{"hole": "c3"}, "removing"},
		{start, seat, "dig", map[string]string{"cell": "b2"}, "removing"},
		{start, seat, "remove", map[string]string{"cell": "z9"}, engine.RefusedMalformed},
		{start, seat, "remove", map[string]string{"cell": ""}, refusedAmbiguous},
		{start, seat, "end", nil, "removing"},
		{dug, digger, "dig", map[string]string{"cell": "a1"}, "dug_already"},
		{dug, digger, "remove", map[string]string{"cell": "a1"}, "not_removing"},
		{dug, digger, "place", map[string]string{"tile": "BJ1", "hole": "a1", "rotation": "r0"}, "tile_not_at_hand"},
		{dug, digger, "place", map[string]string{"tile": "wall", "hole": "a1", "rotation": "r0"}, engine.RefusedMalformed},
		{dug, digger, "statue", map[string]string{"what": "statue", "spot": "c3"}, "no_tile_placed"},
	} {
		_, err := Find(c.at, c.seat, sub(c.sub), c.options)
		var refused *engine.RuleError
		require.ErrorAs(t, err, &refused, "%s %v", c.sub, c.options)
		require.Equal(t, c.code, refused.Code, "%s %v", c.sub, c.options)
	}
}

func TestNearbyMovesHaveTheTypedArguments(t *testing.T) {
	p := playtest.Play(t, games.All[0], nil, 2)
	in := p.Info()
	at := p.At(t, 7)
	seat := p.Moves[6].Seat
	place := subOf(in, in.Verb("place"))
	near := place.Nearby(at, seat, map[string]string{"hole": "c3", "rotation": "2"})
	require.Len(t, near, 3)
	for _, m := range near {
		require.Equal(t, "c3", ArgText(in, m, "hole"))
		require.Equal(t, "r2", ArgText(in, m, "rotation"))
	}
	require.Empty(t, place.Nearby(p.At(t, 0), p.At(t, 0).Turn().Slice()[0], nil))
}

func TestMovesWithFewestOptionalArgumentsAreKept(t *testing.T) {
	in := games.All[0].Info()
	parse := func(lines ...string) (moves []engine.Move) {
		for _, line := range lines {
			m, err := games.All[0].ParseMove(line)
			require.NoError(t, err)
			moves = append(moves, m)
		}
		return moves
	}
	require.Equal(
		t,
		parse("1 place GR2 c3 r1 L2"),
		fewestKeyed(in, parse("1 place GR2 c3 r1 L2 open=d4", "1 place GR2 c3 r1 L2")),
	)
	require.Len(t, fewestKeyed(in, parse("1 place GR2 c3 r1 L2 open=d4", "1 place GR2 c3 r1 L2 open=c3")), 2)
	require.Equal(t, parse("1 end"), fewestKeyed(in, parse("1 end", "1 end keep=GR2")))
	require.Empty(t, fewestKeyed(in, nil))
	require.Equal(t, "open", firstDifference(in, parse("1 place GR2 c3 r1 L2 open=d4", "1 place GR2 c3 r1 L2 open=c3")))
}

func TestSuggestionsMatchWhatIsTypedAndStartWithTheBest(t *testing.T) {
	p := playtest.Play(t, games.All[0], nil, 2)
	in := p.Info()
	for _, n := range []int{0, 6, 7, 40} {
		at := p.At(t, n)
		for _, seat := range at.Turn().Slice() {
			for _, sub := range Subcommands(in) {
				for _, field := range sub.Fields(in) {
					all := BestValues(at, rank(at, seat), sub, nil, field.Name, "", control.MaxChoices)
					require.LessOrEqual(t, len(all), control.MaxChoices)
					seen := map[string]bool{}
					for i, v := range all {
						require.False(t, seen[v.Text], "%s is suggested twice", v.Text)
						seen[v.Text] = true
						require.True(t, i == 0 || all[i-1].rank >= v.rank, "%s comes after a worse one", v.Text)
						_, err := at.State.Apply(v.Move)
						require.NoError(t, err)
					}
					for _, typed := range []string{"b", "B2", " 3", "zz"} {
						for i, v := range BestValues(at, rank(at, seat), sub, nil, field.Name, typed, control.MaxChoices) {
							require.Contains(t, strings.ToLower(v.Text), strings.TrimSpace(strings.ToLower(typed)))
							fit := text.Match(v.Text, typed)
							require.True(t, i == 0 || fit == text.Contains || fit == text.StartsWith,
								"%q fits %q", v.Text, typed)
						}
					}
				}
			}
		}
	}
}

func TestTheBestMovesComeFirst(t *testing.T) {
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MinSeats)
		in := p.Info()
		for n := 0; n < len(p.Moves); n += 20 {
			at := p.At(t, n)
			if at.Turn().Has(engine.Chance) {
				continue
			}
			seat := at.Turn().Slice()[0]
			legal := rank(at, seat)
			for _, sub := range Subcommands(in) {
				want := slices.DeleteFunc(slices.Clone(legal.Moves), func(m engine.Move) bool {
					return !slices.Contains(sub.Verbs, m.Verb)
				})
				slices.SortStableFunc(want, func(a, b engine.Move) int {
					return cmp.Compare(at.State.Describe(b).Rank, at.State.Describe(a).Rank)
				})
				require.Equal(t, want, append([]engine.Move{}, legal.Best(sub)...))
				want = slices.DeleteFunc(want, func(m engine.Move) bool {
					return at.State.Describe(m).Rank == engine.RankVain
				})
				require.Equal(t, want, append([]engine.Move{}, legal.Offered(sub)...))
				for _, m := range want {
					own := in.VerbInfo(m.Verb).Icon
					require.Equal(t, cmp.Or(at.State.Describe(m).Icon, own), legal.Icon(in, m))
				}
			}
		}
	}
}

func TestWaysAreTheMovesAtTheSamePlace(t *testing.T) {
	g := games.All[0]
	p := playtest.Play(t, g, nil, g.Info().MinSeats)
	in := p.Info()
	compared := 0
	for n := range p.Moves {
		at := p.At(t, n)
		if at.Turn().Has(engine.Chance) {
			continue
		}
		legal := at.State.Legal(at.Turn().Slice()[0], nil)
		before := slices.Clone(legal)
		for _, m := range legal[:min(len(legal), 3)] {
			for _, other := range Ways(in, legal, m, 25) {
				assert.Equal(t, m.Verb, other.Verb)
				assert.Equal(t, ArgText(in, m, "hole"), ArgText(in, other, "hole"))
				compared++
			}
		}
		require.Equal(t, before, legal, "the moves changed")
	}
	assert.Positive(t, compared)
}
