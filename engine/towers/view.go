package towers

import "amytis/engine"

// View is what a seat may see, which is everything: nothing is hidden in this
// game. It is the only input of pictures and alt text.
type View struct {
	// Seat is who asks, 0 a spectator.
	Seat engine.Seat
	// Stage is what the game is waiting for.
	Stage Stage
	// Turn is the set of seats that may act.
	Turn engine.SeatSet
	// Quick tells the two games apart; Expert is the option.
	Quick, Expert bool
	// Clock is the option, in seconds a round; 0 without, and in tactical.
	Clock int
	// Players by seat: Players[0] is seat 1.
	Players []PlayerView
	// Zones are the tables: one, with number 0, in tactical; in quick those of
	// the round in ascending order.
	Zones []ZoneView
	// Tactical only. Active is whose turn it is, also once the game is over;
	// Placed the pieces that the seat has placed in this turn; Connected
	// whether the building hangs together (T-3); Grown whether the turn has made
	// the area larger (T-6). MayEnd: the turn could end as it stands. Barred: a
	// noble was placed in this turn, so that there is no special move.
	Active                                       engine.Seat
	Placed                                       int
	FirstRound, Connected, Grown, MayEnd, Barred bool
	// Quick only. Round is the one being played, from 1; Rounds those that
	// are over.
	Round  int
	Rounds []RoundView
	// Winners is set once the game is over.
	Winners []engine.Seat
}

// Game is "towers".
func (*View) Game() string { return ID }

// Stage is what a position waits for.
type Stage uint8

// The stages.
const (
	// Placing: pieces are placed; in quick always, until the end.
	Placing Stage = iota + 1
	// Swapped: nobles were swapped; in expert a tower may be turned yet.
	Swapped
	// Turned: a tower was turned; the turn can only end.
	Turned
	// Over: the game is decided.
	Over
)

// PlayerView is a seat's pieces and points.
type PlayerView struct {
	Seat   engine.Seat
	Colour Colour
	// Towers, Bridges, Small and Large are what the seat may still place.
	Towers, Bridges, Small, Large int
	Resigned                      bool
	// Levels are the points as if the game ended now, by level: Levels[0] is
	// level 1, up to the highest level with a noble; Penalty, negative, is for
	// bridges left; Total their sum. Tactical only.
	Levels         []int
	Penalty, Total int
	// Quick only. Zones are the seat's two in ascending order, 0 where it has
	// none; Points what it has there as if the round ended now; Score the lower
	// one; Left its pieces left; Won the rounds it has won; SetAside its large
	// nobles set aside for that. Stuck: it builds no further in this round.
	Zones, Points              [2]int
	Score, Left, Won, SetAside int
	Stuck                      bool
}

// ZoneView is a table with what is built on it.
type ZoneView struct {
	// Number is from 1 in quick, 0 in tactical.
	Number int
	// Seats are the two who build there, in quick.
	Seats [2]engine.Seat
	// Towers and Bridges in the order they were placed.
	Towers  []TowerView
	Bridges []BridgeView
}

// TowerView is a tower with who stands on it.
type TowerView struct {
	At     Cell
	Facing Facing
	// Nobles by colour, the large one of a colour before its small ones.
	Nobles []NobleView
	// New: the tower, or a noble on it, was placed, swapped or turned in the
	// last turn that anything was done in; in quick: by the last move.
	New bool
}

// BridgeView is a bridge.
type BridgeView struct {
	Bridge
	// New as for towers.
	New bool
}

// NobleView is a noble on a tower.
type NobleView struct {
	Colour Colour
	Size   Size
}

// RoundView is a round that is over.
type RoundView struct {
	// Zones and Points, Score and Left by seat, as in PlayerView.
	Zones, Points [MaxSeats][2]int
	Score, Left   [MaxSeats]int
	// Winners of the round; TimeUp: the clock ended it.
	Winners []engine.Seat
	TimeUp  bool
}
