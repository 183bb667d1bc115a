package towers

import (
	"strconv"

	"amytis/engine"
)

// Describe tells what a legal move would do, besides its arguments. Every fact
// of a verb is always there, "" where it has nothing to say; points may be
// negative.
//
//	tower   level, facing @facing.n, apart @apart: the building would be in
//	        parts, grows @grows: it makes the area larger (in the first round)
//	bridge  level, apart, grows
//	small   level, points: what it brings the seat if the game (in quick: the
//	large   round) ended now, score: what the seat has then, highest @highest:
//	        no noble stands higher, lead #2: who then scores the level (in
//	        tactical; "" for nobody)
//	swap    size @size.small, colour @colour.red, from k7.3, level: the first
//	        noble, its tower and level; other_colour, to, other_level: the
//	        second's; points, score: of the seat
//	turn    facing @facing.e, was @facing.n
//	take    level, points, score
//	stuck   left: the seat's pieces left, still #1,3: who builds on ("" for
//	        nobody)
//	done    pieces: how many the seat placed in the turn
//	time    round: the one that it ends
func (Rules) Describe(p *Position, m engine.Move) engine.Description {
	switch m.Verb {
	case verbTower, verbBridge:
		return p.describeBuilding(&m)
	case verbSmall, verbLarge, verbTake:
		return p.describeNoble(&m)
	case verbSwap:
		return p.describeSwap(&m)
	case verbTurn:
		at, to := cellIn(m.Args[:1]), Facing(m.Args[1])
		return engine.Description{Facts: facts{"facing": to.key(), "was": p.towerAt(at).facing.key()}}
	case verbStuck:
		return p.describeStuck(m.Seat)
	case verbDone:
		return engine.Description{Facts: facts{"pieces": number(int(p.turn.placed))}}
	case verbTime:
		return engine.Description{Facts: facts{"round": number(int(p.nRounds) + 1)}}
	}
	return engine.Description{}
}

// facts are what a description tells, by placeholder.
type facts = map[string]string

func number(n int) string { return strconv.Itoa(n) }

// The weights of ranks: what keeps a turn going before what is worth something.
const (
	weightWhole = 1000 // hangs together
	weightGrown = 500  // makes the area larger that must grow
	weightScore = 20   // a point of the score
	weightWeak  = 5    // a point in the weaker zone, or being in it
)

// describeBuilding ranks what hangs together, and of that the highest.
func (p *Position) describeBuilding(m *engine.Move) engine.Description {
	pm := placementOf(m)
	var g grid
	g.fill(p, pm.at.Zone)
	rank := int(pm.at.Level)
	if p.quick && pm.at.Zone == p.weaker(m.Seat) {
		rank += weightWeak
	}
	f := facts{"level": number(int(pm.at.Level)), "apart": "", "grows": ""}
	if pm.verb == verbTower {
		f["facing"] = pm.facing.key()
	}
	if p.staysWhole(&g, &pm) {
		rank += weightWhole
	} else {
		f["apart"] = "@apart"
	}
	if p.turn.first && !p.turn.grown && g.grows(&pm) {
		rank += weightGrown
		f["grows"] = "@grows"
	}
	return engine.Description{Rank: rank, Facts: f}
}

// staysWhole reports whether the building hangs together after a placement; in
// quick, where it need not, whether the piece belongs to any.
func (p *Position) staysWhole(g *grid, pm *placement) bool {
	touching := p.touchedBy(g, pm)
	if p.quick {
		return touching != partSet{} || !p.builtIn(pm.at.Zone)
	}
	return p.whole(touching)
}

// builtIn reports whether anything stands in a zone.
func (p *Position) builtIn(zone uint8) bool {
	for i := range p.standing() {
		if p.towers[i].at.Zone == zone {
			return true
		}
	}
	for i := range p.lying() {
		if p.bridges[i].From.Zone == zone {
			return true
		}
	}
	return false
}

// weaker is the zone in which a seat has fewer points, the first of equal ones.
func (p *Position) weaker(seat engine.Seat) uint8 {
	zones := p.zonesOf(seat, p.round.in)
	if p.zonePoints(zones[1])[seat-1] < p.zonePoints(zones[0])[seat-1] {
		return zones[1]
	}
	return zones[0]
}

// describeNoble ranks by what a noble changes, then by its level.
func (p *Position) describeNoble(m *engine.Move) engine.Description {
	at := cellIn(m.Args[:1])
	f := facts{"level": number(int(at.Level))}
	rank := p.tellGain(f, m) + int(at.Level)
	if m.Verb == verbTake {
		return engine.Description{Rank: rank, Facts: f}
	}
	f["highest"], f["lead"] = "", ""
	if !p.nobleAbove(at) {
		f["highest"] = "@highest"
	}
	if !p.quick {
		next := *p
		next.act(m)
		if levels := next.levels(); levels.by[at.Level] != 0 {
			f["lead"] = engine.Seats(levels.by[at.Level]).Ref()
		}
	}
	return engine.Description{Rank: rank, Facts: f}
}

// nobleAbove reports whether in the zone of a cell a noble stands higher.
func (p *Position) nobleAbove(at Cell) bool {
	for i := range p.standing() {
		if t := &p.towers[i]; t.at.Zone == at.Zone && t.at.Level > at.Level && !t.nobles.none() {
			return true
		}
	}
	return false
}

func (p *Position) describeSwap(m *engine.Move) engine.Description {
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
	return engine.Description{Rank: p.tellGain(f, m), Facts: f}
}

// tellGain tells what a move of nobles brings its seat, and ranks it by that
// and by what the others lose.
func (p *Position) tellGain(f facts, m *engine.Move) (rank int) {
	next := *p
	next.act(m)
	before, after := p.standings(), next.standings()
	mine := after[m.Seat-1]
	gain := mine.score - before[m.Seat-1].score
	f["points"], f["score"] = number(gain), number(mine.score)
	rank = weightScore * gain
	for i := range after {
		if engine.Seat(i+1) != m.Seat {
			rank -= after[i].score - before[i].score
		}
	}
	return rank + weightWeak*(mine.both-before[m.Seat-1].both)
}

// standings are the seats' points as if the game or the round ended now.
func (p *Position) standings() (all [MaxSeats]struct{ score, both int }) {
	if p.quick {
		r := p.scoreRound()
		for i := range p.seats {
			all[i].score = int(r.score(i + 1))
			all[i].both = int(r.points[i][0]) + int(r.points[i][1])
		}
		return all
	}
	levels := p.levels()
	for i := range p.seats {
		all[i].score = p.total(&levels, i+1)
	}
	return all
}

func (p *Position) describeStuck(seat engine.Seat) engine.Description {
	f := facts{"left": number(p.player(seat).pieces()), "still": ""}
	if still := (Rules{}).Turn(p) &^ engine.Seats(seat); still != 0 {
		f["still"] = still.Ref()
	}
	return engine.Description{Facts: f}
}
