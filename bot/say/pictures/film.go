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

// Frame is a picture of a film: a position of a table, how it is drawn, and for how long it is
// shown.
type Frame struct {
	Table *table.Table
	Want  Request
	Shown time.Duration
}

// Film returns an animation of at least one frame, all of the same game.
func Film(frames []Frame) (render.Picture, error) {
	made := make([]render.Frame, len(frames))
	for i, f := range frames {
		made[i].View, made[i].Request = f.Want.of(f.Table)
		made[i].Shown = f.Shown
	}
	return render.Film(games.Of(frames[0].Table).Gallery, made)
}

// AttachFilm adds the film of a table to a message, with its alt text. film draws it if it is not
// kept from an earlier message. If it fails or takes too long, AttachFilm adds a sentence that says
// so. name is that of the file, and tells apart the films of a table.
func (d *Drawer) AttachFilm(
	ctx context.Context, w *text.Words, m *message.Message, id table.ID, t *table.Table, name, alt string,
	film func() (render.Picture, error),
) error {
	key := fmt.Sprintf("film/%s/%d", id, t.Version)
	p, err := d.cache.Get(key, render.Request{View: name, Names: Names(t)}, func() (render.Picture, error) {
		leave, err := d.enter(ctx)
		if err != nil {
			return render.Picture{}, err
		}
		defer leave()
		return film()
	})
	f := message.File{Name: name + ".gif", ContentType: "image/gif", Alt: alt, Data: p.GIF}
	return d.add(ctx, w, m, f, id, name, err)
}

// Draw returns the picture of the frame alone.
func (f Frame) Draw() (render.Picture, error) {
	view, req := f.Want.of(f.Table)
	return games.Of(f.Table).Gallery.Draw(view, req)
}
