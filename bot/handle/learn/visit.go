package learn

import (
	"context"
	"math/rand/v2"

	"amytis/bot/handle/interaction"
	"amytis/bot/handle/learn/lessons"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
)

// visit is the store for one request of a learner: the real store with the table of the lesson. It
// keeps the learner's step in place of events.
type visit struct {
	tables.Store
	request *interaction.Request
	lesson  *lessons.Lesson
	// at is the step that was read or saved last.
	at int
	// guides caches the guide of each step.
	guides map[int]interaction.Guide
}

// newVisit leads a request to the table of a lesson.
func newVisit(r *interaction.Request, l *lessons.Lesson) *visit {
	v := &visit{Store: r.Store, request: r, lesson: l, guides: map[int]interaction.Guide{}}
	services := *r.Services
	services.Store = v
	services.Tables = tables.New(v, r.Now, rand.New(rand.NewPCG(1, 1))) // nothing is left to chance
	r.Services = &services
	r.Guide = v.guide
	return v
}

func (v *visit) reached(ctx context.Context) (int, error) {
	p, err := v.Store.Preferences(ctx, v.request.User)
	v.at = v.step(&p)
	return v.at, err
}

func (v *visit) step(p *store.Preferences) int { return v.lesson.StepNamed(p.Lessons[v.lesson.Game]) }

// turnTo goes on from the step at to the one that next returns. An error of next stores nothing.
func (v *visit) turnTo(ctx context.Context, next func(at int) (int, error)) error {
	return v.Store.ChangePreferences(ctx, v.request.User, func(p *store.Preferences) error {
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
	return v.lesson.Log(step, learner, func(id table.UserID) table.Player {
		return sentences.Computer(v.request.Words, id)
	})
}

func (v *visit) Table(ctx context.Context, id table.ID) (store.Header, []table.Event, error) {
	if id != v.lesson.ID() {
		return v.Store.Table(ctx, id)
	}
	step, err := v.reached(ctx)
	if err != nil {
		return store.Header{}, nil, err
	}
	log := v.log(step)
	return v.header(log), log, nil
}

func (v *visit) Header(ctx context.Context, id table.ID) (store.Header, error) {
	if id != v.lesson.ID() {
		return v.Store.Header(ctx, id)
	}
	step, err := v.reached(ctx)
	return v.header(v.log(step)), err
}

// header returns the header of the lesson's table. The table is wherever the learner is.
func (v *visit) header(log []table.Event) store.Header {
	return store.Header{
		Guild: v.request.Guild, Channel: v.request.Channel, Game: v.lesson.Game, Status: store.Running,
		Version: table.Version(len(log)), Players: []table.UserID{v.request.User},
	}
}
