package towers

import (
	"strconv"

	"amytis/engine"
)

// Describe returns what a legal move would do. Every fact of a verb is present, "" if it does not
// apply. Points may be negative.
func (Rules) Describe(p *Position, m engine.Move) engine.Description {
	switch m.Verb {
	case verbTower, verbBridge:
		return describeBuilding(p, &m)
	case verbSmall, verbLarge, verbTake:
		return describeNoble(p, &m)
	case verbSwap:
		return describeSwap(p, &m)
	case verbTurn:
		at, to := cellIn(m.Args[:1]), Facing(m.Args[1])
		return engine.Description{Rank: engine.RankMustGain, Facts: facts{"facing": to.key(), "was": p.towerAt(at).facing.key()}}
	case verbStuck:
		return describeStuck(p, m.Seat)
	case verbDone:
		return engine.Description{Facts: facts{"pieces": number(int(p.turn.placed))}}
	case verbTime:
		return engine.Description{Facts: facts{"round": number(int(p.nRounds) + 1)}}
	}
	return engine.Description{}
}

type facts = map[string]string

func number(n int) string { return strconv.Itoa(n) }

// The weights of ranks. Moves that keep the turn going come before moves that score.
const (
	weightConnected = 1000 // the building stays connected
	weightGrown     = 500  // the area grows in the first round (T-6)
	weightCounts    = 500  // the zone is the weaker one, which counts
	weightScore     = 20   // a point of the score
	weightLevel     = 30   // a level of a placement: more than the way to the middle
	weightNorth     = 400  // a facing other than north without expert, where facings make no difference
	weightWeak      = 5    // a point in either zone
)

// fromMiddle returns the distance from the middle of the table, 0 to 24.
func (c Cell) fromMiddle() int {
	off := func(at uint8) int { return max(int(at), Side-1-int(at)) - Side/2 }
	return off(c.Col) + off(c.Row)
}

// describeBuilding ranks connected buildings first, then high placements, then central ones.
func describeBuilding(p *Position, m *engine.Move) engine.Description {
	pm := placementOf(m)
	rank := weightLevel*int(pm.at.Level) - pm.at.fromMiddle()
	if p.quick && pm.at.Zone == weakerZone(p, m.Seat) {
		rank += weightCounts
	}
	if pm.verb == verbTower && pm.facing != North && !p.expert {
		rank -= weightNorth
	}
	f := facts{"level": number(int(pm.at.Level)), "facing": "", "apart": "", "grows": ""}
	if pm.verb == verbTower {
		f["column"] = string(pm.at.appendSquare(nil))
	}
	if pm.verb == verbTower && p.expert && pm.facing == North { // the move itself names any other
		f["facing"] = pm.facing.key()
	}
	if keepsConnected(p, &pm) {
		rank += weightConnected
	} else {
		f["apart"] = "@apart"
	}
	if p.turn.first && !p.turn.grown && p.stacks.grows(&pm) {
		rank += weightGrown
		f["grows"] = "@grows"
	}
	return engine.Description{Rank: rank, Facts: f}
}

// keepsConnected reports whether the building is connected after a placement, in quick whether the
// piece touches a building or is its zone's first.
func keepsConnected(p *Position, pm *placement) bool {
	touching := p.touchedBy(pm)
	if p.quick {
		towers, bridges := p.in(pm.at.Zone)
		return touching != numberSet{} || len(towers)+len(bridges) == 0
	}
	return p.connectedWith(touching)
}

// weakerZone returns the zone in which a seat has fewer points, the lower number if they are equal.
func weakerZone(p *Position, seat engine.Seat) uint8 {
	zones := zonesOf(seat, p.round.in)
	if p.scoredIn(zones[1], seat) < p.scoredIn(zones[0], seat) {
		return zones[1]
	}
	return zones[0]
}

// scoredIn returns a seat's points in one of its zones as if the round ended now.
func (p *Position) scoredIn(zone uint8, seat engine.Seat) uint8 {
	if p.expert {
		return p.zonePoints(zone, colourOf(seat))
	}
	return p.side(zone, seat).scored
}

