package towers

import (
	"strconv"

	"amytis/engine"
)

func (Rules) Need(p *Position, seat engine.Seat) engine.Note {
	if p.quick {
		pl := p.player(seat)
		can := possible(p, seat)
		zones := zonesOf(seat, p.round.in)
		with := engine.Seats(rivalIn(zones[0], seat, p.round.in), rivalIn(zones[1], seat, p.round.in))
		return engine.Note{Key: "zones", Facts: map[string]string{
			"with":  with.Ref(),
			"left":  strconv.Itoa(int(pl.small) + int(pl.large)),
			"build": engine.YesFact(can[verbTower] || can[verbBridge] || can[verbSmall] || can[verbLarge]),
			"take":  engine.YesFact(can[verbTake]),
		}}
	}
	can := possible(p, seat)
	facts := map[string]string{
		"placed": strconv.Itoa(int(p.turn.placed)), "least": strconv.Itoa(minPlaced), "most": strconv.Itoa(maxPlaced),
		"more":    engine.YesFact(can[verbTower] || can[verbBridge] || can[verbSmall] || can[verbLarge]),
		"special": engine.YesFact(can[verbSwap] || can[verbTurn]),
	}
	switch {
	case can[verbDone]:
		return engine.Note{Key: "finish", Facts: facts}
	case p.turn.first && !p.turn.grown:
		return engine.Note{Key: "grow", Facts: facts}
	case p.turn.placed < minPlaced:
		return engine.Note{Key: "place", Facts: facts}
	}
	return engine.Note{Key: "join", Facts: facts}
}

// possible reports for each verb whether a seat has a legal move with it.
func possible(p *Position, seat engine.Seat) (can [verbTime + 1]bool) {
	for _, m := range (Rules{}).Legal(p, seat, nil) {
		can[m.Verb] = true
	}
	return can
}

// Scene returns the round of a quick game, or that the tactical game is in its first round.
func (Rules) Scene(p *Position) []engine.Note {
	switch {
	case !p.quick && p.turn.first:
		return []engine.Note{{Key: "first"}}
	case !p.quick:
		return nil
	}
	return []engine.Note{{Key: "round", Facts: map[string]string{
		"round": strconv.Itoa(int(p.nRounds) + 1), "wins": strconv.Itoa(roundsToWin),
	}}}
}
