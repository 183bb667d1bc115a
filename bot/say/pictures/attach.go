package pictures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

// Request describes the picture of a view, one of engine.Info.Views, with the things of a seat.
type Request struct {
	View string
	Seat engine.Seat
	// Asker is the seat that sees the picture; 0 for everybody.
	Asker engine.Seat
	// Before is the table before the news, nil for none; the picture marks what has changed since.
	Before *table.Table
	// Ghost is a piece that the seat has not placed yet, and Beside another to compare it with.
	Ghost  render.Ghost
	Beside render.Ghost
	// Marks are parts to point out, as in render.Request.Marks.
	Marks    []string
	Imagined string // a position that the table may come to, "" for its own
	// Replay shows what was hidden and the scores of all players. The game must be over.
	Replay bool
	End    bool // shows the end of the game, for all players
	// Against is another position of the game, shown first. Label stands above each.
	Against  *Frame
	Label    string
	Said     string // begins the alt text
	News     string // begins the alt text of a picture that marks no change
	Brief    bool   // has the alt text tell only the most important
	Possible string // says in the alt text what the asker can do
	// Patient makes the message wait for its picture, however long that takes.
	Patient bool
}

// Planned returns the picture of a move before it is played, as a ghost if the game can draw it.
func Planned(t *table.Table, m engine.Move) Request {
	verb := t.Game.Info().VerbInfo(m.Verb)
	_, err := t.State.Apply(m)
	return Request{
		View: cmp.Or(verb.AimView, verb.View), Seat: m.Seat, Asker: m.Seat,
		Ghost: render.Ghost{Move: m, Legal: err == nil},
	}
}

