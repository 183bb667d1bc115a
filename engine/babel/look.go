package babel

import "amytis/engine"

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
