package babel

import "amytis/engine"

// View is what a seat may see: all but the opponent's hand and the draw piles. A spectator sees no
// hand.
type View struct {
	// Seat is the viewer's seat, 0 for a spectator.
	Seat engine.Seat
	// Demolished is the option's value.
	Demolished string
	Stage      Stage
	// Turn is the active seat, and the opponent while it owes discards (B-2).
	Turn engine.SeatSet
	// Active is the seat whose turn it is, or was when the game ended.
	Active engine.Seat
	// Hand is the viewer's hand in the order of the peoples, nil for a spectator.
	Hand []People
	// Players is by seat: Players[0] is seat 1.
	Players [2]PlayerView
	// People and Quarry are the numbers of people cards and temple cards left in the draw piles.
	People, Quarry int
	// Discards[p-1] is the number of discarded cards of people p.
	Discards [NumPeoples]int
	// Migrated says that the active seat has migrated in this turn.
	Migrated bool
	// Final says that the final phase has begun.
	Final bool
	// Winners and Reason are set once the game is over.
	Winners []engine.Seat
	Reason  Reason
}

func (*View) Game() string { return ID }

type Stage uint8

// The stages. A seat that owes discards may discard in Drawing and Acting, before its own draw.
const (
	Drawing   Stage = iota + 1 // waits for the active seat to draw people cards
	Shuffling                  // waits for the discards to become the draw pile; the draw then goes on
	Acting                     // waits for the active seat to act or to end its turn
	Over
)

type Reason uint8

// The reasons, named as in result.reason of a record.
const (
	Fifteen     Reason = iota + 1 // 15 points against less than 10
	Twenty                        // 20 points in the final phase
	BelowTen                      // the loser fell below 10 in the final phase
	QuarryEmpty                   // a player took the last temple card
	Resigned
)

func (r Reason) String() string {
	return [...]string{"", "fifteen", "twenty", "below-ten", "quarry", "resigned"}[r]
}

type PlayerView struct {
	Seat engine.Seat
	// Pawn is the site of the pawn, NoPeople in the quarry.
	Pawn People
	// Hand is the announced number of cards in hand, without those owed (B-2, B-5).
	Hand int
	// Owed is the number of cards still to be discarded.
	Owed int
	// Sites is in the order of the peoples: Sites[p-1].
	Sites [NumPeoples]SiteView
	// Yard lists the cards from the bottom to the top, the starting 1 included.
	Yard []Step
	// StartUnbuilt says that the starting 1 is on top of the yard (B-1).
	StartUnbuilt bool
	// Total is the points of the five temples.
	Total    int
	Resigned bool
}

type SiteView struct {
	// Column lists the cards from first to last; the last is the newest.
	Column []People
	// Trios are the runs of three or more cards of one people, in the column's order.
	Trios []Run
	// Temple lists the cards from the bottom to the top.
	Temple []Step
}

// Run is a run of cards of one people in a column: Column[From:To].
type Run struct {
	People   People
	From, To int
}

// View returns everything but the hands of others and the order of the draw piles.
func (Rules) View(p *Position, seat engine.Seat) engine.View {
	v := &View{
		Seat:       seat,
		Demolished: demolishedHighest,
		Stage:      p.stage,
		Turn:       Rules{}.Turn(p),
		Active:     p.active,
		People:     int(p.people.n),
		Quarry:     int(p.quarry.n),
		Migrated:   p.migrated,
		Final:      p.final,
		Reason:     p.reason,
	}
	if p.lowest {
		v.Demolished = demolishedLowest
	}
	for i, n := range p.discards {
		v.Discards[i] = int(n)
	}
	for i := range p.players {
		v.Players[i] = p.players[i].view(engine.Seat(i + 1))
	}
	if seat == 1 || seat == 2 {
		v.Hand = p.player(seat).hand.list()
	}
	if p.stage == Over {
		v.Winners = p.winners.Slice()
		for i := range v.Players {
			v.Players[i].Resigned = p.reason == Resigned && !p.winners.Has(engine.Seat(i+1))
		}
	}
	return v
}

func (pl *player) view(seat engine.Seat) PlayerView {
	v := PlayerView{
		Seat:         seat,
		Pawn:         pl.pawn,
		Hand:         pl.keeps(),
		Owed:         int(pl.owed),
		Yard:         pl.yard.list(),
		StartUnbuilt: pl.start,
		Total:        pl.total(),
	}
	if pl.start {
		v.Yard = append(v.Yard, 1)
	}
	for i := range v.Sites {
		v.Sites[i] = SiteView{Column: pl.columns[i].list(), Trios: pl.columns[i].trios(), Temple: pl.temples[i].list()}
	}
	return v
}
