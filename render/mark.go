package render

import "fmt"

// part holds the arguments of [List.Part].
type part struct {
	kind       string
	which      any
	x, y, w, h int
}

func (p part) name() string {
	if p.which == nil {
		return p.kind
	}
	return fmt.Sprint(p.kind, " ", p.which)
}

// Part names w by h pixels from x, y that marks can point out: "kind which", or kind alone if which
// is nil. Several parts may share a name.
func (l *List) Part(kind string, which any, x, y, w, h int) {
	l.parts = append(l.parts, part{kind, which, x, y, w, h})
}

// markWide is the width of a mark's frame inside its white edges.
const markWide = 10

// Parts returns the names of the parts that marks can point out.
func (l *List) Parts() []string {
	names := make([]string, len(l.parts))
	for i, p := range l.parts {
		names[i] = p.name()
	}
	return names
}

// DrawMarks frames the named parts, above everything else. It fails if there is no such part.
func (l *List) DrawMarks(names []string) error {
	for _, name := range names {
		marked := 0
		for _, p := range l.parts {
			if p.name() == name {
				marked++
				l.Note("mark %s", name)
				l.drawMark(p)
			}
		}
		if marked == 0 {
			return fmt.Errorf("render: the picture has no part %q", name)
		}
	}
	return nil
}

// drawMark frames a part. The whole frame stays in the picture.
func (l *List) drawMark(p part) {
	const out, edge = markWide / 2, 3
	x, y := max(p.x-out, edge), max(p.y-out, edge)
	w, h := min(p.x+p.w+out, l.Width-edge)-x, min(p.y+p.h+out, l.Height-edge)-y
	l.Put(markSprite(w, h), x, y)
}

// markSprite returns a mark's frame. Its round corners tell it from a [Verdict]'s.
func markSprite(w, h int) *Sprite {
	const edge, round = 3, 14
	return signs.Draw("mark", Key{}, w+2*edge, h+2*edge, edge, edge, func(p *Pen) {
		const half = markWide / 2.
		box := func() { p.Box(half, half, float64(w)-markWide, float64(h)-markWide, round) }
		p.Banded(box, Iris.At(5), White, markWide, edge)
	})
}
