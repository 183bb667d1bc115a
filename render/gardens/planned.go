package gardens

import (
	game "amytis/engine/gardens"
	"amytis/render"
)

// planned is a decoration that is not built yet, drawn in a frame over everything else.
type planned struct {
	game.Decoration
	fits render.Verdict
}

// newPlanned returns the decorations among the ghosts of a request, as far as the picture shows
// them.
func newPlanned(g *game.GardenView, r render.Request) []planned {
	if r.View != "garden" && r.View != "top" {
		return nil
	}
	var all []planned
	for _, ghost := range [...]render.Ghost{r.Ghost, r.Beside} {
		if d, ok := game.DecorationOf(ghost.Move, g); ok && ghost.Move.Seat == r.Seat {
			all = append(all, planned{d, render.Verdict(ghost.Legal)})
		}
	}
	return all
}

// ends returns the north-western and the south-eastern hole of the decoration.
func (d planned) ends() (from, to game.Hole) {
	if d.B == game.NoHole {
		return d.A, d.A
	}
	west, east := min(d.A.Col(), d.B.Col()), max(d.A.Col(), d.B.Col())
	return game.At(west, max(d.A.Row(), d.B.Row())), game.At(east, min(d.A.Row(), d.B.Row()))
}

// drawPlanned draws a planned decoration. Of one that does not fit there is only a small sign, so
// that one sees what is in its way.
func (b board) drawPlanned(l *render.List, d planned) {
	l.Note("planned %s at %s-%s L%d", d.Kind, d.A, d.B, d.Level)
	from, to := d.ends()
	x, y := b.middle(from)
	w, h := (to.Col()-from.Col()+1)*b.u, (from.Row()-to.Row()+1)*b.u
	if d.fits {
		from, to := ends(d.Decoration)
		x, y := b.middle(from)
		l.Put(decorSprite(d.Kind, direction(from, to), b.u), x, y)
	} else {
		l.Put(d.fits.Hatching(w, h), x-b.u/2, y-b.u/2)
		l.Scenery(func() { putSpot(l, d.Kind, b.u/2, x-b.u/3, y-b.u/3) })
	}
	l.Put(d.fits.Frame(w, h, ghostWide(b.u)), x-b.u/2, y-b.u/2)
}

func (b board) plannedCorners(d planned) []offset {
	from, to := d.ends()
	west, north := b.middle(from)
	east, south := b.middle(to)
	half := b.u / 2
	return []offset{
		{east + half, north - half}, {west - half, north - half},
		{east + half, south + half}, {west - half, south + half},
	}
}
