package gardens

import (
	"slices"
	"strconv"
	"strings"

	game "amytis/engine/gardens"
	"amytis/render"
)

func (t teller) gardenFacts(g *game.GardenView, d render.Detail) render.Facts {
	f := t.firstFacts()
	for _, g := range newGhosts(t.request) {
		f.Changed = append(f.Changed, t.ghost(g))
	}
	for _, d := range newPlanned(g, t.request) {
		f.Changed = append(f.Changed, t.planned(d))
	}
	c := newChanges(g, t.request)
	f.Changed = append(f.Changed, t.Listed("new", append(t.newPieces(g, c, d), t.otherNews(g)...))...)
	f.Rest = append(f.Rest, t.title(g), t.storage(g))
	if showsWorth(t.view, t.request) {
		f.Rest = append(f.Rest, t.Say("worth"))
	}
	if t.request.View == "table" {
		f.Rest = append(f.Rest, t.Listed("totals", t.totals())...)
	}
	f.Rest = append(f.Rest, t.pieces(g, c, d)...)
	return f
}

func (t teller) pieces(g *game.GardenView, c changes, d render.Detail) (facts []string) {
	if len(g.Tiles) == 0 {
		return []string{t.Say("empty")}
	}
	if t.view.Stage != game.Over {
		facts = t.freeIcons(g)
	}
	facts = append(facts, t.Listed("heights", t.heights(g))...)
	for level := highest(g); level > 0; level-- {
		facts = append(facts, t.Listed("level", t.piecesOnLevel(g, c, level, d), "Level", level)...)
	}
	return facts
}

// quarryFacts describes the quarry row by row, from the north, and the garden of who digs.
func (t teller) quarryFacts(d render.Detail) render.Facts {
	c := markedCell(t.request)
	if c != 0 {
		t.request.Marks = append(slices.Clip(t.request.Marks), "cell "+c.String())
	}
	g := &t.view.Gardens[t.request.Seat-1]
	f := t.firstFacts()
	f.Changed = slices.Concat(f.Changed, t.roomFacts(roomFor(t.view, t.request)), t.Listed("new", t.takenTiles()))
	f.Rest = append(f.Rest, t.title(g))
	var cells []string
	for c := range quarryRows {
		cells = append(cells, t.cell(c, d))
	}
	for row := range slices.Chunk(cells, quarrySide) {
		f.Rest = append(f.Rest, t.Clauses(row)+".")
	}
	f.Rest = append(f.Rest, t.storage(g))
	if d == render.Full {
		f.Rest = append(f.Rest, t.pieces(g, newChanges(g, t.request), d)...)
	} else { // the rest is in the picture of the garden
		f.Rest = append(f.Rest, t.Listed("heights", t.heights(g))...)
	}
	return f
}

func (t teller) firstFacts() render.Facts {
	f := render.Facts{Changed: t.Marked(t.request.Marks), Next: []string{t.stage()}}
	if t.view.Stage != game.Over {
		f.Rest = f.Next
		f.Next = []string{t.Say("turn", "Names", t.NamesOf(t.view.Turn.Slice()))}
	}
	return f
}

func (t teller) title(g *game.GardenView) string {
	title := []string{t.Say("view."+t.request.View, "Name", t.Name(g.Seat)), t.score(g)}
	return strings.Join(append(title, t.When(g.Resigned, "resigned")...), " ")
}

func (t teller) totals() (totals []string) {
	for i := range t.view.Gardens {
		g := &t.view.Gardens[i]
		totals = append(totals, t.Name(g.Seat)+" "+strconv.Itoa(g.Score.Total))
	}
	return totals
}

// newPieces lists the tiles and decorations that a picture marks as new.
func (t teller) newPieces(g *game.GardenView, c changes, d render.Detail) (things []string) {
	for i, p := range g.Tiles {
		if c.tiles[i] {
			things = append(things, t.Say("tile_at", "Tile", t.tile(p.Tile, d), "At", tileArea(p), "Level", p.Level))
		}
	}
	for i, d := range g.Decor {
		if c.decor[i] {
			things = append(things, t.decor(d))
		}
	}
	return things
}

