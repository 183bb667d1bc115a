package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// The interfaces in this file are abilities: what [Rules] may implement besides. [Define] finds out
// which of them a game has, and does without the others as each says. It panics for a method that
// belongs to none, or has another signature there.

// Dealer is for games that deal or shuffle before the first move. The setup of others is empty.
type Dealer interface {
	// Deal makes a setup by chance, a JSON object in the form of record.md. Where the game has a
	// SeatAttr, it fills in every Attr that is "". The number of seats and opts are valid.
	Deal(opts Options, seats []SeatInfo, r Rand) (setup json.RawMessage)
}

// Chancer is for games with moves of chance, such as a shuffle or a roll of dice.
type Chancer[S any] interface {
	// Chance draws the move of chance that the game waits for, while Turn is seat 0. Legal lists
	// nothing then, since there may be too many such moves.
	Chance(s *S, r Rand) Move
}

// Pacer is for games that are played in real time. Others are played turn by turn, without a clock.
type Pacer[S any] interface {
	Pace(s *S) Pace
}

// Hider is for games in which something is hidden from some seat or spectator.
type Hider[S any] interface {
	// Mask returns setup without what is hidden at s, for the record of a running game (record.md).
	// Once the game is over, it returns setup unchanged.
	Mask(s *S, setup json.RawMessage) json.RawMessage

	// Imagine deals anew, in place, what seat cannot know: hidden cards, and what chance has yet to
	// decide. Every View of seat stays the same. The outcome depends on r and on what seat has
	// seen, never on what was hidden: sort hidden cards before you shuffle them.
	Imagine(s *S, seat Seat, r Rand)
}

// MoveMasker is for games in which the text of a move tells something hidden.
type MoveMasker interface {
	// MaskMove returns the text of a move in a running game's record, without anything hidden.
	MaskMove(m Move, text string) string
}

// Sounder is for games in which a turn can get stuck, so that it cannot end without an undo. In
// others every legal move is sound.
type Sounder[S any] interface {
	// Sound appends the legal moves of seat after which its turn can surely end without an undo,
	// each once, in a fixed order. There is at least one as long as all moves before were sound.
	// Random players play them. If it appends nothing, all legal moves count as sound.
	Sound(s *S, seat Seat, dst []Move) []Move
}

// Undoer is for games in which a step may be undone after others have moved.
type Undoer[S any] interface {
	// Unaffected reports whether a and b differ only in what concerns seat: the other seats hold
	// the same, and the same has been revealed. A step may be undone after others have moved only
	// if the position without it is unaffected. The relation is reflexive and symmetric, without
	// this ability equality.
	Unaffected(a, b *S, seat Seat) bool
}

// Teller is for games that say more about moves and positions than the moves' text. What is said to
// a seat depends only on what the seat may know.
type Teller[S any] interface {
	// Describe returns what a legal move of a seat or of chance would do, for menus and for the
	// line that announces it. All read its facts once the move is played.
	Describe(s *S, m Move) Description

	// Need returns what a seat in turn has to do now, with counts: "2 of 4 to 5 pieces placed".
	// Only that seat reads it. The zero Note stands for nothing to say.
	Need(s *S, seat Seat) Note

	// Scene returns what everybody should know about a running game beside the boards, such as the
	// round and its effect.
	Scene(s *S) []Note
}

// Tallier is for games in which points depend on who has the most of something.
type Tallier[S any] interface {
	// Tally returns what the seats hold of the things that points depend on. All read it.
	Tally(s *S) Tally
}

// Recorder is for games of which servers keep records besides the points.
type Recorder[S any] interface {
	// Records returns, at the end of a game, the best that a seat which has not resigned has
	// reached. Values are ints: higher is better, 0 is nothing. The names are keys under "record"
	// in the game's part of the catalogs, where Value is the placeholder.
	Records(s *S) Score
}

