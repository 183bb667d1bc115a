package engine

// ArgSlots is the number of slots that a move has for its arguments.
const ArgSlots = 6

// Move is one step of a game: which seat does what with what. Its text form (Game.AppendMove,
// Game.ParseMove) reads back as the same move.
type Move struct {
	// Seat is the seat that acts, Chance for chance and the clock.
	Seat Seat
	Verb Verb
	// Args are the arguments in the order of VerbInfo.Args. Each fills as many slots as its Kind is
	// wide, with zeros if it is left out. The slots behind the last argument are zero.
	Args [ArgSlots]uint32
}

// Verb numbers a game's verbs: Verb n is Info.Verbs[n-1]. Zero is invalid.
type Verb uint8

// The verbs that every game has (record.md, "Every game"). Legal does not list them: tables decide
// when to offer them.
const (
	// Resign is `2 resign`: the seat leaves the game. With `last=1` no person is left, so the game
	// ends as it stands; computers do not play on among themselves.
	Resign Verb = 254
	// Skip is `0 skip 2`: seat Args[0] ran out of time and its turn ends.
	Skip Verb = 255
)

func ResignMove(seat Seat) Move { return Move{Seat: seat, Verb: Resign} }

// LastResignMove returns the move by which the last person leaves.
func LastResignMove(seat Seat) Move { return Move{Seat: seat, Verb: Resign, Args: [ArgSlots]uint32{1}} }

// SkipMove returns the move by which a deadline ends seat's turn.
func SkipMove(seat Seat) Move {
	return Move{Seat: Chance, Verb: Skip, Args: [ArgSlots]uint32{uint32(seat)}}
}

// Icon numbers a game's icons, the small pictures on buttons and in menus: Icon n is
// Info.Icons[n-1]. Zero is none.
type Icon uint8

type VerbInfo struct {
	// Name is the word in the notation and, without a Group, the subcommand: lower case letters.
	Name string
	// Group is the slash subcommand of verbs that players see as one ("decorate"); "" for none.
	Group string
	// Section is the slash subcommand group of the subcommand ("noble"); "" for none.
	Section string
	// Args are the arguments as written, positional ones first, together at most ArgSlots wide.
	Args []Arg
	// View is the picture that shows what the verb chooses from, one of Info.Views.
	View string
	// Axes are the directions in which a cursor moves over the verb's moves; none without a cursor.
	Axes []Axis
	// AimView is the picture that the cursor is shown on, one of Info.Views; "" without Axes.
	AimView string
	// Final marks a verb that cannot be undone: it reveals something, or ends the turn.
	Final bool
	// Reveals marks a verb that may show something hidden, apart from what Mask covers.
	Reveals bool
	// Ends marks a verb that ends its seat's turn. The other players then read about the turn.
	Ends bool
	// SetUp marks a verb of the set-up, which chance may play for the seats; see SetUpOption.
	SetUp bool
	// InTurns marks a verb that live games do not have.
	InTurns bool
	// TakesBack marks a verb that takes back what its seat has placed.
	TakesBack bool
	// AtLeast names numeric facts of Describe of which a planned step may bring more than planned.
	AtLeast []string
	// Harms marks a verb that takes something from another seat.
	Harms bool
	// Chance marks a verb of seat 0.
	Chance bool
	// Icon is the icon of the verb's moves unless Describe gives another; 0 for none.
	Icon Icon
}

// Subcommand returns the slash subcommand by which the verb is played.
func (v *VerbInfo) Subcommand() string {
	if v.Group != "" {
		return v.Group
	}
	return v.Name
}

type Arg struct {
	// Name is the argument's name in slash commands and catalogs: lower case letters.
	Name string
	// Key, unless "", makes the argument optional and written `key=value`.
	Key  string
	Kind Kind
	// Implied says that a slash command may leave the argument out if the others determine it.
	Implied bool
	// Place says that the argument tells where a piece goes, or a cursor keeps it. Of moves that
	// differ in others only, short menus offer the best.
	Place bool
	// Any says that commands may leave the argument out; the first legal move that fits is taken.
	Any bool
	// IconOf marks an argument of several things, with commas between. It returns a thing's icon.
	IconOf func(thing string) Icon
	// Words are the parts of the game's catalog with words for the values: one for whole values, or
	// one for each letter of a value.
	Words []string
}
