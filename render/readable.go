package render

import "fmt"

// Width and Height are a message's picture in pixels. Discord's desktop client shows it 550 by 350,
// a phone about 350 wide.
const (
	Width  = 1100
	Height = 700
)

// MinReadable is the least height in pixels of what has to be read: 9 shown 350 wide, 14 shown 550.
const MinReadable = (9*Width + 349) / 350

// MinScenery is the least height of letters that one may pass over, 12 in a picture 550 wide.
const MinScenery = 12 * Width / 550

// Scenery marks what draw adds as scenery, which nobody has to read; see [List.Unreadable].
func (l *List) Scenery(draw func()) { l.SceneryIf(true, draw) }

// SceneryIf is Scenery if yes is true; else it only calls draw.
func (l *List) SceneryIf(yes bool, draw func()) {
	before := l.scenery
	l.scenery = before || yes
	draw()
	l.scenery = before
}

// Unreadable returns, for tests, letters and sprites lower than MinReadable, and letters covered by
// more than a tenth; in scenery only letters lower than MinScenery.
func (l *List) Unreadable() (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for i := range l.ops {
		switch o := &l.ops[i]; {
		case o.kind == opText && (o.style.Height < MinScenery || o.style.Height < MinReadable && !o.scenery):
			fault("%q at %d,%d is %d pixels high", o.text, o.x, o.y, o.style.Height)
		case o.scenery:
		case o.kind == opSprite && o.bottom-o.top < MinReadable:
			fault("%s at %d,%d is %d pixels high", o.sprite.Name, o.x, o.y, o.bottom-o.top)
		}
	}
	painted := l.painters()
	for i := range l.ops {
		o := &l.ops[i]
		if o.kind != opText || o.scenery {
			continue
		}
		var ink, visible int
		o.eachRun(l, func(from, to int) {
			ink += to - from
			for _, by := range painted[from:to] {
				if int(by) == i+1 {
					visible++
				}
			}
		})
		if (ink-visible)*10 > ink {
			fault("%q at %d,%d is covered: %d of %d pixels are seen", o.text, o.x, o.y, visible, ink)
		}
	}
	return faults
}

// painters returns for each pixel the number of the operation last to paint it, from 1; 0 for none.
func (l *List) painters() []int32 {
	painted := make([]int32, l.Width*l.Height)
	for i := range l.ops {
		l.ops[i].eachRun(l, func(from, to int) {
			row := painted[from:to]
			for j := range row {
				row[j] = int32(i + 1)
			}
		})
	}
	return painted
}

// eachRun calls paint with every run of covered, not blended pixels, which are counted row by row.
func (o *op) eachRun(l *List, paint func(from, to int)) {
	run := func(x, y, n int) {
		from, to := max(x, 0), min(x+n, l.Width)
		if from < to && y >= 0 && y < l.Height {
			paint(y*l.Width+from, y*l.Width+to)
		}
	}
	if o.kind == opArea {
		for y := o.y; y < o.y+o.h; y++ {
			run(o.x, y, o.w)
		}
	}
	o.eachSprite(func(s *Sprite, x int) {
		for _, p := range s.spans {
			if !p.blended {
				run(x+int(p.x), o.y+int(p.y), int(p.n))
			}
		}
	})
}
