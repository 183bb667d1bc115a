package learn

import (
	"context"
	"errors"

	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// errNotInLesson refuses a change that no panel offers.
var errNotInLesson = errors.New("learn: a lesson has moves only")

var errLater = errors.New("learn: this move comes later")

// The codes of refusals; their texts are in the catalogs under table.refused.
const (
	refusedLater = "lesson_later" // args: move, what, why, now
	refusedRead  = "lesson_read"
)

// Commit accepts the move of the step, which leads to the next one, and an undo, which leads back.
func (v *visit) Commit(ctx context.Context, c store.Commit) error {
	err := v.turnTo(ctx, func(at int) (int, error) {
		switch {
		case len(v.log(at)) != int(c.Want):
			return at, store.ErrConflict
		case len(c.Events) == 0:
			return at, errNotInLesson
		}
		switch e := c.Events[0]; {
		case e.Kind == table.Undone:
			return v.lesson.StepBefore(at), nil
		case e.Kind != table.Moved:
			return at, errNotInLesson
		case e.Move == v.lesson.Steps[at].Move:
			return at + 1, nil
		default:
			return at, errLater
		}
	})
	if errors.Is(err, errLater) {
		return v.later(v.at, c.Events[0].Move)
	}
	return err
}

// later refuses a move that a step does not ask for. It says what the move does and why it waits.
func (v *visit) later(step int, text string) error {
	w := v.request.Words
	in := v.lesson.Entry().Info()
	wanted := v.lesson.Wanted(step)
	if wanted == (engine.Move{}) {
		return engine.Refuse(refusedRead, "")
	}
	t, err := table.Load(games.Rules, v.log(step))
	if err != nil {
		return err
	}
	m, err := t.Game.ParseMove(text)
	if err != nil {
		return err
	}
	return engine.Refuse(refusedLater, "",
		"move", sentences.Spelled(w, t, m), "what", sentences.Hint(w, t, m), "now", sentences.Spelled(w, t, wanted),
		"why", w.Say(in.ID+".lesson.later."+in.VerbInfo(m.Verb).Name))
}