func (t teller) otherNews(g *game.GardenView) []string {
	before := render.Before(t.view, t.request)
	gain := g.Score.Total - before.Gardens[g.Seat-1].Score.Total
	return append(t.When(gain != 0, "gain", "Points", gain), t.takenTiles()...)
}

// takenTiles names the quarry cells that lost a tile since the request's Before.
func (t teller) takenTiles() []string {
	before := render.Before(t.view, t.request)
	var cells []string
	for i := range t.view.Quarry {
		if t.view.Quarry[i].Tile != before.Quarry[i].Tile {
			cells = append(cells, game.Cell(i+1).String())
		}
	}
	return t.When(len(cells) > 0, "taken", "Count", len(cells), "Cells", cells)
}

// freeIcons describes the icons on which a decoration may still stand, the highest level first, and
// marks those on this turn's tiles, since every decoration needs one.
func (t teller) freeIcons(g *game.GardenView) []string {
	taken := takenSpots(g)
	var facts []string
	for level := highest(g); level > 0; level-- {
		var places [game.Stairs + 1][]string
		for _, p := range g.Tiles {
			if p.Level != level {
				continue
			}
			spots := p.Tile.Spots(p.Rot)
			for corner, h := range p.Holes() {
				if spots[corner] == game.Blank || h == p.Open || g.Heights[h-1] != level || taken[h-1] {
					continue
				}
				places[spots[corner]] = append(places[spots[corner]], t.Wrap(p.Fresh, "fresh", h.String()))
			}
		}
		var things []string
		for icon := game.Statue; icon <= game.Stairs; icon++ {
			if len(places[icon]) > 0 {
				things = append(things, t.Say("icon."+icon.String())+" "+strings.Join(places[icon], ", "))
			}
		}
		facts = append(facts, t.Listed("free", things, "Level", level)...)
	}
	if len(facts) == 0 {
		return []string{t.Say("none_free")}
	}
	return facts
}

// takenSpots returns the holes whose visible spots bear a decoration or lie under a bridge.
func takenSpots(g *game.GardenView) (taken [holes * holes]bool) {
	for _, d := range g.Decor {
		low, high := ends(d)
		if g.Heights[low-1] == d.Level {
			taken[low-1] = true
		}
		if high != game.NoHole && g.Heights[high-1] == topOf(d) {
			taken[high-1] = true
		}
		if d.Kind == game.Bridge {
			taken[(d.A+d.B)/2-1] = true
		}
	}
	return taken
}

// heights lists the highest level over each run of holes, by rows from the south. It leaves out
// what is bare, and joins equal neighbouring rows.
func (t teller) heights(g *game.GardenView) []string {
	rows := make([]string, holes)
	for row := range rows {
		rows[row] = heightRuns(g, row)
	}
	var parts []string
	for from, to := range render.Runs(rows) {
		if rows[from] == "" {
			continue
		}
		numbers := strconv.Itoa(from + 1)
		if to-from > 1 {
			numbers += "–" + strconv.Itoa(to)
		}
		parts = append(parts, t.Say("height_row", "Count", to-from, "Rows", numbers, "Runs", rows[from]))
	}
	return parts
}

// heightRuns lists the runs of holes of a row that are at the same level, such as "b–c 1".
func heightRuns(g *game.GardenView, row int) string {
	var runs []string
	levels := g.Heights[row*holes:][:holes]
	for from, to := range render.Runs(levels) {
		if levels[from] == 0 {
			continue
		}
		run := string(rune('a' + from))
		if to-from > 1 {
			run += "–" + string(rune('a'+to-1))
		}
		runs = append(runs, run+" "+strconv.Itoa(levels[from]))
	}
	return strings.Join(runs, ", ")
}
