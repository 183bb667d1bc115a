package engine

import "encoding/json"

// Info is what can be said of a game without playing it.
type Info struct {
	// ID names the game in records, commands and the store: "gardens".
	ID string
	// Command is the slash command its verbs hang under: "garden".
	Command string
	// MinSeats and MaxSeats bound the number of players.
	MinSeats, MaxSeats int
	// Verbs in a fixed order: a Verb is an index into it, from 1.
	Verbs []VerbInfo
	// Options that a table may be opened with.
	Options []OptionInfo
	// SeatAttrs are the further fields of a seat in a record, by name, with
	// the values each may take, no two seats alike ("flower": J R I M).
	SeatAttrs []SeatAttr
	// Refusals lists every RuleError code of the game, those that are checked
	// later after those checked before: of two refusals of nearly the same
	// move the one further down came closer to being legal.
	Refusals []string
	// Topics are the pages of its help, in reading order; rulings, the pages
	// that refusals cite by number ("G-6"), are the last of them.
	Topics []string
	// Views are the pictures there are of it, the default first.
	Views []string
	// RulesVersion changes whenever a finished game could replay differently.
	RulesVersion int
}

// Verb finds a verb by its name, 0 if there is none. A game's own `skip` comes
// before that of every game: see verbOf.
func (in *Info) Verb(name string) Verb {
	if name == resignInfo.Name {
		return Resign
	}
	for i := range in.Verbs {
		if in.Verbs[i].Name == name {
			return Verb(i + 1)
		}
	}
	if name == skipInfo.Name {
		return Skip
	}
	return 0
}

// verbOf finds the verb that a seat means by a name: `skip` by seat 0 is that of
// every game, `1 skip own` can only be the game's.
func (in *Info) verbOf(seat Seat, name string) Verb {
	if seat == Chance && name == skipInfo.Name {
		return Skip
	}
	return in.Verb(name)
}

// VerbInfo describes v; nil for a verb that the game does not have.
func (in *Info) VerbInfo(v Verb) *VerbInfo {
	switch {
	case v == Resign:
		return &resignInfo
	case v == Skip:
		return &skipInfo
	case v == 0 || int(v) > len(in.Verbs):
		return nil
	}
	return &in.Verbs[v-1]
}

var (
	resignInfo = VerbInfo{Name: "resign", Final: true, Ends: true}
	skipInfo   = VerbInfo{Name: "skip", Final: true, Ends: true, Chance: true,
		Args: []Arg{{Name: "seat", Kind: Number("", 1, MaxSeats)}}}
)

// SeatAttr is a further field of a seat in a record.
type SeatAttr struct {
	Name   string
	Values []string
}

// SeatInfo is who sits where: a name and the game's own fields.
type SeatInfo struct {
	Name string
	// Attr is the value of the game's SeatAttr (one at most a game so far);
	// "" lets Deal choose.
	Attr string
}

// Rand is a source of chance; *math/rand/v2.Rand is one.
type Rand interface {
	// IntN returns a number from 0 to n-1.
	IntN(n int) int
}

// Description is what a legal move would do, without words: catalogs hold, for
// every verb, the text of a menu's choice and of the line that announces it,
// with Facts and the move's own arguments (by Arg.Name) for placeholders.
type Description struct {
	// Rank orders menus: higher is better, as a good player's first glance
	// would have it. Ranks compare within one verb of one position.
	Rank int
	// Loss is what the move gives away that its seat may have wanted to keep, as
	// a key of the game's part of the catalogs under "loss": who presses a
	// button for it is asked once more. "" for nothing.
	Loss string
	// Facts by placeholder. A value that starts with '@' is the key of a word
	// in the game's part of the catalogs ("@flower.R") or several keys
	// ("@icon.S @icon.T"), one that starts with '#' lists seats ("#1,3"),
	// anything else is the same in every language.
	Facts map[string]string
}

// Pace is how a game is played at a position, in real time: engines know none,
// tables do.
type Pace struct {
	// Live: those in turn act all at once, each step is told as it is made, and
	// none is taken back.
	Live bool
	// Since is how many moves had been made when the present round began: what
	// was chosen before is not meant for it.
	Since int
	// Clock is how many seconds after that beginning TimeUp is to be played, a
	// move of chance by which the round ends; 0 for no clock.
	Clock  int
	TimeUp Move
}

// View is what one seat may see of a position: plain data, comparable with
// reflect.DeepEqual, a type of each game's own. Renderers, alt text, panels and
// computer players get nothing else.
type View interface {
	// Game is the game's ID.
	Game() string
}

