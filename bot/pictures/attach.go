package pictures

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

// Request describes the picture of a table that is wanted.
type Request struct {
	// View is one of the game's engine.Info.Views.
	View string
	// Seat is the seat whose things are shown.
	Seat engine.Seat
	// Asker is the seat that sees the picture; 0 for everybody.
	Asker engine.Seat
	// Before is the table before what the message tells; the picture marks what has changed since.
	// It is nil for none.
	Before *table.Table
	// Ghost is the piece that the seat has not placed yet.
	Ghost render.Ghost
	// Imagined tells positions apart that the table may come to, "" for the position of the table.
	Imagined string
	// Patient makes the message wait for its picture, however long that takes.
	Patient bool
}

// Told returns the picture of a public message that tells what happened between two states of a
// table: the board of the seat that moved last, or of the first winner. seat may be 0. In a live
// game it shows everybody's, and when a round is over, that round with its last move.
func Told(before, after *table.Table, seat engine.Seat) Request {
	want := Request{View: after.Game.Info().TableView(), Seat: seat, Patient: true}
	if before.State != nil {
		want.Before = before
	}
	pace := after.State.Pace()
	if r, over := after.State.Result(); over {
		want.Seat = r.Winners[0]
	} else if pace.Live {
		want.Seat = 0
		if want.Before != nil && before.State.Pace().Since != pace.Since {
			want.Ghost = render.Ghost{Move: after.Moves[len(after.Moves)-1].Move, Legal: true}
		}
	}
	return want
}

// Attach adds a picture of a table to a message. If the picture fails or takes too long, Attach
// adds a sentence that says so. The only error is render.ErrHidden: the asker may not see this
// picture.
func (d *Drawer) Attach(
	ctx context.Context, w *text.Words, m *session.Message, id table.ID, t *table.Table, want Request,
) error {
	return d.attachOf(ctx, w, m, games.Of(t), id, t, want)
}

// attachOf is Attach with the game entry whose gallery draws.
func (d *Drawer) attachOf(
	ctx context.Context, w *text.Words, m *session.Message, g games.Entry, id table.ID, t *table.Table,
	want Request,
) error {
	f, err := d.picture(ctx, w, g, id, t, want)
	if err == nil {
		m.Files = append(m.Files, f)
		return nil
	}
	if errors.Is(err, render.ErrHidden) {
		return err
	}
	if !errors.Is(err, errBusy) && ctx.Err() == nil {
		d.log.Warn("cannot draw a picture", slog.Any("table", id), slog.String("view", want.View), slog.Any("err", err))
	}
	m.Content += "\n" + w.T("bot.picture.busy", nil)
	return nil
}

// picture returns a picture as a PNG file, with its alt text in the reader's language.
func (d *Drawer) picture(
	ctx context.Context, w *text.Words, g games.Entry, id table.ID, t *table.Table, want Request,
) (session.File, error) {
	view := t.State.View(want.Asker)
	req := render.Request{View: want.View, Seat: want.Seat, Names: names(t), Ghost: want.Ghost}
	key := fmt.Sprintf("%s/%d/%d/%s/%s", id, t.Version, len(t.Moves), want.Asker, want.Imagined)
	if want.Before != nil {
		req.Before = want.Before.State.View(want.Asker)
		key += fmt.Sprintf("/%d", len(want.Before.Moves))
	}
	p, err := d.cache.Get(key, req, func() (render.Picture, error) {
		enter := d.enter
		if want.Patient {
			enter = d.queue
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
		Name:        want.View + ".png",
		ContentType: "image/png",
		Alt:         g.Gallery.Alt(view, req, w),
		Data:        p.PNG,
	}, nil
}

// names returns the players' names in seat order. They are the same for readers of all languages,
// who share the pictures.
func names(t *table.Table) []string {
	names := make([]string, len(t.Players))
	for i, p := range t.Players {
		names[i] = text.Unmarked(p.Name)
		if _, level, computer := p.User.Computer(); computer {
			names[i] = text.Marked(p.Name + " " + strconv.Itoa(level))
		}
	}
	return names
}
