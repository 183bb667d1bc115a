package towers

import (
	"cmp"
	"slices"

	game "amytis/engine/towers"
	"amytis/render"
)

// facts describes a picture: its marks, who may build, where one may build, and all pieces.
func (t teller) facts(s scene, d render.Detail) render.Facts {
	f := render.Facts{Changed: t.Marked(s.req.Marks)}
	if s.ghost.isShown() {
		f.Changed = append(f.Changed, t.ghost(s.ghost))
		if s.ghost.beside != nil {
			f.Changed = append(f.Changed, t.ghost(*s.ghost.beside))
		}
	}
	if s.scored {
		f.Changed = append(f.Changed, t.pastRound(len(t.view.Rounds)-1))
	}
	news := render.Choose(d == render.Brief, t.briefNews, t.newPieces)
	for _, z := range s.zones {
		f.Changed = append(f.Changed, t.Listed("changed", news(z), "Zone", z.Number)...)
	}
	status := t.stage()
	if s.scored && t.view.Stage != game.Over {
		status = []string{t.Say("next_round", "Round", len(t.view.Rounds)+1)}
	} else if t.view.Quick && t.view.Stage != game.Over {
		f.Next = []string{t.Say("building", "Names", t.NamesOf(t.view.Turn.Slice()))}
	}
	f.Next = append(f.Next, status[0])
	f.Rest = append(f.Rest, status[1:]...)
	if s.req.View != viewTable || d == render.Full && len(s.zones) == len(t.view.Zones) {
		f.Rest = append(f.Rest, t.Say("view."+s.req.View))
	}
	f.Rest = append(f.Rest, t.players(s, d)...)
	building := t.view.Stage != game.Over && !s.scored
	tellings := []func(*game.ZoneView) []string{
		t.heading, t.freePlaces(building, "free_towers", towerKind),
		func(z *game.ZoneView) []string { return t.nobles(z, render.Full) },
		t.freePlaces(building, "free_bridges", endKind, archKind),
		func(z *game.ZoneView) []string { return t.bridges(z, nil) },
		func(z *game.ZoneView) []string {
			return t.Listed("all_towers", t.groups(t.stacksOf(z), render.Full), "Zone", z.Number)
		},
	}
	if d == render.Brief {
		tellings = []func(*game.ZoneView) []string{
			t.heading, func(z *game.ZoneView) []string { return t.briefFacts(z, building) },
		}
	}
	for _, tell := range tellings {
		for _, z := range s.zones {
			f.Rest = append(f.Rest, tell(z)...)
		}
	}
	return f
}

// players describes all players in the view "table", with the leaders of levels of a tactical game,
// else the player who chooses.
func (t teller) players(s scene, d render.Detail) (parts []string) {
	seat := cmp.Or(s.req.Seat, t.view.Active)
	if s.req.View == viewTable {
		for i := range t.view.Players {
			parts = append(parts, t.player(&t.view.Players[i], d))
		}
	} else if seat != 0 {
		parts = append(parts, t.player(&t.view.Players[seat-1], render.Full))
	}
	if !t.view.Quick {
		parts = append(parts, t.leaders(newLadder(s.view, s.ghost, s.req.Seat))...)
	}
	return parts
}

// heading names a zone of the quick game and its players, or says that nothing stands.
func (t teller) heading(z *game.ZoneView) []string {
	empty := t.When(highest(z) == 0, "empty", "Zone", z.Number)
	if t.view.Quick {
		return append([]string{t.zone(z)}, empty...)
	}
	return empty
}

func (t teller) newPieces(z *game.ZoneView) (things []string) {
	for _, tower := range z.Towers {
		if !tower.New {
			continue
		}
		text := t.Say("new_tower", "At", t.tower(&tower), "Level", int(tower.At.Level))
		if len(tower.Nobles) > 0 {
			text = t.Say("with_nobles", "Thing", text, "Nobles", t.nobleNames(tower.Nobles))
		}
		things = append(things, text)
	}
	for _, b := range z.Bridges {
		if b.New {
			things = append(things, t.Say("new_bridge", "At", bridgeName(b.Bridge), "Level", int(b.From.Level)))
		}
	}
	return things
}

