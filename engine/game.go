package engine

import "encoding/json"

// Rand is a source of chance; *math/rand/v2.Rand is one.
type Rand interface {
	// IntN returns a number from 0 to n-1; n is at least 1.
	IntN(n int) int
}

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

// Note is something that players should read about a position, without words. The zero Note is
// none.
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
	// Since is the number of moves before the present round began, 0 for the first. Menus that were
	// shown before it are outdated.
	Since int
	// Clock is the number of seconds from the beginning of the round until TimeUp is played, 0 for
	// no clock.
	Clock int
	// TimeUp is the move of chance by which the clock ends the round; the zero Move without a
	// clock.
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
// positions. Embed [Plain] for the methods that need not be written.
//
// Seats are numbered from 1 to the number of seats. [Define] calls Start, Apply and Unaffected only
// as their comments say; each position that the other methods get comes from Start and Apply.
type Rules[S comparable] interface {
	// Info returns the game's description, the same each time. Callers do not change it.
	Info() *Info

	// Deal makes a setup by chance, a JSON object in the form of record.md. Where the game has a
	// SeatAttr, it fills in every Attr that is "". The number of seats and opts are valid.
	Deal(opts Options, seats []SeatInfo, r Rand) (setup json.RawMessage)

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

	// Sound appends the legal moves of seat after which its turn can surely end without an undo,
	// each once, in a fixed order. There is at least one as long as all moves before were sound.
	// Random players play them. If it appends nothing, all legal moves count as sound.
	Sound(s *S, seat Seat, dst []Move) []Move

	// Turn returns the seats that may act, empty once the game is over. While a move of chance is
	// due it is seat 0 alone. Each other seat in it has a legal move.
	Turn(s *S) SeatSet

	// Pace returns how the game is played at s. The zero value is turn by turn, without a clock.
	Pace(s *S) Pace

	// Chance draws the move of chance that is due, for example a shuffle. It is called only while
	// Turn is seat 0. Legal lists nothing then, since there may be too many such moves.
	Chance(s *S, r Rand) Move

	// View returns what seat may see; seat 0 is a spectator.
	View(s *S, seat Seat) View

	// Result returns the result of a game that is over; ok is false before.
	Result(s *S) (r Result, ok bool)

	// Scores returns each seat's score as if the game ended now, seat 1's first.
	Scores(s *S) []Score

	// Mask returns setup without anything that is hidden from some seat or spectator at s: the
	// setup of a running game's record (record.md). Once the game is over, it returns setup as it
	// is.
	Mask(s *S, setup json.RawMessage) json.RawMessage

	// MaskMove returns the text of a move in a running game's record, without anything hidden. Most
	// games return text as it is.
	MaskMove(m Move, text string) string

	// Describe returns what a legal move of a seat or of chance would do, for menus and for the
	// line that announces it.
	Describe(s *S, m Move) Description

	// Need returns what a seat in turn has to do now, with counts: "2 of 4 to 5 pieces placed".
	// Only that seat reads it. The zero Note stands for nothing to say.
	Need(s *S, seat Seat) Note

	// Scene returns what everybody should know about a running game beside the boards, such as the
	// round and its effect. It reveals nothing hidden.
	Scene(s *S) []Note

	// Tally returns what points depend on as far as it is a matter of who has the most.
	Tally(s *S) Tally

	// Records returns what servers keep records of besides the points, at the end of a game: the
	// best that a seat which has not resigned has reached. Higher is better, and 0 is nothing.
	// Values are ints. The names are keys under "record" in the game's part of the catalogs, where
	// Value is the placeholder.
	Records(s *S) Score

	// Aim moves a well-formed move, legal or not, by one step along an axis of its verb: ahead if
	// by is 1, back if by is -1. What follows from the step changes with it, such as the level that
	// a piece would rest on. Where there is nothing in that direction, it returns m and false.
	Aim(s *S, m Move, a Axis, by int) (Move, bool)

	// Unaffected reports whether a and b differ only in what concerns seat: the other seats hold
	// the same, and the same has been revealed. A step may be undone after others have moved only
	// if the position without it is unaffected in this sense. The relation is reflexive and
	// symmetric.
	Unaffected(a, b *S, seat Seat) bool

	// Imagine deals anew, in place, what seat cannot know: hidden cards, and what chance has yet to
	// decide. Every View of seat stays the same. The outcome depends on r and on what seat has
	// seen, never on what was hidden. So a game that shuffles hidden cards sorts them first. A seat
	// may remember what it once saw, even if its View no longer shows it.
	Imagine(s *S, seat Seat, r Rand)

	// Draw returns one sound move of a seat in turn by chance, sensible moves likelier. It is fast,
	// since computer players call it most: it neither lists all moves nor allocates. The zero Move
	// stands for a move of Sound drawn evenly, if there is one, else for one of Legal.
	Draw(s *S, seat Seat, r Rand) Move

	// Worth puts what the position is worth to each seat into worth, in hundredths of a point, at
	// the index of the seat. The others hold 0 and stay 0. It looks beyond the score of the moment,
	// at what each seat will probably still get. A winner of a game that is over gets WinWorth on
	// top. It does not allocate, and calculates with integers only, so that computer players choose
	// the same on every processor.
	//
	// If it returns false, the seats' scores stand for the worth.
	Worth(s *S, worth *[MaxSeats + 1]int32) bool

	// WorthAfter does what Worth would do after m, a legal move of a seat, without playing it. It
	// is for games that can tell in less time than a copy of the position takes. It returns false
	// for moves that have to be played to tell, and worth may hold anything then.
	WorthAfter(s *S, m Move, worth *[MaxSeats + 1]int32) bool
}

// Game is a game with the type of its position hidden. Tables, records and the bot work with it.
// Define makes one. It is safe for concurrent use.
type Game interface {
	Info() *Info

	// Deal makes a setup; see Rules.
	Deal(opts Options, seats []SeatInfo, r Rand) json.RawMessage

	// Start returns the first position. It fails for options, seats and setups that the game does
	// not have.
	Start(opts Options, seats []SeatInfo, setup json.RawMessage) (State, error)

	// Replay plays moves from the start. It stops at the first refused one and returns that move's
	// index with the refusal, a *RuleError. The error is another, with n 0, if the game cannot
	// start.
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

// State is a position of a game: an immutable value, safe to share. See Rules for what its methods
// return.
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
	Records() Score
	Aim(m Move, a Axis, by int) (Move, bool)
	Unaffected(other State, seat Seat) bool
	// Equal reports whether other is the same position of the same game.
	Equal(other State) bool
	// Mind returns a scratch copy to think about.
	Mind() Mind
}