// Aimer is for games with verbs that have a cursor (VerbInfo.Axes).
type Aimer[S any] interface {
	// Aim moves a well-formed move, legal or not, by one step along an axis of its verb: ahead if
	// by is 1, back if by is -1. What follows from the step changes with it, such as the level that
	// a piece would rest on. Where there is nothing in that direction, it returns m and false.
	Aim(s *S, m Move, a Axis, by int) (Move, bool)
}

// Thinker is for games whose computer players know what is good. For others, the scores stand for
// what a position is worth, and moves are drawn evenly.
type Thinker[S any] interface {
	// Tuning returns how computers think, the same each time.
	Tuning() Tuning

	// Draw returns one sound move of a seat in turn by chance, sensible moves likelier. It is fast,
	// since computer players call it most: it neither lists all moves nor allocates. The zero Move
	// stands for a move of Sound drawn evenly, if there is one, else for one of Legal.
	Draw(s *S, seat Seat, r Rand) Move

	// Worth puts what the position is worth to each seat into worth, in hundredths of a point, at
	// the index of the seat; the others stay 0. It counts what each seat will probably still get.
	// A winner of a game that is over gets WinWorth on top (AddWins). It does not allocate, and
	// uses integers only, so that computer players choose the same on every processor.
	Worth(s *S, worth *[MaxSeats + 1]int32)
}

// Appraiser is for Thinkers that can value a move in less time than a copy of the position takes.
type Appraiser[S any] interface {
	// WorthAfter does what Worth would do after m, a legal move of a seat, without playing it. It
	// returns false for moves that have to be played to tell, and worth may hold anything then.
	WorthAfter(s *S, m Move, worth *[MaxSeats + 1]int32) bool
}

// Explainer is for Thinkers that can say what a position is worth for.
type Explainer[S any] interface {
	// Terms returns what Worth counts for a seat beyond its points, part by part, while the game
	// runs. It leaves out what no player would call a reason. Values are ints, and the names are
	// keys under "term" in the game's part of the catalogs, where Name is the player of another
	// seat. What a seat has that resigned never changes.
	Terms(s *S, seat Seat) Score
}

// Foreseer is for games in which a seat can plan its next turn while others act.
type Foreseer[S any] interface {
	// Foresee changes s in place as if the seats before seat had ended their turns without acting,
	// so that seat is in turn. Nothing new is revealed, dealt or gained. It returns false where
	// seat cannot plan, and s may be anything then. Others are in turn, and Imagine has run.
	Foresee(s *S, seat Seat) bool
}

// abilities are rules with all abilities, their own or those that plain gives them.
type abilities[S comparable] struct {
	Rules[S]
	Dealer
	Chancer[S]
	Pacer[S]
	Hider[S]
	MoveMasker
	Sounder[S]
	Undoer[S]
	Teller[S]
	Tallier[S]
	Recorder[S]
	Aimer[S]
	Thinker[S]
	Appraiser[S]
	Explainer[S]
	Foreseer[S]
}

func abilitiesOf[S comparable](rules Rules[S]) abilities[S] {
	p := plain[S]{rules}
	all := abilities[S]{rules, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p}
	own := reflect.ValueOf(rules)
	for m := range own.Type().Methods() {
		if _, found := reflect.TypeFor[abilities[S]]().MethodByName(m.Name); !found {
			panic(fmt.Sprintf("%v: method %s belongs to no ability of package engine", own.Type(), m.Name))
		}
	}
	for field, ability := range reflect.ValueOf(&all).Elem().Fields() {
		if own.Type().Implements(field.Type) {
			ability.Set(own)
			continue
		}
		for m := range field.Type.Methods() {
			if _, found := own.Type().MethodByName(m.Name); found {
				panic(fmt.Sprintf("%v: it has a method %s, but not all of an engine.%s: %s",
					own.Type(), m.Name, field.Name, signatures(field.Type)))
			}
		}
	}
	return all
}

