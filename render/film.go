package render

import (
	"time"

	"amytis/engine"
	"amytis/render/flatgif"
)

// Frame is a picture of an animation.
type Frame struct {
	// View is the position that the picture shows, and Request says how.
	View    engine.View
	Request Request
	Shown   time.Duration
}

// Film draws one or more frames as an animated GIF that starts again at its end. The error is the
// first of Compose, or flatgif.ErrSize if the pictures differ in size.
func Film(g Gallery, frames []Frame) (Picture, error) {
	var gif flatgif.Encoder
	for _, f := range frames {
		l, err := g.Compose(f.View, f.Request)
		if err != nil {
			return Picture{}, err
		}
		if err := l.film(&gif, f.Shown); err != nil {
			return Picture{}, err
		}
	}
	return Picture{GIF: gif.GIF(), Width: Width, Height: Height}, nil
}

func (l *List) film(gif *flatgif.Encoder, shown time.Duration) error {
	im := newCanvas(l.Width, l.Height)
	defer freeCanvas(im)
	l.paint(im, 0)
	return gif.Add(im, shown)
}
