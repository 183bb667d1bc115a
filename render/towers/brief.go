package towers

import (
	"cmp"
	"slices"
	"strings"

	game "amytis/engine/towers"
	"amytis/render"
)

// briefFacts describes a zone in few words: each tower and bridge once, and whether it is free,
// unless the game or round is over. Neighbouring places become ranges such as "e23–e25".
func (t teller) briefFacts(z *game.ZoneView, free bool) (facts []string) {
	tops := map[game.Cell]bool{}
	if free {
		for _, top := range freeTops(z) {
			tops[top.at] = true
		}
	}
	var open, other []stack
	for _, s := range t.stacksOf(z) {
		switch {
		case tops[s.top.At]:
			open = append(open, s)
			continue
		case len(s.top.Nobles) > 0 && !t.view.Expert:
			// The fact about the nobles tells the top.
			if s.from == int(s.top.At.Level) {
				continue
			}
			s.top.At.Level--
		}
		other = append(other, s)
	}
	facts = append(facts, t.Listed("free_towers", t.groups(open, render.Brief), "Zone", z.Number)...)
	facts = append(facts, t.nobles(z, render.Brief)...)
	facts = append(facts, t.bridges(z, tops)...)
	key := render.Choose(free, "other_towers", "all_towers")
	return append(facts, t.Listed(key, t.groups(other, render.Brief), "Zone", z.Number)...)
}

// stack is a run of towers that stand on each other, with expert rules facing the same way.
type stack struct {
	top game.TowerView
	// from is the level of the lowest tower.
	from int
	// facing is 0 without expert rules.
	facing game.Facing
}

// stacksOf returns the stacks of a zone, the highest top first.
func (t teller) stacksOf(z *game.ZoneView) []stack {
	var facings [game.Side][game.Side][game.MaxLevel + 2]game.Facing
	for i := range z.Towers {
		c := z.Towers[i].At
		facings[c.Col][c.Row][c.Level] = z.Towers[i].Facing
	}
	continues := func(c game.Cell, to uint8) bool {
		facing := &facings[c.Col][c.Row]
		return facing[to] != 0 && (!t.view.Expert || facing[to] == facing[c.Level])
	}
	var stacks []stack
	for _, tower := range sortedTowers(z) {
		if continues(tower.At, tower.At.Level+1) {
			continue
		}
		foot := tower.At
		for continues(foot, foot.Level-1) {
			foot.Level--
		}
		s := stack{top: *tower, from: int(foot.Level)}
		if t.view.Expert {
			s.facing = tower.Facing
		}
		stacks = append(stacks, s)
	}
	return stacks
}

// span is a run of levels, both included.
type span struct{ from, to int }

type stackKey struct {
	span
	facing game.Facing
}

// groups describes stacks of the same levels together, in the order of each group's first one. In
// brief they also share the facing, and places become ranges.
func (t teller) groups(stacks []stack, d render.Detail) []string {
	cells := map[stackKey][]game.Cell{}
	for _, s := range stacks {
		cells[s.key()] = append(cells[s.key()], s.top.At)
	}
	var groups render.Grouped[stackKey]
	for _, s := range stacks {
		key := s.key()
		if d != render.Brief {
			groups.Add(stackKey{span: key.span}, t.tower(&s.top))
			continue
		}
		for _, places := range placeRanges(cells[key]) {
			groups.Add(key, places)
		}
		delete(cells, key)
	}
	var things []string
	for key, places := range groups.All {
		if key.facing != 0 {
			places = t.Say("facing."+key.facing.String(), "At", places)
		}
		things = append(things, t.onLevels(key.span, places))
	}
	return things
}

func (s *stack) key() stackKey { return stackKey{span{s.from, int(s.top.At.Level)}, s.facing} }

func (t teller) onLevels(s span, places string) string {
	key := render.Choose(s.from == s.to, "on_level", "stack")
	return t.Say(key, "Things", places, "Level", s.to, "From", s.from)
}

const leastRange = 3

// placeRanges names cells of a level, neighbours in a column or a row as ranges, the longest first.
func placeRanges(cells []game.Cell) []string {
	left := map[game.Cell]bool{}
	for _, c := range cells {
		left[c] = true
	}
	neighbours := func(c game.Cell, col, row uint8) (line []game.Cell) {
		for ; left[c]; c.Col, c.Row = c.Col+col, c.Row+row {
			line = append(line, c)
		}
		return line
	}
	sorted := slices.SortedFunc(slices.Values(cells), compareCells)
	named := map[game.Cell]string{}
	for {
		var longest []game.Cell
		for _, c := range sorted {
			for _, line := range [][]game.Cell{neighbours(c, 1, 0), neighbours(c, 0, 1)} {
				if len(line) > len(longest) {
					longest = line
				}
			}
		}
		if len(longest) < leastRange {
			break
		}
		named[longest[0]] = cellName(longest[0]) + "–" + cellName(longest[len(longest)-1])
		for _, c := range longest {
			delete(left, c)
		}
	}
	var names []string
	for _, c := range sorted {
		if left[c] {
			named[c] = cellName(c)
		}
		if named[c] != "" {
			names = append(names, named[c])
		}
	}
	return names
}

// bridges describes the bridges that are free in all cells, in some, which it names, and in none.
func (t teller) bridges(z *game.ZoneView, tops map[game.Cell]bool) []string {
	bridges := slices.Clone(z.Bridges)
	slices.SortStableFunc(bridges, func(a, b game.BridgeView) int { return cmp.Compare(b.From.Level, a.From.Level) })
	var free, partly, covered render.Grouped[int]
	for _, b := range bridges {
		var open []string
		cells := b.Cells()
		for _, c := range cells {
			if tops[c] {
				open = append(open, cellName(c))
			}
		}
		name := bridgeName(b.Bridge)
		level := int(b.From.Level)
		switch len(open) {
		case len(cells):
			free.Add(level, name)
		case 0:
			covered.Add(level, name)
		default:
			partly.Add(level, t.Say("bridge_partly", "At", name, "Free", open))
		}
	}
	key := render.Choose(len(tops) == 0, "all_bridges", "bridges_covered")
	return slices.Concat(
		t.Listed("bridges_free", t.byLevel(&free), "Zone", z.Number),
		t.Listed("bridges_partly", t.byLevel(&partly), "Zone", z.Number),
		t.Listed(key, t.byLevel(&covered), "Zone", z.Number),
	)
}

// briefNews lists the pieces marked as new or changed, those without nobles by level.
func (t teller) briefNews(z *game.ZoneView) (things []string) {
	var towers, bridges render.Grouped[int]
	for _, tower := range sortedTowers(z) {
		switch level := int(tower.At.Level); {
		case !tower.New:
		case len(tower.Nobles) == 0:
			towers.Add(level, t.tower(tower))
		default:
			at := t.Say("on_level", "Things", t.tower(tower), "Level", level)
			things = append(things, t.Say("with_nobles", "Thing", at, "Nobles", t.nobleNames(tower.Nobles)))
		}
	}
	for _, b := range z.Bridges {
		if b.New {
			bridges.Add(int(b.From.Level), bridgeName(b.Bridge))
		}
	}
	tell := func(key string, groups *render.Grouped[int]) {
		for level, places := range groups.All {
			pieces := t.Say(key, "Count", 1+strings.Count(places, ", "), "At", places)
			things = append(things, t.Say("on_level", "Things", pieces, "Level", level))
		}
	}
	tell("towers_at", &towers)
	tell("bridges_at", &bridges)
	return things
}
