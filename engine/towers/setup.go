package towers

import (
	"encoding/json"
	"fmt"
	"strconv"

	"amytis/engine"
)

type supply struct{ tactical, quick, bridges uint8 }

// supplies maps the number of players to each player's building pieces.
var supplies = map[int]supply{3: {27, 27, 6}, 4: {21, 21, 5}, 5: {16, 15, 4}}

// Start returns the first position. It fails for a setup that is not empty.
func (Rules) Start(opts engine.Options, seats []engine.SeatInfo, setup json.RawMessage) (Position, error) {
	if _, err := engine.ParseSetup[struct{}](setup); err != nil {
		return Position{}, err
	}
	p := Position{
		seats:  engine.Seat(len(seats)),
		stage:  Placing,
		quick:  info.Get(opts, "mode") == modeQuick,
		expert: info.Get(opts, "expert") == "true",
	}
	if p.quick {
		seconds, err := strconv.Atoi(info.Get(opts, "clock"))
		if err != nil {
			return Position{}, fmt.Errorf("option clock: %w", err)
		}
		p.clock = int32(seconds)
		p.beginRound()
		return p, nil
	}
	p.turn = turn{active: 1, first: true}
	for seat := engine.Seat(1); seat <= p.seats; seat++ {
		p.deal(seat)
	}
	return p, nil
}

// deal gives a seat a full set of pieces, in quick without the large nobles set aside.
func (p *Position) deal(seat engine.Seat) {
	s := supplies[int(p.seats)]
	pl := p.player(seat)
	pl.towers, pl.bridges = s.tactical, s.bridges
	if p.quick {
		pl.towers = s.quick
	}
	pl.aside = min(pl.won, noblesLarge)
	pl.small, pl.large = noblesSmall, noblesLarge-pl.aside
}

// Unaffected reports whether the turn or round is the same and the other players hold the same.
func (Rules) Unaffected(a, b *Position, seat engine.Seat) bool {
	for i := range a.players {
		if engine.Seat(i+1) != seat && a.players[i] != b.players[i] {
			return false
		}
	}
	return a.turn.active == b.turn.active && a.nRounds == b.nRounds && a.resigned == b.resigned &&
		a.winners == b.winners && a.round.stuck&^engine.Seats(seat) == b.round.stuck&^engine.Seats(seat)
}
