package engine

import (
	"sort"
	"strings"
)

// RuleError says why a move is refused. It carries no words: catalogs hold a
// text for every code in every language, with Args for its placeholders.
type RuleError struct {
	// Code names the reason, e.g. "tile_blocked". Codes are unique in a game;
	// Info.Refusals lists them all.
	Code string
	// Rule is the rule or ruling that refuses: "G-6", or a section like "B".
	Rule string
	// Args fill the placeholders: values as in Description.Facts.
	Args map[string]string
}

// Refuse makes a RuleError; args are names and values in turn.
func Refuse(code, rule string, args ...string) *RuleError {
	e := &RuleError{Code: code, Rule: rule}
	for i := 0; i+1 < len(args); i += 2 {
		if e.Args == nil {
			e.Args = make(map[string]string, len(args)/2)
		}
		e.Args[args[i]] = args[i+1]
	}
	return e
}

// Error is for logs and developers; players read the catalog's text.
func (e *RuleError) Error() string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(e.Code, "_", " "))
	if e.Rule != "" {
		b.WriteString(" (" + e.Rule + ")")
	}
	names := make([]string, 0, len(e.Args))
	for name := range e.Args {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		if i == 0 {
			b.WriteString(":")
		}
		b.WriteString(" " + name + "=" + e.Args[name])
	}
	return b.String()
}

// The refusals that every game shares; each game's Info.Refusals has them too.
const (
	RefusedOver      = "game_over"
	RefusedTurn      = "not_your_turn"
	RefusedSeat      = "no_such_seat"
	RefusedVerb      = "no_such_verb"
	RefusedResigned  = "resigned"
	RefusedNoSkip    = "nothing_to_skip"
	RefusedMalformed = "malformed_move"
)

// CommonRefusals lists the codes that every game shares.
var CommonRefusals = []string{
	RefusedOver, RefusedTurn, RefusedSeat, RefusedVerb, RefusedResigned, RefusedNoSkip, RefusedMalformed,
}
