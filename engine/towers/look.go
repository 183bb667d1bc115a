package towers

import "amytis/engine"

// View returns everything: nothing is hidden.
func (Rules) View(p *Position, seat engine.Seat) engine.View {
	v := &View{
		Seat:    seat,
		Stage:   p.stage,
		Turn:    Rules{}.Turn(p),
		Quick:   p.quick,
		Expert:  p.expert,
		Clock:   int(p.clock),
		Players: make([]PlayerView, p.seats),
	}
	if p.stage == Over {
		v.Winners = p.winners.Slice()
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
		sum := 0
		pl.Levels, sum = levels.pointsOf(pl.Seat)
		pl.Penalty = -pl.Bridges
		pl.Total = sum + pl.Penalty
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
		v.Bridges = append(v.Bridges, BridgeView{Bridge: b.Bridge, After: int(b.after), New: p.freshBridges&(1<<i) != 0})
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
