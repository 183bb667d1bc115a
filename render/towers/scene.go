package towers

import (
	"image"
	"slices"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

type box struct{ x, y, w, h int }

func boxOf(in image.Rectangle) box { return box{in.Min.X, in.Min.Y, in.Dx(), in.Dy()} }

// scene is what a picture shows: a position with its changes marked, or a round that was scored.
type scene struct {
	view  *game.View
	req   render.Request
	zones []*game.ZoneView
	ghost ghost
	// winners are of the game, or of the round that is shown.
	winners []engine.Seat
	// scored says that the zones are from the last round, since the next tables are empty.
	scored bool
	// compared are the cells of both boards of a comparison.
	compared []game.Cell
}

func newScene(v *game.View, r render.Request) scene {
	before, _ := r.Before.(*game.View)
	s := scene{view: v, req: r, winners: v.Winners}
	switch {
	case before == nil:
	case r.View == viewTable && endsRound(v, before) && anyBuilt(before, r.Ghost.Move):
		s.scored = true
		s.view = scoredRound(v, before, r.Ghost.Move)
		s.winners = v.Rounds[len(v.Rounds)-1].Winners
		if v.Stage == game.Over {
			s.winners = v.Winners
		}
	case len(before.Rounds) == len(v.Rounds):
		s.view = markChanges(v, before)
	}
	s.ghost = newGhost(s.view, r)
	s.zones = shownZones(s.view, r.Seat)
	if s.scored || v.Stage == game.Over && r.View == viewTable {
		s.zones = shownZones(s.view, 0)
	}
	return s
}

// endsRound reports whether a round of the quick game ended between two positions.
func endsRound(v, before *game.View) bool {
	return v.Quick && before.Quick && len(v.Rounds) == len(before.Rounds)+1 &&
		len(v.Players) == len(before.Players)
}

// anyBuilt reports whether anybody placed a piece in the round that m ended after before. A round
// without pieces ends the game without a result, so its picture shows no winner.
func anyBuilt(before *game.View, m engine.Move) bool {
	_, placed := game.PlacementOf(m)
	return placed || slices.ContainsFunc(before.Zones, func(z game.ZoneView) bool {
		return len(z.Towers)+len(z.Bridges) > 0
	})
}

// scoredRound returns a view of the last round with its score. If the game goes on, its tables come
// from before, with the piece of the last move m.
func scoredRound(v, before *game.View, m engine.Move) *game.View {
	s := *v
	round := &v.Rounds[len(v.Rounds)-1]
	s.Round = len(v.Rounds)
	s.Players = slices.Clone(v.Players)
	for i := range s.Players {
		p := &s.Players[i]
		p.Zones, p.Points, p.Score, p.Left = round.Zones[i], round.Points[i], round.Score[i], round.Left[i]
		p.Stuck = false
	}
	if v.Stage != game.Over {
		s.Zones = before.Zones
		if p, ok := game.PlacementOf(m); ok {
			s.Zones = addPiece(before.Zones, p)
		}
	}
	return markChanges(&s, before)
}

func addPiece(zones []game.ZoneView, p game.PlacementView) []game.ZoneView {
	zones = slices.Clone(zones)
	for i := range zones {
		z := &zones[i]
		if z.Number != int(p.At.Zone) {
			continue
		}
		switch {
		case p.IsBridge():
			z.Bridges = append(slices.Clip(z.Bridges), game.BridgeView{Bridge: p.Bridge(), After: len(z.Towers)})
		case p.Facing != 0:
			z.Towers = append(slices.Clip(z.Towers), game.TowerView{At: p.At, Facing: p.Facing})
		default:
			z.Towers = slices.Clone(z.Towers)
			if t := towerAt(z, p.At); t != nil {
				t.Nobles = append(slices.Clip(t.Nobles), p.Noble)
			}
		}
	}
	return zones
}

func towerAt(z *game.ZoneView, at game.Cell) *game.TowerView {
	i := slices.IndexFunc(z.Towers, func(t game.TowerView) bool { return t.At == at })
	if i < 0 {
		return nil
	}
	return &z.Towers[i]
}

func markChanges(v, before *game.View) *game.View {
	s := *v
	s.Zones = slices.Clone(v.Zones)
	for i := range s.Zones {
		z := &s.Zones[i]
		old := &game.ZoneView{}
		for j := range before.Zones {
			if before.Zones[j].Number == z.Number {
				old = &before.Zones[j]
			}
		}
		z.Towers = slices.Clone(z.Towers)
		z.Bridges = slices.Clone(z.Bridges)
		for j := range z.Towers {
			t := &z.Towers[j]
			was := towerAt(old, t.At)
			t.New = was == nil || was.Facing != t.Facing || !slices.Equal(was.Nobles, t.Nobles)
		}
		for j := range z.Bridges {
			b := &z.Bridges[j]
			b.New = !slices.ContainsFunc(old.Bridges, func(was game.BridgeView) bool { return was.Bridge == b.Bridge })
		}
	}
	return &s
}

func (s scene) status(seat engine.Seat) render.Status {
	onTurn := s.view.Stage != game.Over && !s.view.Quick && s.view.Active == seat
	return render.StatusOf(slices.Contains(s.winners, seat), s.view.Players[seat-1].Resigned, onTurn)
}
