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
	// Compose returns the display list of the picture that r asks for; ErrHidden for things that
	// the view's seat may not see; other errors for a view of another game and an unknown picture
	// or seat. It never panics.
	Compose(v engine.View, r Request) (*List, error)
	// Facts returns the sentences that describe the picture, or with Whole the position; none if
	// Compose fails.
	Facts(v engine.View, r Request, w Words, d Detail) Facts
	// Board draws the board of r.Seat with its changes and ghosts, whatever r.View is, into half a
	// picture or more, a whole width if boards are Wide. It fails as Compose.
	Board(l *List, v engine.View, r Request, in image.Rectangle) error
	Wide() bool
	// Boards draws the boards of the best, two at most, into a part of the picture of r.End. It
	// fails as Compose.
	Boards(l *List, v engine.View, r Request, in image.Rectangle) error
	// Sign returns the sign of a column of r.End, about size pixels high and anchored in its
	// middle, or nil for the number itself; never nil for [SeatLine].
	Sign(v engine.View, line string, number, size int) *Sprite
	// Icon returns an icon of engine.Info.Icons, made with [DrawIcon], nil if there is none.
	Icon(icon engine.Icon) *Sprite
	// EachSign calls show with the signs of the pictures, for the [Legend]. The text alt.GAME.NAME
	// is the word for a sign, alt.GAME.look.NAME how it looks.
	EachSign(show func(name string, s *Sprite))
}

// PictureOf draws the picture that r asks for, or the end with r.End, as PNG. It fails as Compose.
func PictureOf(g Gallery, v engine.View, r Request) (Picture, error) {
	compose := g.Compose
	if r.End != nil {
		compose = func(v engine.View, r Request) (*List, error) { return EndPicture(g, v, r) }
	}
	l, err := compose(v, r)
	if err != nil {
		return Picture{}, err
	}
	defer l.free()
	return l.Picture(), nil
}
