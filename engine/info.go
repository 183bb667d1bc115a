package engine

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

type Info struct {
	// ID names the game in records, catalogs and the store: lower case letters ("gardens").
	ID string
	// Command is the slash command with the verbs as subcommands: lower case letters ("garden").
	Command string
	// MinSeats and MaxSeats bound the number of players, from 1 to this package's MaxSeats.
	MinSeats, MaxSeats int
	// Verbs lists the verbs in a fixed order, at most 253: the [Verb] n is Verbs[n-1]. Write it
	// with the game's constants as keys, so that the order cannot differ from theirs:
	//
	//	Verbs: []engine.VerbInfo{verbDraw: {Name: "draw"}, verbEnd: {Name: "end"}}[1:]
	Verbs   []VerbInfo
	Options []OptionInfo
	// SeatAttrs are the further fields of a seat in a record, at most one so far. No two seats of a
	// table have the same value of it ("flower": J R I M).
	SeatAttrs []SeatAttr
	// Refusals lists every RuleError code of the game, about in the order of the checks: of
	// two refusals of nearly the same move, the later one came closer to being legal.
	// RefusedUnfinished may be missing.
	Refusals []string
	// SkipRule is the rule that says who can be skipped ("B-10"), cited by its refusal, or "".
	SkipRule string
	// Topics are the pages of the game's help, in teaching order: the game in short, its signs, a
	// turn, how to play here, scoring, an example, details, and last the rulings by number ("G-6").
	Topics []string
	// Sections maps rules that refusals cite by other words than a topic ("B 2") to their topics.
	Sections map[string]string
	// Views names the game's pictures: lower case letters, at least one. The first is TableView's.
	Views []string
	// Board is the view of Views that shows one seat's things best; "" for the first.
	Board string
	// Steps are the buttons of cursors by row, at most five in each. A verb has the steps of its
	// Axes.
	Steps [][]Step
	// Places matches the notation of places that are told in words, nil for none. Its named groups
	// are the arguments of the text "place" in the game's catalogs.
	Places *regexp.Regexp
	// Icons names the small pictures on the game's buttons and in its menus, each used by one game:
	// lower case letters and underscores, at most MaxIconName. See render.Gallery.
	Icons []string
	// Plans says that a planned turn mostly still fits when it comes, so the program may play it.
	Plans bool
	// RulesVersion counts from 1. It changes if a finished game could replay or score differently.
	RulesVersion int
}

// MaxIconName is the maximum length of an icon's name. With a prefix and a hash it still fits
// Discord's limit for the name of an emoji, 32.
const MaxIconName = 18

// IconName returns the name of an icon, "" for none or one that the game does not have.
func (in *Info) IconName(icon Icon) string {
	if icon == 0 || int(icon) > len(in.Icons) {
		return ""
	}
	return in.Icons[icon-1]
}

// TableView returns the view for announcements, which shows what happened.
func (in *Info) TableView() string { return in.Views[0] }

// BoardView returns the view that a picture of one seat's things has unless another is asked for.
func (in *Info) BoardView() string { return cmp.Or(in.Board, in.Views[0]) }

// Page returns the topic about a rule that a refusal cites, "" if there is none.
func (in *Info) Page(rule string) string {
	if slices.Contains(in.Topics, rule) {
		return rule
	}
	return in.Sections[rule]
}

// Verb returns the verb with a name, 0 if there is none. A game's own `skip` hides the common one;
// see verbOf.
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

// verbOf returns the verb that a seat means by a name. `skip` by seat 0 is the verb that every game
// has; `1 skip own` can only be the game's.
func (in *Info) verbOf(seat Seat, name string) Verb {
	if seat == Chance && name == skipInfo.Name {
		return Skip
	}
	return in.Verb(name)
}

// VerbInfo returns the description of v, nil if the game has no such verb. Do not change it.
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

// Rulings returns the topics about a game's rulings: "G-1" to "G-16" for the prefix "G-" and 16.
func Rulings(prefix string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = prefix + strconv.Itoa(i+1)
	}
	return all
}

// checkOpening returns what is wrong with a table's options and number of seats, nil if nothing is.
func (in *Info) checkOpening(opts Options, seats int) error {
	if seats < in.MinSeats || seats > in.MaxSeats {
		return fmt.Errorf("seats: %d, %s is for %d to %d", seats, in.ID, in.MinSeats, in.MaxSeats)
	}
	return in.CheckOptions(opts)
}

var (
	resignInfo = VerbInfo{Name: "resign", Final: true, Ends: true,
		Args: []Arg{{Name: "last", Key: "last", Kind: Number("", 1, 1)}}}
	skipInfo = VerbInfo{Name: "skip", Final: true, Ends: true, Chance: true,
		Args: []Arg{{Name: "seat", Kind: Number("", 1, MaxSeats)}}}
)

type SeatAttr struct {
	Name string
	// Values lists every value, at least as many as the game has seats.
	Values []string
}

// SeatInfo is what a game knows of the player on a seat.
type SeatInfo struct {
	Name string
	// Attr is the value of the game's SeatAttr. If it is "", Deal chooses one.
	Attr string
	// Computer is the level of a computer player, from 1 to ComputerLevels, or 0 for a person. The
	// rules do not depend on it.
	Computer int
	// Played has the stints of a seat that changed hands, in order, for the record. It is nil for a
	// seat of one player. The rules do not depend on it.
	Played []Stint
}

// ComputerLevels is the highest level of a computer player.
const ComputerLevels = 5

// Axis is a direction in which a cursor changes a move before it is made. Each game has its own.
type Axis uint8

// Step is a button of a cursor.
type Step struct {
	// Name is the key of the label under "cursor" in the catalogs: lower case letters.
	Name string
	// Axis is the axis of the step, and By its direction: 1 or -1.
	Axis Axis
	By   int
}

// Reversible reports whether cursors have buttons for both directions of an axis. Such an axis
// leads from place to place, others go round.
func (in *Info) Reversible(a Axis) bool {
	directions := 0
	for _, row := range in.Steps {
		for _, step := range row {
			if step.Axis == a {
				directions++
			}
		}
	}
	return directions == 2
}
