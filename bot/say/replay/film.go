package replay

import (
	"time"

	"amytis/bot/say/pictures"
	"amytis/render"
)

// How long the pictures of a film are shown. The last one stays longer.
const (
	shown     = 800 * time.Millisecond
	shownLast = 5 * time.Second
)

// maxBytes is the size that a film does not exceed, in bytes.
const maxBytes = 2_000_000

// Film draws the replay as an animated GIF. Of a game that would become too large it leaves out
// every second picture; those that stay mark the changes since the last one in the film.
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

// thinned returns the replay without every second picture. The first and the last stay, and those
// of the end of a round.
func (r Replay) thinned() Replay {
	fewer := Replay{history: r.history, review: r.review}
	for i, turn := range r.turns {
		if i%2 == 0 || i == r.Last() || endsRound(r.history, turn) {
			fewer.turns = append(fewer.turns, turn)
		}
	}
	return fewer
}

// frames returns all pictures, with the time that each is shown.
func (r Replay) frames() []pictures.Frame {
	frames := make([]pictures.Frame, len(r.turns))
	for i := range frames {
		frames[i] = pictures.Frame{Table: r.At(i), Want: r.Picture(i), Shown: shown}
	}
	frames[r.Last()].Shown = shownLast
	return frames
}
