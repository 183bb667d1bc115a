package learn

import (
	"context"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/lessons"
	"amytis/engine/table"
	"amytis/store"
)

// visit is a learner at the table of a lesson. The step that the learner has reached stands for the
// table's events.
type visit struct {
	request *interaction.Request
	lesson  *lessons.Lesson
	// at is the step that was read or saved last.
	at int
	// guides caches the guide of each step.
	guides map[int]interaction.Guide
}

// newVisit leads a request to the table of a lesson.
func newVisit(r *interaction.Request, l *lessons.Lesson) *visit {
	v := &visit{request: r, lesson: l, guides: map[int]interaction.Guide{}}
	r.Enter(v)
	return v
}

func (v *visit) ID() table.ID { return v.lesson.ID() }

func (v *visit) step(p *store.Preferences) int { return v.lesson.StepNamed(p.Lessons[v.lesson.Game]) }

// turnTo goes on from the step at to the one that next returns. An error of next stores nothing.
func (v *visit) turnTo(ctx context.Context, next func(at int) (int, error)) error {
	return v.request.Store.ChangePreferences(ctx, v.request.User, func(p *store.Preferences) error {
		v.at = v.step(p)
		to, err := next(v.at)
		if err != nil {
			return err
		}
		if p.Lessons == nil {
			p.Lessons = map[string]string{}
		}
		p.Lessons[v.lesson.Game] = v.lesson.Steps[to].Name
		v.at = to
		return nil
	})
}

func (v *visit) log(step int) []table.Event {
	learner := table.Player{User: v.request.User, Name: v.request.Name}
	return v.lesson.Log(step, learner)
}

func (v *visit) Log(ctx context.Context) ([]table.Event, error) {
	p, err := v.request.Store.Preferences(ctx, v.request.User)
	v.at = v.step(&p)
	return v.log(v.at), err
}
