package replay

import (
	"time"

	"amytis/bot/say/pictures"
	"amytis/render"
)

// How long the pictures of a film are shown. The last one stays longer.
const (
	shown     = 1500 * time.Millisecond
	shownLast = 5 * time.Second
)

// maxBytes is the size that a film does not exceed, in bytes.
const maxBytes = 2_000_000

// Film draws the replay as an animated GIF. If it is too large, it leaves out every second picture;
// the others mark what changed since the last one in the film.
func (r Replay) Film() (render.Picture, error) { return r.film(maxBytes) }

func (r Replay) film(most int) (render.Picture, error) {
	for {
		p, err := pictures.Film(r.frames())
		if err != nil || len(p.GIF) <= most {
			return p, err
		}
		fewer := r.thinned()
		if len(fewer.turns) == len(r.turns) {
			return p, nil
		}
		r = fewer
	}
}

// thinned leaves out every second picture, but not the first, the last, and the ends of rounds.
func (r Replay) thinned() Replay {
	fewer := Replay{history: r.history, review: r.review}
	for i, turn := range r.turns {
		if i%2 == 0 || i == r.Last() || endsRound(r.history, turn) {
			fewer.turns = append(fewer.turns, turn)
		}
	}
	return fewer
}

func (r Replay) frames() []pictures.Frame {
	frames := make([]pictures.Frame, len(r.turns))
	for i := range frames {
		frames[i] = pictures.Frame{Table: r.At(i), Want: r.Picture(i), Shown: shown}
	}
	frames[r.Last()].Shown = shownLast
	return frames
}
