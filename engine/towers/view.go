package towers

import "amytis/engine"

// View is what a seat may see, which is everything. It is the only input of pictures and alt text.
type View struct {
	Seat  engine.Seat // the viewer's seat, 0 for a spectator
	Stage Stage
	Turn  engine.SeatSet // the set of seats that may act
	// Quick is set in the quick game. Expert is the option.
	Quick, Expert bool
	Clock         int          // the option in seconds, 0 without a clock and in tactical
	Players       []PlayerView // by seat: Players[0] is seat 1
	// Zones are the tables: in tactical one with number 0, in quick the round's in ascending order.
	Zones []ZoneView
	// The following are for tactical. Active is the seat whose turn it is, or was at the end, and
	// Placed its pieces in this turn. FirstRound says that this is the first round, Connected that
	// the building is connected (T-3), Grown that the turn has made the area larger (T-6), MayEnd
	// that the turn could end now, Barred that a noble was placed, so there is no special move.
	Active                                       engine.Seat
	Placed                                       int
	FirstRound, Connected, Grown, MayEnd, Barred bool
	// Round is the current round, from 1, and Rounds are the finished rounds, in quick.
	Round   int
	Rounds  []RoundView
	Winners []engine.Seat // set once the game is over
}

func (*View) Game() string { return ID }

type Stage uint8

const (
	Placing Stage = iota + 1 // waits for pieces, in quick until the end of the game
	Swapped                  // after a swap; in expert a tower may still be turned
	Turned                   // after a turn of a tower, the turn can only end
	Over
)

type PlayerView struct {
	Seat   engine.Seat
	Colour Colour
	// Towers, Bridges, Small and Large are the numbers of pieces that the seat may still place.
	Towers, Bridges, Small, Large int
	Resigned                      bool
	// Levels, Penalty and Total are for tactical: the points by level if the game ended now, from
	// level 1 to the highest with a noble, minus the bridges left, and the sum.
	Levels         []int
	Penalty, Total int
	// The following are for quick. Zones are the seat's zones in ascending order, 0 without, Points
	// its points there if the round ended now, and Score the lower of them. Left is the number of
	// pieces left, Won of rounds won, and SetAside of large nobles set aside for them. Stuck says
	// that the seat is stuck in this round.
	Zones, Points              [2]int
	Score, Left, Won, SetAside int
	Stuck                      bool
}

// ZoneView is a table with its pieces.
type ZoneView struct {
	// Number counts from 1 in quick and is 0 in tactical.
	Number int
	Seats  [2]engine.Seat // the two seats that build there, in quick
	// Towers and Bridges are in the order they were placed.
	Towers  []TowerView
	Bridges []BridgeView
}

type TowerView struct {
	At     Cell
	Facing Facing
	Nobles []NobleView // by colour, the large one of a colour before its small ones
	// New says that the last move in quick, or else turn with a step, changed tower or nobles.
	New bool
}

type BridgeView struct {
	Bridge
	After int // the number of the table's towers that were placed before the bridge
	// New is as for TowerView.
	New bool
}

type NobleView struct {
	Colour Colour
	Size   Size
}

type RoundView struct {
	// Zones, Points, Score and Left are by seat, as in PlayerView.
	Zones, Points [MaxSeats][2]int
	Score, Left   [MaxSeats]int
	// Winners are the round's winners. TimeUp says that the clock ended the round.
	Winners []engine.Seat
	TimeUp  bool
}

func (Rules) View(p *Position, seat engine.Seat) engine.View {
	v := &View{
		Seat:    seat,
		Stage:   p.stage,
		Turn:    Rules{}.Turn(p),
		Quick:   p.quick,
		Expert:  p.expert,
		Clock:   int(p.clock),
		Players: make([]PlayerView, p.seats),
		Winners: p.winners.Slice(),
	}
	for i := range v.Players {
		v.Players[i] = p.players[i].view(engine.Seat(i + 1))
		v.Players[i].Resigned = p.resigned.Has(engine.Seat(i + 1))
	}
	if p.quick {
		showQuick(p, v)
	} else {
		showTactical(p, v)
	}
	return v
}

func (pl *player) view(seat engine.Seat) PlayerView {
	return PlayerView{
		Seat:    seat,
		Colour:  colourOf(seat),
		Towers:  int(pl.towers),
		Bridges: int(pl.bridges),
		Small:   int(pl.small),
		Large:   int(pl.large),
	}
}

func showTactical(p *Position, v *View) {
	v.Active = p.turn.active
	v.Placed = int(p.turn.placed)
	v.FirstRound = p.turn.first
	v.Connected = p.connected()
	v.Grown = p.turn.grown
	v.MayEnd = p.stage != Over && checkEnd(p) == allowed
	v.Barred = p.turn.barred
	v.Zones = []ZoneView{p.zone(0)}
	levels := p.scored()
	for i := range v.Players {
		pl := &v.Players[i]
		pl.Levels = levels.pointsOf(pl.Seat)
		pl.Penalty = -pl.Bridges
		pl.Total = totalOf(p, &levels, pl.Seat)
	}
}

func showQuick(p *Position, v *View) {
	v.Round = int(p.nRounds)
	if p.stage != Over {
		v.Round++
	}
	for i := range p.rounds[:p.nRounds] {
		v.Rounds = append(v.Rounds, newRoundView(p, &p.rounds[i]))
	}
	for _, seat := range p.round.in.Slice() {
		zone := p.zone(uint8(seat))
		zone.Seats = [2]engine.Seat{seat, nextSeat(seat, p.round.in)}
		v.Zones = append(v.Zones, zone)
	}
	now := p.scoreRound()
	shown := newRoundView(p, &now)
	for i := range v.Players {
		pl := &v.Players[i]
		pl.Zones, pl.Points = shown.Zones[i], shown.Points[i]
		pl.Score = shown.Score[i]
		pl.Left = shown.Left[i]
		pl.Won, pl.SetAside = int(p.players[i].won), int(p.players[i].aside)
		pl.Stuck = p.round.stuck.Has(pl.Seat)
	}
}

func newRoundView(p *Position, r *roundScore) RoundView {
	v := RoundView{Winners: r.winners.Slice(), TimeUp: r.timeUp}
	for i := range p.seats {
		seat := i + 1
		zones := zonesOf(seat, r.in)
		points := r.points[i]
		v.Zones[i] = [2]int{int(zones[0]), int(zones[1])}
		v.Points[i] = [2]int{int(points[0]), int(points[1])}
		v.Score[i] = int(r.score(seat))
		v.Left[i] = int(r.left[i])
	}
	return v
}

func (p *pieces) zone(number uint8) ZoneView {
	v := ZoneView{Number: int(number)}
	towers, bridges := p.in(number)
	for _, i := range towers {
		t := &p.towers[i]
		v.Towers = append(v.Towers, TowerView{At: t.at, Facing: t.facing, Nobles: t.nobles.list(), New: p.fresh.has(i)})
	}
	for _, i := range bridges {
		b := &p.bridges[i]
		isNew := p.freshBridges&(1<<i) != 0
		v.Bridges = append(v.Bridges, BridgeView{Bridge: b.Bridge, After: int(b.after), New: isNew})
	}
	return v
}

// list returns the nobles by colour, the large one of a colour first.
func (n *nobles) list() []NobleView {
	var all []NobleView
	for c := Blue; c <= White; c++ {
		if n.has(c, Large) {
			all = append(all, NobleView{c, Large})
		}
		for range n.count(c) {
			all = append(all, NobleView{c, Small})
		}
	}
	return all
}