// Rules describes a game once. S is its position: a value without pointers,
// copied by assignment and compared with ==. Methods may run concurrently on
// different positions and keep no state of their own.
type Rules[S comparable] interface {
	Info() *Info

	// Deal makes a setup by chance, in the record's form, and completes seats
	// with what is dealt to them.
	Deal(opts Options, seats []SeatInfo, r Rand) (setup json.RawMessage)

	// Start gives the first position. The error of a setup that is not one
	// says what is wrong and where.
	Start(opts Options, seats []SeatInfo, setup json.RawMessage) (S, error)

	// Apply plays m in place. It fails with a *RuleError, and s unchanged,
	// exactly for the moves that Legal does not list; Resign and Skip, which
	// Legal never lists, are judged too. Define hands it well-formed moves
	// only: a verb of the game, by a seat of its kind from 0 to MaxSeats, each
	// argument a value of its kind (0 only where it has a Key), nothing behind.
	//
	// Where a skip or a resignation must first take back what cannot stand,
	// Apply refuses it with the code RefusedUnfinished.
	Apply(s *S, m Move) error

	// Legal appends every legal move of seat to dst, each once, in a fixed
	// order. It does not allocate where dst has room.
	Legal(s *S, seat Seat, dst []Move) []Move

	// Sound appends those legal moves of seat after which its turn can surely
	// be finished without taking a step back, one at least as long as all moves
	// before were sound. Random players play them. In a game in which no legal
	// move leads to a dead end it is Legal.
	Sound(s *S, seat Seat, dst []Move) []Move

	// Turn is the set of seats that may act; empty once the game is over.
	// While a move of chance is awaited it is seat 0 alone.
	Turn(s *S) SeatSet

	// Pace tells how the game is played at s: the zero value is turn by turn,
	// without a clock.
	Pace(s *S) Pace

	// Chance draws the move of chance that is awaited: a shuffle, say. It is
	// asked only while Turn is seat 0, for which Legal lists nothing, since
	// there may be too many to list.
	Chance(s *S, r Rand) Move

	// View is what seat may see; seat 0 is a spectator.
	View(s *S, seat Seat) View

	// Result gives the result of a game that is over, ok false before.
	Result(s *S) (r Result, ok bool)

	// Scores are the seats' scores as if the game ended now.
	Scores(s *S) []Score

	// Mask rewrites a setup so that it holds nothing that somebody at s might
	// not know yet (record.md).
	Mask(s *S, setup json.RawMessage) json.RawMessage

	// MaskMove gives the text of a move of a running game with what must stay
	// hidden taken out; most games return text as it is.
	MaskMove(m Move, text string) string

	// Describe says what a legal move would do, for menus (best first) and for
	// the line that announces it.
	Describe(s *S, m Move) Description

	// Aim moves a well-formed move, legal or not, by one step along an axis of
	// its verb: ahead, or back where by is -1. What the rest implies, such as
	// the level that a piece would come to rest on, follows. It fails, and m is
	// unchanged, where there is nothing in that direction.
	Aim(s *S, m Move, a Axis, by int) (Move, bool)

	// Unaffected reports whether a and b differ only in what concerns seat:
	// what the others hold and what has been revealed is the same. It decides
	// whether a step may be undone after others have moved.
	Unaffected(a, b *S, seat Seat) bool
}

// RefusedUnfinished refuses a skip or a resignation in a turn that could not
// end as it stands: the seat's last move must be taken back first (T-15).
const RefusedUnfinished = "unfinished_turn"

// Game is a game with the type of its position erased: what tables, records and
// the bot work with. Define makes one.
type Game interface {
	Info() *Info

	Deal(opts Options, seats []SeatInfo, r Rand) json.RawMessage
	Start(opts Options, seats []SeatInfo, setup json.RawMessage) (State, error)

	// Replay plays moves from the start. It stops at the first refused one
	// and returns its index with the reason.
	Replay(opts Options, seats []SeatInfo, setup json.RawMessage, moves []Move) (s State, n int, err error)

	// Playout plays a random game to its end from a setup: at each step one
	// of the seats in turn plays one of its sound moves, all alike likely, or
	// chance its own. No clock runs.
	Playout(opts Options, seats []SeatInfo, setup json.RawMessage, r Rand) (moves []Move, s State, err error)

	// AppendMove writes m in the notation of record.md; ParseMove reads it.
	AppendMove(dst []byte, m Move) []byte
	ParseMove(line string) (Move, error)
}

// State is one position of a game: an immutable value, safe to share.
type State interface {
	// Apply returns the position after m; the receiver is unchanged.
	Apply(m Move) (State, error)
	Legal(seat Seat, dst []Move) []Move
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
	Aim(m Move, a Axis, by int) (Move, bool)
	Unaffected(other State, seat Seat) bool
	// Equal reports whether other is the same position of the same game.
	Equal(other State) bool
}
