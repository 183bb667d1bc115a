package engine

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// RuleError says why a move is refused. It holds no text: the catalogs have one for every code, and
// Args fills its placeholders.
type RuleError struct {
	// Code names the reason in lower case words joined by '_' ("tile_blocked"); see Info.Refusals.
	Code string
	// Rule is the rule or ruling that refuses the move: "G-6", or a section like "B"; "" for none.
	Rule string
	// Args are values by placeholder, in the form of Description.Facts.
	Args map[string]string
}

// Refuse returns a RuleError. args alternates names and values.
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

// RefusalCode returns the code of a refusal, "" for any other error and for none.
func RefusalCode(err error) string {
	if refused, is := errors.AsType[*RuleError](err); is {
		return refused.Code
	}
	return ""
}

// Error returns a text for logs and developers; players read the catalog's text.
func (e *RuleError) Error() string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(e.Code, "_", " "))
	if e.Rule != "" {
		b.WriteString(" (" + e.Rule + ")")
	}
	for i, name := range slices.Sorted(maps.Keys(e.Args)) {
		if i == 0 {
			b.WriteString(":")
		}
		b.WriteString(" " + name + "=" + e.Args[name])
	}
	return b.String()
}

// The refusals that every game shares, with the arguments named behind them. Each game's
// Info.Refusals has them too: see Refusals.
const (
	RefusedOver      = "game_over"
	RefusedTurn      = "not_your_turn"   // turn
	RefusedSeat      = "no_such_seat"    // seat
	RefusedVerb      = "no_such_verb"    // verb
	RefusedResigned  = "resigned"        // seat
	RefusedNoSkip    = "nothing_to_skip" // seat
	RefusedMalformed = "malformed_move"  // move, why
)

// RefusedUnfinished refuses a skip or a resignation until the seat's last move is undone (T-15).
const RefusedUnfinished = "unfinished_turn"

var CommonRefusals = []string{
	RefusedOver, RefusedTurn, RefusedSeat, RefusedVerb, RefusedResigned, RefusedNoSkip, RefusedMalformed,
}

func Refusals(own ...string) []string { return slices.Concat(CommonRefusals, own) }

// RefusalRules returns a game's Info.Refusals and the rule behind each code, "" for none. own are
// the codes in order, each with its rule.
func RefusalRules(own ...[2]string) (codes []string, rules map[string]string) {
	rules = map[string]string{}
	for _, row := range own {
		codes = append(codes, row[0])
		rules[row[0]] = row[1]
	}
	return Refusals(codes...), rules
}

// RefuseTurn refuses a move of a seat that is not in turn; the seats of turn are.
func RefuseTurn(turn SeatSet) *RuleError { return Refuse(RefusedTurn, "", "turn", turn.Ref()) }

func RefuseResigned(seat Seat) *RuleError {
	return Refuse(RefusedResigned, "", "seat", Seats(seat).Ref())
}

func RefuseSkip(in *Info, seat Seat) *RuleError {
	return Refuse(RefusedNoSkip, in.SkipRule, "seat", Seats(seat).Ref())
}
