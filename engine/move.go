package engine

// ArgSlots is the room a move has for its arguments.
const ArgSlots = 6

// Move is one step of a game: who does what with what. It is a small comparable
// value; its text form (Game.AppendMove, Game.ParseMove) round-trips. What the
// numbers in Args mean is said by the verb's [Arg] list: arguments fill the
// slots in order, each as many as its [Kind] is wide; 0 stands for an argument
// left out.
type Move struct {
	Seat Seat
	Verb Verb
	Args [ArgSlots]uint32
}

// Verb numbers a verb of a game: its place in Info.Verbs, from 1. Zero is
// invalid.
type Verb uint8

// The verbs that every game has (record.md, "Every game"). They are not listed
// by Legal: a table offers them on its own terms.
const (
	// Resign is `2 resign`: the seat leaves the game.
	Resign Verb = 254
	// Skip is `0 skip 2`: the deadline ended seat Args[0]'s turn.
	Skip Verb = 255
)

// ResignMove is the move by which seat leaves the game.
func ResignMove(seat Seat) Move { return Move{Seat: seat, Verb: Resign} }

// SkipMove is the move by which a deadline ends seat's turn.
func SkipMove(seat Seat) Move {
	return Move{Seat: Chance, Verb: Skip, Args: [ArgSlots]uint32{uint32(seat)}}
}

// VerbInfo describes a verb.
type VerbInfo struct {
	// Name is the word in the notation and the slash subcommand: lower case
	// letters only.
	Name string
	// Group is the slash subcommand of verbs that players see as one
	// ("decorate"); "" for a subcommand of its own.
	Group string
	// Args are its arguments in the order they are written, positional ones
	// before keyed ones.
	Args []Arg
	// View is the picture that shows what the verb chooses from.
	View string
	// Axes are the ways in which a cursor chooses its arguments; none for verbs
	// that are chosen from lists. AimView is the picture that it is shown on.
	Axes    []Axis
	AimView string
	// Final marks what cannot be taken back: it reveals something, or ends the
	// turn.
	Final bool
	// Ends marks what ends its seat's turn: others are told of the turn then.
	Ends bool
	// Chance marks a verb of seat 0.
	Chance bool
}

// Arg is a typed argument of a verb.
type Arg struct {
	// Name names it in slash commands and catalogs.
	Name string
	// Key, if not empty, makes it optional and written `key=value`.
	Key string
	// Kind is its type.
	Kind Kind
	// Implied may be left out of a slash command where the rest tells it.
	Implied bool
	// Any may be left out too where the rest does not tell it, since it matters
	// little: the first that Legal lists is taken.
	Any bool
}

// Subcommand is the slash subcommand that the verb is played by.
func (v *VerbInfo) Subcommand() string {
	if v.Group != "" {
		return v.Group
	}
	return v.Name
}

// Kind is a type of argument: how its values are written. Implementations are
// values without state.
type Kind interface {
	// Width is the number of slots a value takes, 1 to ArgSlots.
	Width() int
	// Valid reports whether v, which is Width long, is a value of the kind.
	// All zero is none: an argument left out.
	Valid(v []uint32) bool
	// Append writes the value in v, a valid one.
	Append(dst []byte, v []uint32) []byte
	// Parse reads a value into v. It accepts exactly what Append writes.
	Parse(text string, v []uint32) bool
}

// Shorthand is a Kind whose values players may also write shorter than the
// notation does.
type Shorthand interface {
	// Expand lists all that a text, in lower case, may be short for, as the
	// notation writes it; itself, if that is a value. Where several of them are
	// legal, the first that Legal lists is meant.
	Expand(text string) []string
}
