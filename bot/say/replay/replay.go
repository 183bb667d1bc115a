// Package replay shows a game that is over as pictures with key moments, and as an animation.
package replay

import (
	"time"

	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/render"
)

// Replay is a game as a row of pictures, numbered from 0. The first shows the beginning, each other
// one what has happened since the one before, mostly a turn.
type Replay struct {
	history sentences.History
	turns   []int // the last turn in each picture
	review  *review.Review
}

// Reviewed returns the replay with the key moments of a review; nil changes nothing.
func (r Replay) Reviewed(found *review.Review) Replay {
	r.review = found
	return r
}

// maxPictures is about the most pictures in a replay. A long game may have several turns in one.
const maxPictures = 60

// Of returns the replay of a table. Show it only if the game is over: it has what was hidden.
func Of(t *table.Table) (Replay, error) {
	h, err := sentences.NewHistory(t)
	if err != nil {
		return Replay{}, err
	}
	r := Replay{history: h, turns: []int{0}}
	step := (h.Last() + maxPictures - 1) / maxPictures
	for turn := 1; turn <= h.Last(); turn++ {
		if turn-r.turns[len(r.turns)-1] >= step || turn == h.Last() || endsRound(h, turn) {
			r.turns = append(r.turns, turn)
		}
	}
	return r, nil
}

// endsRound reports whether a turn ends a live round, which the next position no longer shows.
func endsRound(h sentences.History, turn int) bool {
	before, after := h.At(turn-1).State.Pace(), h.At(turn).State.Pace()
	return before.Live && before.Since != after.Since
}

// Before says that a picture shows moves of an earlier game; see [sentences.History.Before].
func (r Replay) Before(w *text.Words, number int) string { return r.history.Before(w, r.turns[number]) }

func (r Replay) Last() int { return len(r.turns) - 1 }

func (r Replay) Clamp(number int) int { return min(max(number, 0), r.Last()) }

// When names the last turn in a picture; see [sentences.History.When].
func (r Replay) When(w *text.Words, number int) string { return r.history.When(w, r.turns[number]) }

func (r Replay) Length(w *text.Words) string { return r.history.Length(w) }

func (r Replay) At(number int) *table.Table { return r.history.At(r.turns[number]) }

func (r Replay) Lines(w *text.Words, number int) []string {
	if number == 0 {
		return r.history.Lines(w, 0)
	}
	var lines []string
	for turn := r.turns[number-1] + 1; turn <= r.turns[number]; turn++ {
		lines = append(lines, r.history.Told(w, turn)...)
	}
	return lines
}

// Picture returns the request for a picture: the one of the public message, with everything open.
func (r Replay) Picture(number int) pictures.Request {
	h := r.history
	want := pictures.Request{View: h.Table.Game.Info().TableView()}
	if number > 0 {
		turn := r.turns[number]
		before := r.turns[number-1]
		if endsRound(h, turn) {
			before = turn - 1 // the picture of a round that is over marks its last move only
		}
		want = pictures.Public(h.At(before), h.At(turn), h.Shown(turn))
	}
	want.Patient = false
	want.Replay = true
	return want
}

// How long the pictures of a film are shown. The last one stays longer.
const (
	shown     = 1500 * time.Millisecond
	shownLast = 5 * time.Second
)

// maxBytes is the size that a film does not exceed, in bytes.
const maxBytes = 2_000_000

// Film draws the replay as an animated GIF. If it is too large, it leaves out every second picture;
// the others mark what changed since the last one in the film.
func (r Replay) Film(w *text.Words) (render.Picture, error) { return r.film(w, maxBytes) }

func (r Replay) film(w *text.Words, most int) (render.Picture, error) {
	for {
		p, err := pictures.Film(w, r.frames())
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
