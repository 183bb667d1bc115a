// Package engine is the contract between a board game and everything around it.
//
// A type that implements [Rules] describes a game once: its verbs with typed arguments, its legal
// moves, what a move does, what each seat may see, and the score. What else it can do are
// abilities, such as [Dealer] or [Thinker]. [Define] makes a [Game] of it. Notation, commands,
// autocomplete, random players and the test suite (engine/gametest) are derived from it. A small
// example is bot/play/games/tictactoe. Computer players think on a [Mind].
//
// The engine knows no clock, no network and no global randomness: shuffles are data (the setup),
// and callers pass the source of chance. For tables and words see engine/table and bot/text.
//
// Comments cite rules by ruling (G-6, T-10) or by section and file (gardens.md, not in this
// repository). Players read the rulings with /rules, from bot/text/catalog/*/*_rules.toml.
package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// Rand is a source of chance; *math/rand/v2.Rand is one.
type Rand interface {
	// IntN returns a number from 0 to n-1; n is at least 1.
	IntN(n int) int
}

// Shuffle puts s into a random order.
func Shuffle[T any](r Rand, s []T) {
	for i := len(s) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}

// RankMustGain is added to the rank of a move that only moves things: without any gain it ranks
// below the end of the turn (0).
const RankMustGain = -1

// RankClass is more than small things add up to in a rank. It separates moves that differ in what
// matters, such as the zone that counts.
const RankClass = 500

// RankVain is the rank of a move that costs something and does nothing. Menus leave it out.
const RankVain = math.MinInt

// Description says what a legal move would do, without words. For every verb, catalogs hold the
// text of a menu's choice and of the line that announces it. Their placeholders are the names of
// Facts and of the move's arguments (Arg.Name).
type Description struct {
	// Rank orders menus: higher is better, as a good player would guess at a glance. Ranks compare
	// within one verb at one position.
	Rank int
	// Loss is "" unless the move gives away something that its seat may have wanted to keep. Then
	// it is a key under "loss" in the game's part of the catalogs, and pressing a button for the
	// move asks for confirmation.
	Loss string
	// Facts are values by placeholder. A value that starts with '@' is the key of a word in the
	// game's part of the catalogs ("@flower.R"), or several keys ("@icon.S @icon.T"). One that
	// starts with '#' lists seats ("#1,3"). Any other is the same in every language.
	Facts map[string]string
	// Icon is a picture of what the move chooses; 0 stands for the icon of its verb.
	Icon Icon
}

// Note is something that players should read about a position. The zero Note is none.
type Note struct {
	// Key is a key under "note" in the game's part of the catalogs.
	Key string
	// Facts are the text's placeholders, as in Description.
	Facts map[string]string
}

// YesFact returns the value of a fact that a text only asks about: "yes" or "".
func YesFact(yes bool) string {
	if yes {
		return "yes"
	}
	return ""
}

// Pace says how a game is played in real time at a position. Engines know no time; tables do.
type Pace struct {
	// Live says that all seats in turn act at once. Each step is announced as it is made, and none
	// can be undone.
	Live bool
	// Since is the number of moves before the present round. Menus shown before it are outdated.
	Since int
	// Clock is the number of seconds from the beginning of the round until TimeUp, 0 for no clock.
	Clock int
	// TimeUp is the move of chance by which the clock ends the round, zero without a clock.
	TimeUp Move
}

// View is what one seat may see of a position: plain data, comparable with reflect.DeepEqual, of a
// type that the game defines. Renderers, alt texts, panels and computer players get nothing else.
type View interface {
	// Game returns the game's ID.
	Game() string
}

// Rules describes a game. S is its position: a value without pointers, slices and maps, copied by
// assignment and compared with ==. Methods keep no state and may run concurrently on different
// positions. What a game can do besides are its abilities: see abilities.go.
//
// Seats are numbered from 1 to the number of seats. [Define] calls Start, Apply and Unaffected only
// as their comments say; each position that the other methods get comes from Start and Apply.
type Rules[S comparable] interface {
	// Info returns the game's description, the same each time. Callers do not change it.
	Info() *Info

	// Start returns the first position. The number of seats and opts are valid; see ParseSetup for
	// setup. The error says what is wrong with a setup or an Attr, and where. It wraps ErrRunning
	// for a setup that Mask made, where that can be told.
	Start(opts Options, seats []SeatInfo, setup json.RawMessage) (S, error)

	// Apply plays m in place. It fails with a *RuleError, and s is unchanged, exactly for the moves
	// that Legal does not list. It also judges Resign and Skip, which Legal never lists, and moves
	// of chance.
	//
	// Apply gets well-formed moves only: a verb of the game, played by chance or by a seat as its
	// VerbInfo.Chance says; each argument a value of its kind, or zero where it has a Key; zero in
	// the slots behind them. The game is not over, the seat exists, and the seat of a Skip is in
	// turn: the refusals for these are made before (see Play). Apply refuses the rest: a move out
	// of turn (see RefuseTurn), and every move of a seat that has resigned (RefusedResigned).
	//
	// If the turn cannot end as it stands, so that moves must be undone before a skip or a
	// resignation, Apply refuses it with RefusedUnfinished.
	Apply(s *S, m Move) error

	// Legal appends every legal move of seat to dst, each once, in a fixed order. It appends
	// nothing for chance, or a seat that is not in turn or does not exist. It does not allocate
	// where dst has room.
	Legal(s *S, seat Seat, dst []Move) []Move

	// Turn returns the seats that may act, empty once the game is over. While a move of chance is
	// due it is seat 0 alone. Each other seat in it has a legal move.
	Turn(s *S) SeatSet

	// View returns what seat may see; seat 0 is a spectator.
	View(s *S, seat Seat) View

	// Ending returns how a game that is over has ended. It does not allocate.
	Ending(s *S) Ending

	// Scores returns each seat's score as if the game ended now, seat 1's first. All read it:
	// points that depend on something hidden are 0 until the end.
	Scores(s *S) []Score
}