// signatures returns the methods of an interface: "Mask func(...) ..., Imagine func(...)".
func signatures(t reflect.Type) string {
	var all []string
	for m := range t.Methods() {
		all = append(all, m.Name+" "+m.Type.String())
	}
	return strings.Join(all, ", ")
}

// plain is a game without abilities.
type plain[S comparable] struct{ rules Rules[S] }

func (plain[S]) Deal(Options, []SeatInfo, Rand) json.RawMessage   { return json.RawMessage(`{}`) }
func (plain[S]) Chance(*S, Rand) Move                             { return Move{} }
func (plain[S]) Pace(*S) Pace                                     { return Pace{} }
func (plain[S]) Mask(_ *S, setup json.RawMessage) json.RawMessage { return setup }
func (plain[S]) Imagine(*S, Seat, Rand)                           {}
func (plain[S]) MaskMove(_ Move, text string) string              { return text }
func (plain[S]) Sound(_ *S, _ Seat, dst []Move) []Move            { return dst }
func (plain[S]) Unaffected(a, b *S, _ Seat) bool                  { return *a == *b }
func (plain[S]) Describe(*S, Move) Description                    { return Description{} }
func (plain[S]) Need(*S, Seat) Note                               { return Note{} }
func (plain[S]) Scene(*S) []Note                                  { return nil }
func (plain[S]) Tally(*S) Tally                                   { return Tally{} }
func (plain[S]) Records(*S) Score                                 { return nil }
func (plain[S]) Aim(_ *S, m Move, _ Axis, _ int) (Move, bool)     { return m, false }
func (plain[S]) Tuning() Tuning                                   { return Tuning{} }
func (plain[S]) Draw(*S, Seat, Rand) Move                         { return Move{} }
func (plain[S]) WorthAfter(*S, Move, *[MaxSeats + 1]int32) bool   { return false }
func (plain[S]) Terms(*S, Seat) Score                             { return nil }
func (plain[S]) Foresee(*S, Seat) bool                            { return false }

// Worth takes the scores for the worth.
func (p plain[S]) Worth(s *S, worth *[MaxSeats + 1]int32) {
	for i, score := range p.rules.Scores(s) {
		worth[i+1] = 100 * int32(score.Total())
	}
	if p.rules.Turn(s) == 0 {
		AddWins(worth, p.rules.Ending(s).Winners)
	}
}

// Tuning is how computer players think about a game. The zero value stands for the usual.
type Tuning struct {
	// Tries are the numbers of whole turns that computers of levels 3, 4 and 5 try for one
	// decision. All 0 stands for the usual numbers.
	Tries [3]int
	// Slips are in how many of a hundred steps computers of levels 1 and 2 take any sensible move;
	// their other steps look good at first. Both 0: level 1 takes any, level 2 the best by rank. So
	// it is in live games, too.
	Slips [2]int
	// Ahead is what computers of level 5 look at beyond their turn.
	Ahead Ahead
	// Swing is the lead, in hundredths of a point, that makes a victory e times (2.7 times) as
	// likely: at the beginning of a game, and at its end. Reviews use it. Both 0 stand for the
	// usual numbers. LiveSwing is the same for live games, Swing's where both are 0.
	Swing, LiveSwing [2]int
	// Tempo is what turns to come are worth, in hundredths of a point, so that chances to win do
	// not favour the seat that has just moved: to all seats but the one before the first in turn,
	// and to the seats that have still to act in the round.
	Tempo [2]int
	// Slip is what a bad turn gives away, in hundredths of a point: a worse one costs no more
	// accuracy in a review. LiveSlip is the same for a move of a live game, Slip where it is 0.
	Slip, LiveSlip int
}

type Ahead uint8

const (
	// AtNothing is for games in which a closer look helps less than more turns tried.
	AtNothing Ahead = iota
	// AtNextTurn chooses among the best turns by what the seat can make of the next one. It helps
	// where a seat builds mostly for itself.
	AtNextTurn
	// AtAnswers chooses among them by what the others leave of it in their turns. It helps where
	// they can take points away.
	AtAnswers
)
