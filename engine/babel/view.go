package babel

import "amytis/engine"

// View is what a seat may see: all but the hands of others and the order of the draw piles.
type View struct {
	Seat       engine.Seat // the viewer's seat, 0 for a spectator
	Demolished string      // the option's value
	Stage      Stage
	Turn       engine.SeatSet // the active seat, and the opponent while it owes discards (B-2)
	Active     engine.Seat    // the seat whose turn it is, or was when the game ended
	Hand       []People       // the viewer's hand in the order of the peoples, nil for a spectator
	Players    [2]PlayerView  // by seat: Players[0] is seat 1
	// People and Quarry are the numbers of people cards and temple cards left in the draw piles.
	People, Quarry int
	Discards       [NumPeoples]int // the number of discarded cards of people p
	Migrated       bool            // the active seat has migrated in this turn
	Final          bool            // the final phase has begun
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
	Pawn People // the site of the pawn, NoPeople in the quarry
	// Hand is the announced number of cards in hand, without those owed (B-2, B-5).
	Hand  int
	Owed  int                  // the number of cards still to be discarded
	Sites [NumPeoples]SiteView // in the order of the peoples: Sites[p-1]
	// Yard lists the cards from the bottom to the top, the starting 1 included.
	Yard         []Step
	StartUnbuilt bool // the starting 1 is on top of the yard (B-1)
	Total        int  // the points of the five temples
	Resigned     bool
}

type SiteView struct {
	Column []People // the cards from first to last; the last is the newest
	Trios  []Run    // the runs of three or more cards of one people, in the column's order
	Temple []Step   // the cards from the bottom to the top
}

// Run is a run of cards of one people in a column: Column[From:To].
type Run struct {
	People   People
	From, To int
}

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
		Winners:    p.winners.Slice(),
	}
	if p.lowest {
		v.Demolished = demolishedLowest
	}
	for i, n := range p.discards {
		v.Discards[i] = int(n)
	}
	for i := range p.players {
		v.Players[i] = p.players[i].view(engine.Seat(i + 1))
		v.Players[i].Resigned = p.resigned().Has(engine.Seat(i + 1))
	}
	if seat == 1 || seat == 2 {
		v.Hand = p.player(seat).hand.list()
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

// Target is what a player's move acts on, for pictures of moves that are not made yet.
type Target struct {
	Seat   engine.Seat
	Action engine.Verb
	// People is what the move names, the site for Travel and the origin for Migrate, or NoPeople.
	People People
	To     People // the site that the cards of Migrate go to
	Yard   Yard   // where Build and SkipStep take the temple card from
	// Power is the people whose trio pays for a power, NoPeople for moves that are not powers.
	Power People
	Cards [NumPeoples]int // the number of cards of people p that DiscardCards puts down
}

// TargetOf returns what m acts on, false for an invalid move and for chance.
func TargetOf(m engine.Move) (t Target, ok bool) {
	if !info.WellFormed(m, DrawCards, EndTurn) {
		return Target{}, false
	}
	t = Target{Seat: m.Seat, Action: m.Verb}
	switch m.Verb {
	case Travel, Settle, Deport, Halve:
		t.People = People(m.Args[0])
	case Migrate:
		t.People, t.To = People(m.Args[0]), People(m.Args[1])
	case Build, SkipStep:
		t.Yard = Yard(m.Args[0])
	case DiscardCards:
		for i, n := range tallyOf(m.Args[0]) {
			t.Cards[i] = int(n)
		}
	}
	if m.Verb >= Demolish && m.Verb <= Halve {
		t.Power = powerOf(&m)
	}
	return t, true
}
