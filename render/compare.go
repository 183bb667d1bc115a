package render

import (
	"image"

	"amytis/engine"
)

// Panel is a board in a picture that compares two, below a label and a sign.
type Panel struct {
	View    engine.View
	Request Request
	Label   string
	Good    Verdict
}

// Compare draws two boards side by side, or wide ones one above the other.
func Compare(g Gallery, panels [2]Panel) (*List, error) {
	const head, gap, sign = 52, 4, 40
	l := NewList(Width, Height, Paper)
	w := Choose(g.Wide(), Width, Width/2)
	h := Choose(g.Wide(), Height/2, Height)
	style := Bold(MinReadable+5, Black)
	for i := range panels {
		p := &panels[i]
		p.Request.View = ""
		var err error
		p.Request, err = g.Complete(p.View, p.Request)
		if err != nil {
			return nil, err
		}
	}
	for i, p := range panels {
		x, y := i*w%Width, i*w/Width*h
		left := x + (w-sign-gap-style.Width(p.Label))/2
		l.Put(p.Good.Sign(sign), left+sign/2, y+head/2)
		l.Text(style, left+sign+2*gap, y+(head+style.Height)/2, Left, p.Label)
		p.Request.Compared = &panels
		g.Board(l, p.View, p.Request, image.Rect(x+gap, y+head, x+w-gap, y+h-gap))
	}
	return l, nil
}