// nobleNames names nobles, such as "small blue noble".
func (t teller) nobleNames(nobles []game.NobleView) (names []string) {
	for _, n := range nobles {
		if t.nobleWords[n] == "" {
			t.nobleWords[n] = t.Say("noble."+n.Size.String(), "Colour", t.Say("colour."+n.Colour.String()))
		}
		names = append(names, t.nobleWords[n])
	}
	return names
}

// freePlaces describes where a noble or a piece may stand on parts of some kinds, by their level.
func (t teller) freePlaces(building bool, key string, kinds ...kind) func(z *game.ZoneView) []string {
	return func(z *game.ZoneView) []string {
		var groups render.Grouped[int]
		for _, top := range freeTops(z) {
			if building && slices.Contains(kinds, top.kind) {
				groups.Add(int(top.at.Level), cellName(top.at))
			}
		}
		return t.Listed(key, t.byLevel(&groups), "Zone", z.Number)
	}
}

func (t teller) byLevel(groups *render.Grouped[int]) (things []string) {
	for level, places := range groups.All {
		things = append(things, t.Say("on_level", "Level", level, "Things", places))
	}
	return things
}

// freeTops returns the blocks on which a piece may stand, the highest first: tops of towers without
// nobles and of bridges, below the highest level, without an arch right above the empty cell.
func freeTops(z *game.ZoneView) []block {
	// There are two levels more than pieces can have, to look above the highest.
	var kinds [game.Side][game.Side][game.MaxLevel + 3]kind
	eachBlock(z, func(b block) { kinds[b.at.Col][b.at.Row][b.at.Level] = b.kind })
	var free []block
	eachBlock(z, func(b block) {
		stack := &kinds[b.at.Col][b.at.Row]
		level := b.at.Level
		taken := len(b.nobles) > 0 || stack[level+1] != noKind || stack[level+2] == archKind
		if !taken && (level < game.MaxLevel || b.kind == towerKind) {
			free = append(free, b)
		}
	})
	slices.SortFunc(free, func(a, b block) int { return compareCells(a.at, b.at) })
	return free
}

// nobles describes the nobles of each level, the highest first: by towers, in brief by look.
func (t teller) nobles(z *game.ZoneView, d render.Detail) (facts []string) {
	for towers := sortedTowers(z); len(towers) > 0; {
		level := towers[0].At.Level
		var things []string
		var alike render.Grouped[game.NobleView]
		for ; len(towers) > 0 && towers[0].At.Level == level; towers = towers[1:] {
			at := cellName(towers[0].At)
			nobles := towers[0].Nobles
			if d == render.Full && len(nobles) > 0 {
				things = append(things, t.noblesOn(at, nobles))
				continue
			}
			for _, n := range nobles {
				alike.Add(n, at)
			}
		}
		for noble, places := range alike.All {
			things = append(things, t.noblesOn(places, []game.NobleView{noble}))
		}
		facts = append(facts, t.Listed("nobles", things, "Level", int(level), "Zone", z.Number)...)
	}
	return facts
}

func (t teller) noblesOn(at string, nobles []game.NobleView) string {
	return t.Say("nobles_on", "At", at, "Nobles", t.nobleNames(nobles))
}

func sortedTowers(z *game.ZoneView) []*game.TowerView {
	towers := make([]*game.TowerView, len(z.Towers))
	for i := range z.Towers {
		towers[i] = &z.Towers[i]
	}
	slices.SortFunc(towers, func(a, b *game.TowerView) int { return compareCells(a.At, b.At) })
	return towers
}

func compareCells(a, b game.Cell) int {
	return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Row, b.Row))
}