// Public returns the picture of a public message about what happened between two states: the board
// of the seat that moved last or of the first winner, in a live game everybody's.
func Public(before, after *table.Table, seat engine.Seat) Request {
	want := Request{View: cmp.Or(setupView(after), after.Game.Info().TableView()), Seat: seat, Patient: true}
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

// setupView returns what a set-up and the first turn choose from, "" afterwards and without one.
func setupView(t *table.Table) string {
	in := t.Game.Info()
	setUp := slices.IndexFunc(in.Verbs, func(v engine.VerbInfo) bool { return v.SetUp })
	if setUp < 0 || slices.ContainsFunc(t.Moves, func(m table.Entry) bool {
		verb := in.VerbInfo(m.Move.Verb)
		return !verb.SetUp && verb.View != ""
	}) {
		return ""
	}
	return in.Verbs[setUp].View
}

// Attach adds a picture, or a sentence if it fails or is late. The only error is render.ErrHidden.
func (d *Drawer) Attach(
	ctx context.Context, w *text.Words, m *message.Message, id table.ID, t *table.Table, want Request,
) error {
	f, err := d.picture(ctx, w, id, t, want)
	return d.add(ctx, w, m, f, id, want.View, err)
}

func (d *Drawer) add(
	ctx context.Context, w *text.Words, m *message.Message, f message.File, id table.ID, view string, err error,
) error {
	if err == nil {
		m.Files = append(m.Files, f)
		return nil
	}
	if errors.Is(err, render.ErrHidden) {
		return err
	}
	if !errors.Is(err, errBusy) && ctx.Err() == nil {
		d.log.Warn("cannot draw a picture", slog.Any("table", id), slog.String("view", view), slog.Any("err", err))
	}
	m.Content += "\n" + w.T("bot.picture.busy", nil)
	return nil
}

func (d *Drawer) picture(
	ctx context.Context, w *text.Words, id table.ID, t *table.Table, want Request,
) (message.File, error) {
	view, req := want.makeRenderRequest(w, t)
	gallery := games.Of(t).Gallery
	if want.View == render.LegendView {
		gallery = render.Legend{Gallery: gallery, Words: w}
		want.Imagined += string(w.Lang())
	}
	key := fmt.Sprintf("%s/%d/%d/%s/%s", id, t.Version, len(t.Moves), want.Asker, want.Imagined)
	if want.Before != nil {
		key += fmt.Sprintf("/%d", len(want.Before.Moves))
	}
	if want.Against != nil {
		key += fmt.Sprintf("/%s/%s/%s", want.Against.Want.Imagined, want.Against.Want.Label, want.Label)
	}
	p, err := d.drawn(ctx, key, req, want.Patient, func() (render.Picture, error) {
		if want.Against != nil {
			l, err := Compared(w, Frame{Table: t, Want: want})
			if err != nil {
				return render.Picture{}, err
			}
			return l.Picture(), nil
		}
		return render.PictureOf(gallery, view, req)
	})
	if err != nil {
		return message.File{}, err
	}
	req.Names = Names(w, t, false)
	return message.File{
		Name:        fileName(want.View, id, t),
		ContentType: "image/png",
		Alt:         render.AltOf(withTexts{gallery, want}, view, req, w),
		Data:        p.PNG,
	}, nil
}

// withTexts is a gallery whose descriptions also have the texts of a request.
type withTexts struct {
	render.Gallery
	want Request
}

func (g withTexts) Tell(v engine.View, r render.Request, w render.Words, d render.Detail) render.Facts {
	f := g.Gallery.Tell(v, r, w, d)
	if len(f.Changed) == 0 && g.want.News != "" {
		f.Changed = []string{g.want.News}
	}
	if g.want.Said != "" {
		f.Changed = append([]string{g.want.Said}, f.Changed...)
	}
	if g.want.Possible != "" {
		f.Rest = append([]string{g.want.Possible}, f.Rest...)
	}
	if g.want.Brief && render.AltLength(f.String()) > maxBriefAlt {
		f = f.Fit(maxBriefAlt, w.T("alt.more", nil))
	}
	return f
}

// maxBriefAlt is the length of a brief alt text, in UTF-16 units: what is read in half a minute.
const maxBriefAlt = 400

func (want Request) makeRenderRequest(w *text.Words, t *table.Table) (engine.View, render.Request) {
	req := render.Request{
		View: want.View, Seat: want.Seat, Names: Names(w, t, true), Reader: want.Asker,
		Ghost: want.Ghost, Beside: want.Beside, Marks: want.Marks,
	}
	if want.Before != nil {
		req.Before = want.Before.State.View(want.Asker)
	}
	if want.Replay {
		for i := range t.Players {
			req.Open = append(req.Open, t.State.View(engine.Seat(i+1)))
		}
	}
	if want.End {
		req.End = end(t)
	}
	if want.Asker != 0 && want.Asker == want.Seat {
		req.Can = func() []engine.Move {
			if after, err := t.State.Apply(want.Ghost.Move); want.Ghost.Legal && err == nil {
				return after.Legal(want.Seat, nil)
			}
			return t.State.Legal(want.Seat, nil)
		}
	}
	return t.State.View(want.Asker), req
}

// Names returns the players' names in seat order, the same in all languages: readers share
// pictures. In words is only who has no legible name. A drawn one has letters that the fonts have.
func Names(w *text.Words, t *table.Table, drawn bool) []string {
	names := make([]string, len(t.Players))
	for i, p := range t.Players {
		if drawn && render.Legible(p.Name) == "" {
			p.Name = ""
			p.Namesake = false
		}
		names[i] = sentences.PlainName(w, p)
		if drawn && p.IsComputer() {
			names[i] = text.Drawn(p.Name)
		}
	}
	return names
}

// fileName returns a picture's file name: "view-table-version.png", the version after the last
// move, in base 36. So a message tells what it shows even when its buttons are gone.
func fileName(view string, id table.ID, t *table.Table) string {
	version := table.Version(0)
	if made := len(t.Moves); made > 0 {
		version = t.Moves[made-1].Version
	}
	return view + "-" + strconv.FormatUint(uint64(id), 36) + "-" + strconv.FormatUint(uint64(version), 36) + ".png"
}

// ParseFileName returns the table and the version. Further pictures of a message add to the name.
func ParseFileName(name string) (table.ID, table.Version, bool) {
	parts := strings.Split(strings.TrimSuffix(name, ".png"), "-")
	if len(parts) < 3 {
		return 0, 0, false
	}
	id, err := strconv.ParseUint(parts[1], 36, 64)
	if err != nil {
		return 0, 0, false
	}
	version, err := strconv.ParseUint(parts[2], 36, 32)
	return table.ID(id), table.Version(version), err == nil && id != 0
}
