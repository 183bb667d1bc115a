package choice

import (
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
)

// Pick is the state of a player's choice among many moves of a subcommand: first the verb, then
// argument by argument, until the rest fits a menu. Questions that all answer alike are skipped.
type Pick struct {
	Sub     int // the index in Subcommands
	Page    int
	Answers []string // so far, one for each question
}

// pickSeparator separates the parts of a Pick. No value of the notation contains it.
const pickSeparator = "/"

// Arg returns the pick as the argument of a control: "sub/page/answer/...".
func (p Pick) Arg() string {
	return strings.Join(append([]string{strconv.Itoa(p.Sub), strconv.Itoa(p.Page)}, p.Answers...), pickSeparator)
}

// ParsePick parses what Arg returns. It returns false for any other text.
func ParsePick(arg string) (p Pick, ok bool) {
	parts := strings.Split(arg, pickSeparator)
	if len(parts) < 2 {
		return p, false
	}
	var errs [2]error
	p.Sub, errs[0] = strconv.Atoi(parts[0])
	p.Page, errs[1] = strconv.Atoi(parts[1])
	p.Answers = parts[2:]
	return p, errs == [2]error{} && p.Sub >= 0 && p.Page >= 0
}

// Question asks for the verb of a move, or for an argument by name.
type Question struct{ Arg string }

var WhichVerb = Question{}

// Answer returns a move's answer, Nothing for an argument that it leaves out.
func (q Question) Answer(in *engine.Info, m engine.Move) string {
	if q == WhichVerb {
		return in.VerbInfo(m.Verb).Name
	}
	if v := ArgText(in, m, q.Arg); v != "" {
		return v
	}
	return Nothing
}

// Icon returns the icon of a move's answer, 0 for none. legal has the move.
func (q Question) Icon(in *engine.Info, legal *Ranked, m engine.Move) engine.Icon {
	if q == WhichVerb {
		return in.VerbInfo(m.Verb).Icon
	}
	return legal.Icon(in, m)
}

// Nothing is the answer of a move that leaves the argument out.
const Nothing = "-"

// NextQuestion returns the first question that some moves answer differently, false for none.
func NextQuestion(in *engine.Info, moves []engine.Move) (Question, bool) {
	questions := []Question{WhichVerb}
	for _, arg := range in.VerbInfo(moves[0].Verb).Args {
		questions = append(questions, Question{arg.Name})
	}
	for _, q := range questions {
		first := q.Answer(in, moves[0])
		if slices.ContainsFunc(moves, func(m engine.Move) bool { return q.Answer(in, m) != first }) {
			return q, true
		}
	}
	return Question{}, false
}

// Left returns the moves that match the answers. It returns nil if none does.
func (p Pick) Left(in *engine.Info, moves []engine.Move) []engine.Move {
	for _, answer := range p.Answers {
		q, open := NextQuestion(in, moves)
		if !open {
			return moves
		}
		moves = slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return q.Answer(in, m) != answer })
		if len(moves) == 0 {
			return nil
		}
	}
	return moves
}
