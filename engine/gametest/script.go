package gametest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// Scripts runs scripts by what they say of the rules; see Script. run runs one, and returns the
// codes of its refusals. All together must reach every code of Info.Refusals but for some.
func Scripts(
	t *testing.T, g engine.Game, run func(t *testing.T, script string) []string, but []string, all ...map[string]string,
) {
	reached := but
	for _, some := range all {
		for says, script := range some {
			t.Run(says, func(t *testing.T) { reached = append(reached, run(t, script)...) })
		}
	}
	require.Subset(t, reached, g.Info().Refusals)
}

// Options reads "overlap=adjacent build=together".
func Options(text string) engine.Options {
	opts := engine.Options{}
	for _, field := range strings.Fields(text) {
		name, value, _ := strings.Cut(field, "=")
		opts[name] = value
	}
	return opts
}

// Script runs a test of a game's rules on a position, step by step. A step is a line, or a part of
// one with " | " between. What follows "//" in a line is a comment. A step is one of these:
//
//	1 dig a1                       a move that Legal lists
//	1 dig a1 -> cell empty (A)     a move that is refused, as the text of its RuleError says: the
//	                               placeholders may be left out
//	lay CJ1 a1 r0 L1               one of words, with what follows it
//
// A refused move must change nothing, and cite a rule that has a page. Script returns the codes.
func Script[S comparable](
	t testing.TB, rules engine.Rules[S], p *S, words map[string]func(args string), steps string,
) (refused []string) {
	t.Helper()
	g := engine.Define(rules)
	for line := range strings.Lines(steps) {
		line, _, _ = strings.Cut(line, "//")
		for step := range strings.SplitSeq(line, " | ") {
			step = strings.TrimSpace(step)
			word, args, _ := strings.Cut(step, " ")
			if word != "" && (word[0] < '0' || word[0] > '9') {
				require.NotNil(t, words[word], "%s: no such word", step)
				words[word](args)
			} else if step != "" {
				refused = append(refused, playStep(t, g, rules, p, step)...)
			}
		}
	}
	return refused
}

func playStep[S comparable](t testing.TB, g engine.Game, rules engine.Rules[S], p *S, step string) (refused []string) {
	t.Helper()
	line, says, isRefused := strings.Cut(step, " -> ")
	before := *p
	m, err := g.ParseMove(line)
	listed := err == nil && slices.Contains(rules.Legal(p, m.Seat, nil), m)
	if err == nil {
		require.Equal(t, line, string(g.AppendMove(nil, m)))
		err = engine.Play(rules, p, len(rules.Scores(p)), m)
	}
	if !isRefused {
		require.NoError(t, err, step)
		special := m.Seat == engine.Chance || m.Verb == engine.Resign
		require.True(t, listed || special, "%s: Legal does not list it", step)
		return nil
	}
	var why *engine.RuleError
	require.True(t, errors.As(err, &why), "%s: %v", step, err)
	require.True(t, strings.HasPrefix(why.Error()+":", says+":"), "%s: %v", step, why)
	require.True(t, why.Rule == "" || g.Info().Page(why.Rule) != "", "%s: no page is about the rule", step)
	require.False(t, listed, "%s: Legal lists it", step)
	require.True(t, before == *p, "%s: it has changed the position", step)
	return []string{why.Code}
}
