package pictures

import (
	"context"
	"fmt"
	"time"

	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/render"
)

type Frame struct {
	Table *table.Table
	Want  Request
	Shown time.Duration
}

// Film returns an animation of at least one frame, all of the same game.
func Film(w *text.Words, frames []Frame) (render.Picture, error) {
	made := make([]render.Frame, len(frames))
	for i, f := range frames {
		made[i].View, made[i].Request = f.Want.makeRenderRequest(w, f.Table)
		made[i].Shown = f.Shown
	}
	return render.Film(games.Of(frames[0].Table).Gallery, made)
}

// AttachFilm adds a film to a message, or a sentence if it fails or is late. It calls film if the
// cache lacks it. name is the file's, and tells the films of a table apart.
func (d *Drawer) AttachFilm(
	ctx context.Context, w *text.Words, m *message.Message, id table.ID, t *table.Table, name, alt string,
	film func() (render.Picture, error),
) error {
	key := fmt.Sprintf("film/%s/%d", id, t.Version)
	p, err := d.drawn(ctx, key, render.Request{View: name, Names: Names(w, t, true)}, false, film)
	f := message.File{Name: name + ".gif", ContentType: "image/gif", Alt: alt, Data: p.GIF}
	return d.add(ctx, w, m, f, id, name, err)
}

// AttachChart adds a picture of no table, or a sentence. key tells the pictures of a name apart.
func (d *Drawer) AttachChart(
	ctx context.Context, w *text.Words, m *message.Message, name, alt, key string, draw func() render.Picture,
) {
	p, err := d.drawn(ctx, key, render.Request{View: name}, false,
		func() (render.Picture, error) { return draw(), nil })
	f := message.File{Name: name + ".png", ContentType: "image/png", Alt: alt, Data: p.PNG}
	_ = d.add(ctx, w, m, f, 0, name, err) // a chart hides nothing
}

// drawn returns a picture from the cache, or draws it once there is a place.
func (d *Drawer) drawn(
	ctx context.Context, key string, r render.Request, patient bool, draw func() (render.Picture, error),
) (render.Picture, error) {
	return d.cache.Get(key, r, func() (render.Picture, error) {
		leave, err := d.enter(ctx, patient)
		if err != nil {
			return render.Picture{}, err
		}
		defer leave()
		return draw()
	})
}

// Compared returns the picture of a frame beside the one that it is Against.
func Compared(w *text.Words, f Frame) (*render.List, error) {
	return render.Compare(games.Of(f.Table).Gallery, [2]render.Panel{f.Want.Against.panel(w, false), f.panel(w, true)})
}

func (f Frame) panel(w *text.Words, good render.Verdict) render.Panel {
	view, req := f.Want.makeRenderRequest(w, f.Table)
	req.Ghost.Legal = bool(good) // its frame agrees with the sign above
	return render.Panel{View: view, Request: req, Label: f.Want.Label, Good: good}
}

func (f Frame) Draw(w *text.Words) (render.Picture, error) {
	view, req := f.Want.makeRenderRequest(w, f.Table)
	return render.PictureOf(games.Of(f.Table).Gallery, view, req)
}
