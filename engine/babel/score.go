package babel

import "amytis/engine"

func (Rules) Ending(p *Position) engine.Ending {
	return engine.Ending{Winners: p.winners, Resigned: p.resigned(), Reason: p.reason.String()}
}

// resigned returns the seat that has resigned, if that ended the game.
func (p *Position) resigned() engine.SeatSet {
	if p.reason != Resigned {
		return 0
	}
	return engine.Seats(1, 2) &^ p.winners
}

// Scores returns the totals, the temples by people, and the hands, which break a tie.
func (Rules) Scores(p *Position) []engine.Score {
	scores := make([]engine.Score, len(p.players))
	for i := range p.players {
		pl := &p.players[i]
		temples := make([]int, NumPeoples)
		for at, t := range pl.temples {
			temples[at] = int(t.top())
		}
		scores[i] = engine.Score{
			{Name: "temples", Value: temples},
			{Name: "total", Value: pl.total()},
			{Name: "hand", Value: pl.keeps()},
		}
	}
	return scores
}

// Records returns the most temples that a player has standing.
func (Rules) Records(p *Position) engine.Score {
	most := 0
	for i := range p.players {
		if p.resigned().Has(engine.Seat(i + 1)) {
			continue
		}
		standing := 0
		for _, t := range p.players[i].temples {
			if t.top() > 0 {
				standing++
			}
		}
		most = max(most, standing)
	}
	return engine.Score{{Name: "temples", Value: most}}
}
