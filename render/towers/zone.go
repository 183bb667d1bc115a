package towers

import (
	"image"
	"slices"

	game "amytis/engine/towers"
)

// area is the shown part of a table, in cells.
type area struct{ col, row, cols, rows int }

func (a area) shown() image.Rectangle { return image.Rect(a.col, a.row, a.col+a.cols, a.row+a.rows) }

func areaOf(r image.Rectangle) area { return area{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} }

func (a area) has(c game.Cell) bool { return placeOf(c).In(a.shown()) }

// placeOf returns a cell as a part of the table.
func placeOf(c game.Cell) image.Rectangle {
	return image.Rect(int(c.Col), int(c.Row), int(c.Col)+1, int(c.Row)+1)
}

// kind is the part of a piece that fills a cell.
type kind uint8

const (
	noKind kind = iota
	towerKind
	endKind
	archKind
)

func (k kind) String() string { return [...]string{"", "tower", "bridge end", "arch"}[k] }

func eachCell(z *game.ZoneView, show func(c game.Cell, k kind)) {
	for i := range z.Towers {
		show(z.Towers[i].At, towerKind)
	}
	for i := range z.Bridges {
		for j, c := range z.Bridges[i].Cells() {
			if j == 1 {
				show(c, archKind)
			} else {
				show(c, endKind)
			}
		}
	}
}

func hasChanges(z *game.ZoneView) bool {
	return slices.ContainsFunc(z.Towers, func(t game.TowerView) bool { return t.New }) ||
		slices.ContainsFunc(z.Bridges, func(b game.BridgeView) bool { return b.New })
}

// highest returns the highest level with a piece, or 0 if there is none.
func highest(z *game.ZoneView) int {
	top := 0
	eachCell(z, func(c game.Cell, _ kind) { top = max(top, int(c.Level)) })
	return top
}

// roof is the visible top of a cell of the table, seen from above.
type roof struct {
	level int
	kind  kind
	// nobles are the nobles on top. below are the nobles on a lower tower that has a piece above
	// it; under is that tower's level.
	nobles, below []game.NobleView
	under         int
}

type roofs [game.Side][game.Side]roof

func newRoofs(z *game.ZoneView) *roofs {
	var all roofs
	eachCell(z, func(c game.Cell, k kind) {
		r := &all[c.Col][c.Row]
		if int(c.Level) > r.level {
			r.level, r.kind = int(c.Level), k
		}
	})
	for i := range z.Towers {
		t := &z.Towers[i]
		r := &all[t.At.Col][t.At.Row]
		switch {
		case len(t.Nobles) == 0:
		case int(t.At.Level) == r.level:
			r.nobles = t.Nobles
		default:
			r.below, r.under = t.Nobles, int(t.At.Level)
		}
	}
	return &all
}
