// Package replay shows a game that is over again: as a row of pictures with key moments, and as an
// animation of them. It sends nothing.
package replay

import (
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/review"
	"amytis/engine/table"
)

// Replay is a game as a row of pictures, numbered from 0. The first one shows the beginning, and
// each other one what has happened since the one before, mostly a turn.
type Replay struct {
	history sentences.History
	// turns holds for each picture the turn after which it is.
	turns []int
	// review is what was found about the game, nil for nothing.
	review *review.Review
}

// Reviewed returns the replay with the key moments of a review; nil changes nothing.
func (r Replay) Reviewed(found *review.Review) Replay {
	r.review = found
	return r
}

// maxPictures is about the largest number of pictures in a replay. A longer game, such as a quick
// one, in which every move is a turn, has several turns in a picture.
const maxPictures = 60

// Of returns the replay of a table. Its game must have started; to show it, the game must be over,
// because a replay shows what was hidden.
func Of(t *table.Table) (Replay, error) {
	h, err := sentences.HistoryOf(t)
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

// endsRound reports whether a round of a live game ends with a turn. It has its picture, because
// the next position shows the next round.
func endsRound(h sentences.History, turn int) bool {
	before, after := h.At(turn-1).State.Pace(), h.At(turn).State.Pace()
	return before.Live && before.Since != after.Since
}

// Last returns the number of the last picture.
func (r Replay) Last() int { return len(r.turns) - 1 }

// Clamp returns the number of the picture nearest to a number.
func (r Replay) Clamp(number int) int { return min(max(number, 0), r.Last()) }

// Turn returns the turn after which a picture is.
func (r Replay) Turn(number int) int { return r.turns[number] }

// Turns returns the number of turns of the game.
func (r Replay) Turns() int { return r.history.Last() }

// At returns the table that a picture shows.
func (r Replay) At(number int) *table.Table { return r.history.At(r.turns[number]) }

// Lines returns a line for each move that a picture marks.
func (r Replay) Lines(w *text.Words, number int) []string {
	if number == 0 {
		return r.history.Lines(w, 0)
	}
	var lines []string
	for turn := r.turns[number-1] + 1; turn <= r.turns[number]; turn++ {
		lines = append(lines, r.history.Lines(w, turn)...)
	}
	return lines
}

// Picture returns the request for a picture: that of the public message about the turn, with
// everything open.
func (r Replay) Picture(number int) pictures.Request {
	h := r.history
	want := pictures.Request{View: h.Table.Game.Info().TableView()}
	if number > 0 {
		turn := r.turns[number]
		before := r.turns[number-1]
		if endsRound(h, turn) {
			before = turn - 1 // the picture of a round that is over marks its last move only
		}
		want = pictures.Told(h.At(before), h.At(turn), h.Shown(turn))
	}
	want.Patient, want.Replay = false, true
	return want
}