// Possible reports for each verb whether a seat has a legal move with it.
func Possible[S comparable](rules Rules[S], s *S, seat Seat) (can [Resign]bool) {
	for _, m := range rules.Legal(s, seat, nil) {
		can[m.Verb] = true
	}
	return can
}

// Game is a game with the type of its position hidden. Tables, records and the bot work with it.
// Define makes one. It is safe for concurrent use.
type Game interface {
	Info() *Info
	Tuning() Tuning

	// Deal makes a setup; see Dealer.
	Deal(opts Options, seats []SeatInfo, r Rand) json.RawMessage

	// Start returns the first position. It fails for options, seats and setups that are invalid.
	Start(opts Options, seats []SeatInfo, setup json.RawMessage) (State, error)

	// Replay plays moves from the start. It stops at the first refused one and returns that move's
	// index with the refusal, a *RuleError. If the game cannot start, n is 0 and the error another.
	Replay(opts Options, seats []SeatInfo, setup json.RawMessage, moves []Move) (s State, n int, err error)

	// Playout plays a random game to its end: at each step a random seat in turn plays a random
	// sound move, or chance plays its move. No clock runs.
	Playout(opts Options, seats []SeatInfo, setup json.RawMessage, r Rand) (moves []Move, s State, err error)

	// AppendMove writes m in the notation of record.md, "?" for what the game does not have.
	AppendMove(dst []byte, m Move) []byte

	// ParseMove reads what AppendMove writes for a well-formed move. Its error is a *RuleError with
	// the code RefusedMalformed or RefusedVerb.
	ParseMove(line string) (Move, error)
}

// State is a position of a game: an immutable value, safe to share. See Rules and the abilities for
// what its methods return.
type State interface {
	// Apply returns the position after m; the receiver is unchanged. Its error is a *RuleError.
	Apply(m Move) (State, error)
	Legal(seat Seat, dst []Move) []Move
	// Sound appends the sound moves of seat, all its legal moves if the rules tell none.
	Sound(seat Seat, dst []Move) []Move
	Turn() SeatSet
	Pace() Pace
	Chance(r Rand) Move
	View(seat Seat) View
	Result() (Result, bool)
	Scores() []Score
	Mask(setup json.RawMessage) json.RawMessage
	MaskMove(m Move, text string) string
	Describe(m Move) Description
	Need(seat Seat) Note
	Scene() []Note
	Tally() Tally
	Terms(seat Seat) Score
	Records() Score
	Aim(m Move, a Axis, by int) (Move, bool)
	Unaffected(other State, seat Seat) bool
	// Equal reports whether other is the same position of the same game.
	Equal(other State) bool
	// Foresee returns the position in which a seat plans its next turn, as if it were in turn now.
	// Nothing there depends on what is hidden from the seat. ok is false where the seat cannot
	// plan: it is in turn, the game is over, live or waits for chance, or no turn of it comes.
	Foresee(seat Seat, r Rand) (s State, ok bool)
	// Mind returns a scratch copy to think about.
	Mind() Mind
}

// FormatSetup writes a setup of texts and numbers only, which cannot fail.
func FormatSetup(setup any) json.RawMessage {
	raw, err := json.Marshal(setup)
	if err != nil {
		panic(err)
	}
	return raw
}

// ParseSetup reads a setup into a struct. It fails for anything but one JSON object, and for
// unknown fields. A game without a setup passes struct{}.
func ParseSetup[T any](raw json.RawMessage) (T, error) {
	var setup T
	if !bytes.HasPrefix(bytes.TrimLeft(raw, " \t\r\n"), []byte("{")) {
		return setup, errors.New("setup: not a JSON object")
	}
	if err := decodeStrictly(raw, &setup); err != nil {
		return setup, fmt.Errorf("setup: %w", err)
	}
	return setup, nil
}

// decodeStrictly reads one JSON value without unknown fields, and nothing behind it.
func decodeStrictly(raw json.RawMessage, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows it")
	}
	return nil
}
