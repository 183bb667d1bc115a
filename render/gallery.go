package render

import (
	"errors"
	"image"

	"amytis/engine"
)

// ErrHidden is returned for a picture of things its viewer may not see.
var ErrHidden = errors.New("render: hidden from the viewer")

// Picture is a drawn picture or an animation. Its bytes are shared: do not change them.
type Picture struct {
	PNG           []byte
	GIF           []byte // an animation, which has no PNG
	Width, Height int
}

// Words looks up texts of one language. The argument "Count" selects the plural form.
type Words interface {
	T(key string, args map[string]any) string
}

// MaxAlt is the maximum length of an alt text. Discord limits it to 1024 characters, of which
// UTF-16 units are the strictest count.
const MaxAlt = 1024

// Gallery draws the pictures of one game, its Info.Views, and describes them in words. It is safe
// for concurrent use and does not keep the view.
type Gallery interface {
	// Complete returns the request that the other methods get; ErrHidden for things that the view's
	// seat may not see; other errors for a view of another game and an unknown picture or seat. It
	// never panics.
	Complete(v engine.View, r Request) (Request, error)
	// Draw returns the display list of the picture that r asks for.
	Draw(v engine.View, r Request) *List
	// Tell returns the sentences that describe the picture, or with Whole the position.
	Tell(v engine.View, r Request, w Words, d Detail) Facts
	// Board draws the board of r.Seat with its changes and ghosts into half a picture or more, a
	// whole width if boards are Wide. r.View is the BoardView.
	Board(l *List, v engine.View, r Request, in image.Rectangle)
	Wide() bool
	// Boards draws the boards of the best, two at most, into a part of the picture of r.End.
	Boards(l *List, v engine.View, r Request, in image.Rectangle)
	// Sign returns the sign of a column of r.End, about size pixels high and anchored in its
	// middle, or nil for the number itself; never nil for [SeatLine].
	Sign(v engine.View, line string, number, size int) *Sprite
	// Icon returns an icon of engine.Info.Icons, made with [DrawIcon], nil if there is none.
	Icon(icon engine.Icon) *Sprite
	// EachSign calls show with the signs of the pictures, for the [Legend]. The text alt.GAME.NAME
	// is the word for a sign, alt.GAME.look.NAME how it looks.
	EachSign(show func(name string, s *Sprite))
}

// Compose returns the display list of the picture that r asks for. It fails as Gallery.Complete,
// and for marks that the picture does not have.
func Compose(g Gallery, v engine.View, r Request) (*List, error) {
	r, err := g.Complete(v, r)
	if err != nil {
		return nil, err
	}
	l := g.Draw(v, r)
	return l, l.DrawMarks(r.Marks)
}

// FactsOf returns the sentences that describe a picture, none if Compose fails.
func FactsOf(g Gallery, v engine.View, r Request, w Words, d Detail) Facts {
	r, err := g.Complete(v, r)
	if err != nil {
		return Facts{}
	}
	return g.Tell(v, r, w, d)
}

// PictureOf draws the picture that r asks for, or the end with r.End, as PNG. It fails as Compose.
func PictureOf(g Gallery, v engine.View, r Request) (Picture, error) {
	compose := Compose
	if r.End != nil {
		compose = EndPicture
	}
	l, err := compose(g, v, r)
	if err != nil {
		return Picture{}, err
	}
	defer l.free()
	return l.Picture(), nil
}
