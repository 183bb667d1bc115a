package bot

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

// studio draws pictures, as many at once as there are processors: more would
// only make all of them late.
type studio struct {
	log     *slog.Logger
	cache   *render.Cache
	places  chan struct{}
	waiting atomic.Int32
	// background is for pictures that nobody waits for: they leave a place to
	// those of answers.
	background chan struct{}
}

// Bounds of the queue for a place in the studio. Beyond them the answer comes
// without its picture: unbounded, a rush makes every answer late.
const (
	maxWaiting = 64
	maxWait    = time.Second
)

var errStudioBusy = errors.New("bot: too many pictures are being drawn")

func newStudio(cache *render.Cache, places int, log *slog.Logger) *studio {
	return &studio{log: log, cache: cache, places: make(chan struct{}, places), background: make(chan struct{}, max(1, places-1))}
}

// shot says which picture of a table is wanted.
type shot struct {
	view  string
	seat  engine.Seat // whose things are shown
	asker engine.Seat // who sees it; 0 is everybody
	scale render.Scale
	// ghost is what the seat has not placed yet.
	ghost render.Ghost
	// patient is for what may come later, but not without its picture.
	patient bool
}

// picture draws a table as a file with its alt text in the reader's words.
func (s *studio) picture(ctx context.Context, w *text.Words, g games.Entry, id table.ID, t *table.Table, want shot) (session.File, error) {
	view := t.State.View(want.asker)
	req := render.Request{View: want.view, Seat: want.seat, Scale: want.scale, Names: names(t), Ghost: want.ghost}
	key := id.String() + "/" + strconv.Itoa(int(t.Version)) + "/" + strconv.Itoa(len(t.Moves)) + "/" + want.asker.String()
	p, err := s.cache.Get(key, req, func() (render.Picture, error) {
		enter := s.enter
		if want.patient {
			enter = s.queue
		}
		leave, err := enter(ctx)
		if err != nil {
			return render.Picture{}, err
		}
		defer leave()
		return g.Gallery.Draw(view, req)
	})
	if err != nil {
		return session.File{}, err
	}
	return session.File{
		Name:        want.view + ".png",
		ContentType: "image/png",
		Alt:         g.Gallery.Alt(view, req, w),
		Data:        p.PNG,
	}, nil
}

// enter waits for a place in the studio.
func (s *studio) enter(ctx context.Context) (leave func(), err error) {
	leave = func() { <-s.places }
	select {
	case s.places <- struct{}{}:
		return leave, nil
	default:
	}
	if s.waiting.Add(1) > maxWaiting {
		s.waiting.Add(-1)
		return nil, errStudioBusy
	}
	defer s.waiting.Add(-1)
	timer := time.NewTimer(maxWait)
	defer timer.Stop()
	select {
	case s.places <- struct{}{}:
		return leave, nil
	case <-timer.C:
		return nil, errStudioBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// queue waits for a place however long it takes.
func (s *studio) queue(ctx context.Context) (leave func(), err error) {
	select {
	case s.background <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case s.places <- struct{}{}:
		return func() { <-s.places; <-s.background }, nil
	case <-ctx.Done():
		<-s.background
		return nil, ctx.Err()
	}
}

func names(t *table.Table) []string {
	names := make([]string, len(t.Players))
	for i, p := range t.Players {
		names[i] = p.Name
	}
	return names
}

// attach puts a picture into a message, or says that there is none for now. Its
// error is render.ErrHidden, for a picture that this asker may not see.
func (s *studio) attach(ctx context.Context, w *text.Words, m *session.Message, id table.ID, t *table.Table, want shot) error {
	return s.attachOf(ctx, w, m, gameOf(t), id, t, want)
}

// attachOf is attach with the game that draws.
func (s *studio) attachOf(ctx context.Context, w *text.Words, m *session.Message, g games.Entry, id table.ID, t *table.Table, want shot) error {
	f, err := s.picture(ctx, w, g, id, t, want)
	if err == nil {
		m.Files = append(m.Files, f)
		return nil
	}
	if errors.Is(err, render.ErrHidden) {
		return err
	}
	if !errors.Is(err, errStudioBusy) && ctx.Err() == nil {
		s.log.Warn("drawing", "table", id, "view", want.view, "err", err)
	}
	m.Content += "\n" + w.T("bot.picture.busy", nil)
	return nil
}
