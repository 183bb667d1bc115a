package babel

import "amytis/engine"

func (r Rules) Result(p *Position) (engine.Result, bool) {
	if p.stage != Over {
		return engine.Result{}, false
	}
	result := engine.Result{Winners: p.winners.Slice(), Reason: p.reason.String(), Scores: r.Scores(p)}
	if p.reason == Resigned {
		result.Resigned = engine.Seats(1, 2) &^ p.winners
	}
	return result, true
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
		if p.reason == Resigned && !p.winners.Has(engine.Seat(i+1)) {
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
