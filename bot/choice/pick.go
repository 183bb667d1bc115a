package choice

import (
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
)

// Pick is a choice among many moves of a subcommand in several steps: which of them (where it has
// several verbs), then argument by argument as far as they differ, until what is left fits a menu.
type Pick struct {
	Sub int // the subcommand's number
	// Page of the menu, from 0.
	Page int
	// Answers so far, one for each question that was asked.
	Answers []string
}

// pickSeparator is in no value of the notation.
const pickSeparator = "/"

// Arg writes a pick for a control.
func (p Pick) Arg() string {
	return strings.Join(append([]string{strconv.Itoa(p.Sub), strconv.Itoa(p.Page)}, p.Answers...), pickSeparator)
}

// ParsePick reads what Arg writes.
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

// Question is what is asked of moves: their verb, or an argument.
type Question struct{ Arg string }

// WhichVerb asks for the verb.
var WhichVerb = Question{}

// Answer is what a move answers, Nothing for an argument that it leaves out.
func (q Question) Answer(in *engine.Info, m engine.Move) string {
	if q == WhichVerb {
		return in.VerbInfo(m.Verb).Name
	}
	if v := ArgText(in, m, q.Arg); v != "" {
		return v
	}
	return Nothing
}

// Nothing answers a question for an argument that is left out.
const Nothing = "-"

// NextQuestion is the first one that moves answer differently.
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

// Left are the moves that fit the answers.
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