// describeNoble ranks a noble by the points it gains, then by its level.
func describeNoble(p *Position, m *engine.Move) engine.Description {
	pm := placementOf(m)
	at := pm.at
	f := facts{"level": number(int(at.Level))}
	rank := addGain(p, f, m) + int(at.Level)
	if m.Verb == verbTake {
		return engine.Description{Rank: rank, Facts: f}
	}
	if p.quick && at.Zone == weakerZone(p, m.Seat) && f["points"] != "0" {
		rank += weightCounts
	}
	f["highest"], f["lead"] = "", ""
	if !p.nobleAbove(at) {
		f["highest"] = "@highest"
	}
	if !p.quick {
		next := *p
		next.act(m)
		if levels := next.scored(); levels.by[at.Level] != 0 {
			f["lead"] = engine.Seats(levels.by[at.Level]).Ref()
		}
	}
	return engine.Description{Rank: rank, Facts: f, Icon: NobleIcon(pm.size(), colourOf(m.Seat))}
}

func (p *pieces) nobleAbove(at Cell) bool {
	for i := range p.standing() {
		if t := &p.towers[i]; t.at.Zone == at.Zone && t.at.Level > at.Level && !t.nobles.none() {
			return true
		}
	}
	return false
}

// describeSwap ranks a swap by the points it gains. One that changes nothing comes last.
func describeSwap(p *Position, m *engine.Move) engine.Description {
	x := swapOf(m)
	f := facts{
		"size":         x.size.key(),
		"colour":       x.first.colour.key(),
		"from":         x.first.tower.String(),
		"level":        number(int(x.first.tower.Level)),
		"other_colour": x.second.colour.key(),
		"to":           x.second.tower.String(),
		"other_level":  number(int(x.second.tower.Level)),
	}
	rank := addGain(p, f, m) + engine.RankMustGain
	if x.first.colour == x.second.colour {
		rank = -weightConnected
	}
	return engine.Description{Rank: rank, Facts: f}
}

// addGain adds a move's points and the seat's new score. The rank counts the others' losses too.
func addGain(p *Position, f facts, m *engine.Move) (rank int) {
	next := *p
	next.act(m)
	before, after := currentScores(p), currentScores(&next)
	mine := after[m.Seat-1]
	gain := mine.score - before[m.Seat-1].score
	f["points"], f["score"] = number(gain), number(mine.score)
	if p.quick { // the picture shows the points of zones, not the score
		f["here"] = number(int(next.scoredIn(placementOf(m).at.Zone, m.Seat)))
	}
	rank = weightScore * gain
	for i := range after {
		if engine.Seat(i+1) != m.Seat {
			rank -= after[i].score - before[i].score
		}
	}
	return rank + weightWeak*(mine.both-before[m.Seat-1].both)
}

// currentScores returns scores as if game or round ended now, in quick also the sums of both zones.
func currentScores(p *Position) (all [MaxSeats]struct{ score, both int }) {
	if p.quick {
		r := p.scoreRound()
		for i := range p.seats {
			all[i].score = int(r.score(i + 1))
			all[i].both = int(r.points[i][0]) + int(r.points[i][1])
		}
		return all
	}
	levels := p.scored()
	for i := range p.seats {
		all[i].score = totalOf(p, &levels, i+1)
	}
	return all
}

func describeStuck(p *Position, seat engine.Seat) engine.Description {
	f := facts{"left": number(p.player(seat).pieces()), "still": ""}
	if still := (Rules{}).Turn(p) &^ engine.Seats(seat); still != 0 {
		f["still"] = still.Ref()
	}
	return engine.Description{Loss: "stuck", Facts: f}
}

func (Rules) Need(p *Position, seat engine.Seat) engine.Note {
	can := engine.Possible(Rules{}, p, seat)
	more := engine.YesFact(can[verbTower] || can[verbBridge] || can[verbSmall] || can[verbLarge])
	if p.quick {
		pl := p.player(seat)
		zones := zonesOf(seat, p.round.in)
		with := engine.Seats(rivalIn(zones[0], seat, p.round.in), rivalIn(zones[1], seat, p.round.in))
		return engine.Note{Key: "zones", Facts: map[string]string{
			"with": with.Ref(), "left": number(pl.nobles()), "build": more, "take": engine.YesFact(can[verbTake]),
		}}
	}
	facts := map[string]string{
		"placed": number(int(p.turn.placed)), "least": number(minPlaced), "most": number(maxPlaced),
		"more": more, "special": engine.YesFact(can[verbSwap] || can[verbTurn]),
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
