package towers

import (
	"fmt"
	"slices"
	"strconv"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

type teller struct {
	render.Teller
	view *game.View
	// nobleWords caches the names of nobles, which repeat often.
	nobleWords map[game.NobleView]string
}

func newTeller(v *game.View, r render.Request, w render.Words) teller {
	return teller{render.NewTeller(game.ID, r, w), v, map[game.NobleView]string{}}
}

func (t teller) ghost(g ghost) string {
	key, builders := "ghost", ""
	for _, z := range shownZones(t.view, 0) {
		if t.view.Quick && g.isIn(z) {
			key, builders = "ghost_zone", t.NamesOf(z.Seats[:])
		}
	}
	verdict := t.Verdict(g.fits, "fits", "does_not_fit")
	if p := g.partner(); p.isShown() {
		return t.Say("ghost_swap", "Pieces", t.piece(g)+", "+t.piece(p), "Verdict", verdict)
	}
	return t.Say(key, "Piece", t.piece(g), "Level", int(g.At.Level), "Zone", int(g.At.Zone),
		"Names", builders, "Verdict", verdict)
}

// piece names a ghost and its cells, and a tower's facing, because a ghost can be turned.
func (t teller) piece(g ghost) string {
	switch {
	case g.IsBridge():
		return t.Say("bridges_at", "Count", 1, "At", bridgeName(g.Bridge()))
	case g.Facing != 0:
		return t.Say("towers_at", "Count", 1, "At", t.Say("facing."+g.Facing.String(), "At", cellName(g.At)))
	}
	return t.Say(g.Noble.Size.String()+"_on", "Count", 1, "At", cellName(g.At),
		"Colours", t.Say("colour."+g.Noble.Colour.String()))
}

func (t teller) zone(z *game.ZoneView) string {
	var seats []string
	for _, seat := range z.Seats {
		if seat == 0 {
			continue
		}
		p := &t.view.Players[seat-1]
		for i, zone := range p.Zones {
			if zone == z.Number {
				seats = append(seats, t.Say("zone_points", "Name", t.Name(seat), "Points", p.Points[i]))
			}
		}
	}
	return t.Say("zone", "Zone", z.Number, "Things", seats)
}

func (t teller) tower(tower *game.TowerView) string {
	if !t.view.Expert {
		return cellName(tower.At)
	}
	return t.Say("facing."+tower.Facing.String(), "At", cellName(tower.At))
}

// cellName names a cell without its zone and level, which the text gives before.
func cellName(c game.Cell) string { return columnName(int(c.Col)) + strconv.Itoa(int(c.Row)+1) }

// bridgeName names the cells of a bridge, such as "k7–m7".
func bridgeName(b game.Bridge) string {
	cells := b.Cells()
	return cellName(cells[0]) + "–" + cellName(cells[2])
}

func nobleCounts(z *game.ZoneView) (counts [game.MaxLevel + 1][game.MaxSeats]int) {
	for i := range z.Towers {
		for _, n := range z.Towers[i].Nobles {
			counts[z.Towers[i].At.Level][n.Colour-1]++
		}
	}
	return counts
}

func (t teller) stage() []string {
	v := t.view
	switch {
	case v.Stage == game.Over:
		return []string{t.Say("over", "Names", t.NamesOf(v.Winners))}
	case v.Quick:
		return []string{t.Say("round", "Round", v.Round)}
	}
	parts := t.turn()
	switch {
	case v.Stage == game.Swapped:
		return append(parts, t.Say("swapped"))
	case v.Stage == game.Turned:
		return append(parts, t.Say("turned"))
	case !v.Connected:
		return append(parts, t.Say("apart"))
	}
	return append(parts, t.When(v.MayEnd, "may_end")...)
}

func (t teller) turn() []string {
	v := t.view
	return append([]string{t.Say("turn", "Name", t.Name(v.Active), "Count", v.Placed)},
		t.When(v.FirstRound, "first_round")...)
}

// player describes a player in one sentence. In brief it leaves out the pieces left.
func (t teller) player(p *game.PlayerView, d render.Detail) string {
	things := t.When(p.Resigned, "resigned")
	if t.view.Quick {
		things = append(things, t.Say("points", "Points", p.Score), t.Say("won", "Count", p.Won))
		things = append(things, t.When(p.Stuck && t.view.Stage != game.Over, "stuck")...)
	} else {
		things = append(things, t.Say("points", "Points", p.Total))
	}
	if d != render.Brief {
		things = append(things, t.piecesLeft(p)...)
	}
	return t.Say("player_is", "Name", t.Name(p.Seat), "Colour", t.Say("colour."+p.Colour.String()),
		"Things", things)
}

func (t teller) piecesLeft(p *game.PlayerView) (pieces []string) {
	keys := [...]string{"towers", "bridges", "large", "small"}
	for i, n := range []int{p.Towers, p.Bridges, p.Large, p.Small} {
		pieces = append(pieces, t.When(n > 0, keys[i], "Count", n)...)
	}
	return t.When(len(pieces) > 0, "left", "Things", pieces)
}

func (t teller) leaders(r ladder) (things []string) {
	for _, level := range r.levels() {
		name := t.Say("nobody")
		if seat, _ := r.leader(level); seat != 0 {
			name = t.Name(seat)
		}
		things = append(things, t.When(level > 0, "lead", "Level", level, "Name", name)...)
	}
	key := render.Choose((r.lit != ladder{}.lit), "leads_then", "leads")
	return t.When(len(things) > 0, key, "Things", things)
}

// textBoard tells the whole position.
type textBoard struct{ teller }

// whole describes the position, a seat's zones first, and the finished rounds, the last one first.
func (t textBoard) whole(seat engine.Seat) []string {
	v := t.view
	options := []string{t.Option("mode", "tactical"), t.Option("expert", strconv.FormatBool(v.Expert))}
	if v.Quick {
		options[0] = t.Option("mode", "quick")
		options = append(options, t.Say("board.clock", "Seconds", v.Clock))
	}
	lines := slices.Concat(t.stage(), t.turnFacts(),
		t.When(v.Turn != 0, "board.to_play", "Names", t.NamesOf(v.Turn.Slice())),
		[]string{t.Say("board.options", "Things", t.Clauses(options))})
	for i := range v.Players {
		p := &v.Players[i]
		lines = append(lines, t.player(p, render.Whole), t.points(p))
		lines = append(lines, t.When(p.Stuck && v.Stage == game.Over, "board.stopped", "Name", t.Name(p.Seat))...)
	}
	if !v.Quick {
		lines = append(lines, t.leaders(newLadder(v, ghost{}, 0))...)
	}
	own := shownZones(v, seat)
	others := slices.DeleteFunc(shownZones(v, 0), func(z *game.ZoneView) bool { return slices.Contains(own, z) })
	for _, z := range slices.Concat(own, others) {
		lines = append(append(lines, ""), t.zoneLines(z)...)
	}
	for i := range slices.Backward(v.Rounds) {
		lines = append(lines, "", t.pastRound(i))
		lines = append(lines, t.pastScores(&v.Rounds[i], i+1)...)
	}
	return lines
}

// turnFacts describes what stage leaves out: the last turn or round of a finished game, and what
// the tactical rules ask of the turn.
func (t textBoard) turnFacts() []string {
	v := t.view
	over := v.Stage == game.Over
	if v.Quick {
		return t.When(over, "round", "Round", v.Round)
	}
	var last []string
	if over {
		last = t.turn()
	}
	return slices.Concat(last, t.When(v.Connected, "board.connected"),
		t.When(!v.Connected && v.Stage != game.Placing, "apart"),
		t.When(v.MayEnd && (v.Stage != game.Placing || !v.Connected), "may_end"),
		t.When(v.Grown, "board.grown"), t.When(v.Barred, "board.barred"))
}

// points lists a player's points by level and the penalty, or the quick game's pieces left and
// nobles set aside.
func (t textBoard) points(p *game.PlayerView) string {
	if t.view.Quick {
		return t.Say("board.quick_player", "Name", t.Name(p.Seat), "Left", p.Left, "Aside", p.SetAside)
	}
	things := make([]string, len(p.Levels), len(p.Levels)+1)
	for i, n := range p.Levels {
		things[i] = t.Say("board.level_points", "Level", i+1, "Points", n)
	}
	things = append(things, t.Say("board.penalty", "Points", p.Penalty))
	return t.Say("board.points", "Name", t.Name(p.Seat), "Things", things)
}

func (t teller) pastRound(i int) string {
	r := &t.view.Rounds[i]
	var scores []string
	for seat := range t.view.Players {
		scores = append(scores, fmt.Sprintf("%s %d", t.Name(engine.Seat(seat+1)), r.Score[seat]))
	}
	key := render.Choose(r.TimeUp, "past_round_time", "past_round")
	return t.Say(key, "Round", i+1, "Names", t.NamesOf(r.Winners), "Things", scores)
}

// pastScores gives the points by zone and the pieces left in a finished round, one player a line.
func (t textBoard) pastScores(r *game.RoundView, round int) (lines []string) {
	for i := range t.view.Players {
		var zones []string
		for z, number := range r.Zones[i] {
			zones = append(zones, t.When(number > 0, "board.zone_points", "Zone", number, "Points", r.Points[i][z])...)
		}
		lines = append(lines, t.When(len(zones) > 0, "board.past_player", "Round", round,
			"Name", t.Name(engine.Seat(i+1)), "Things", zones, "Left", r.Left[i])...)
	}
	return lines
}

// zoneLines describes a zone's points, and the towers, bridges and nobles of each level on a line.
func (t textBoard) zoneLines(z *game.ZoneView) []string {
	lines := t.heading(z)
	for level := highest(z); level > 0; level-- {
		for _, thing := range t.levelFacts(z, level) {
			line := t.Say("level", "Level", level, "Things", thing)
			if t.view.Quick {
				line = t.Say("board.zone_level", "Zone", z.Number, "Level", level, "Things", thing)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func (t textBoard) levelFacts(z *game.ZoneView, level int) []string {
	var towers, bridges, nobles []string
	for _, tower := range z.Towers {
		if int(tower.At.Level) != level {
			continue
		}
		towers = append(towers, t.Wrap(tower.New, "new", t.tower(&tower)))
		for _, n := range tower.Nobles {
			nobles = append(nobles, t.Say("board."+n.Size.String(), "At", cellName(tower.At),
				"Colour", t.Say("colour."+n.Colour.String())))
		}
	}
	for _, b := range z.Bridges {
		if int(b.From.Level) == level {
			bridges = append(bridges, t.Wrap(b.New, "new", bridgeName(b.Bridge)))
		}
	}
	return slices.Concat(
		t.When(len(towers) > 0, "towers_at", "Count", len(towers), "At", towers),
		t.When(len(bridges) > 0, "bridges_at", "Count", len(bridges), "At", bridges),
		t.When(len(nobles) > 0, "board.nobles", "Things", nobles))
}
