package render

import (
	"errors"
	"image"

	"amytis/engine"
)

// ErrHidden is returned for a picture of things its viewer may not see.
var ErrHidden = errors.New("render: hidden from the viewer")

// Picture is a drawn picture, or an animation of pictures. Its bytes are shared: do not change
// them.
type Picture struct {
	PNG []byte
	// GIF is the file of an animation, which has no PNG.
	GIF           []byte
	Width, Height int
}

// Words looks up texts in the catalog of one language. The argument "Count" selects the plural
// form.
type Words interface {
	T(key string, args map[string]any) string
}

// MaxAlt is the maximum length of an alt text, in UTF-16 code units. Discord limits the description
// of an attachment to 1024 characters; UTF-16 units are the strictest way to count them.
const MaxAlt = 1024

// Gallery draws the pictures of one game, those in its Info.Views, and describes them in words. Its
// methods are safe for concurrent use and do not keep the view.
type Gallery interface {
	// Compose returns the display list of the picture that r asks for. It returns ErrHidden for
	// things that the view's seat may not see. It returns other errors for a view of another game
	// and for an unknown picture or seat. It never panics.
	Compose(v engine.View, r Request) (*List, error)
	// Facts returns the sentences that describe the picture, or with Whole the position. There are
	// none if Compose fails.
	Facts(v engine.View, r Request, w Words, d Detail) Facts
	// Board draws the board of r.Seat with its changes and ghosts into a part of a picture,
	// whatever r.View is. It is at least half a picture wide, a whole one if boards are Wide. Its
	// errors are Compose's.
	Board(l *List, v engine.View, r Request, in image.Rectangle) error
	Wide() bool
	// Boards draws two boards at most, those of the best, into a part of the picture of r.End,
	// where more would be too small. Its errors are Compose's.
	Boards(l *List, v engine.View, r Request, in image.Rectangle) error
	// Sign returns the sign of a column of r.End, about size pixels high with its anchor in the
	// middle, or nil for the number itself. It never returns nil for a seat; see [SeatLine].
	Sign(v engine.View, line string, number, size int) *Sprite
	// Icon returns the picture of an icon of engine.Info.Icons, made with [DrawIcon], nil if the
	// game has no such icon.
	Icon(icon engine.Icon) *Sprite
	// EachSign calls show with the signs of the pictures, for the [Legend]. The word for a sign is
	// the text alt.GAME.NAME, how it looks is alt.GAME.look.NAME.
	EachSign(show func(name string, s *Sprite))
}

// PictureOf draws the picture that r asks for as PNG, which is one of the end with r.End. Its
// errors are Compose's.
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
