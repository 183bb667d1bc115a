package render

import "amytis/engine"

// Scale says how large a picture will be shown.
type Scale int

const (
	// Phone pictures are 800 pixels wide and legible when shown at half that.
	Phone Scale = iota
	// Large pictures are for screens on which they are opened in full.
	Large
)

// Request says which picture is wanted.
type Request struct {
	// View is one of the gallery's; "" is its first.
	View string
	// Seat is whose things are shown, where the view shows one seat's. 0 is
	// the seat that the position is seen by.
	Seat  engine.Seat
	Scale Scale
	// Names are the players' by seat: Names[0] is seat 1's.
	Names []string
	// Ghost is a piece that Seat has not placed yet, shown where it would lie,
	// on views in which its verb is chosen by a cursor.
	Ghost Ghost
}

// Ghost is a move that is not made yet; the zero value is none. What is not
// legal is told apart by more than its colour.
type Ghost struct {
	Move  engine.Move
	Legal bool
}

// Name is what a seat is called; "" if the request does not tell.
func (r Request) Name(seat engine.Seat) string {
	if seat < 1 || int(seat) > len(r.Names) {
		return ""
	}
	return r.Names[seat-1]
}

// Picture is a drawn picture. Its bytes are shared: nobody changes them.
type Picture struct {
	PNG           []byte
	Width, Height int
}

// Words is where the words come from: the catalog of one language. The argument
// "Count" chooses between the forms of a plural.
type Words interface {
	T(key string, args map[string]any) string
}

// MaxAlt bounds an alt text: Discord's limit for a description, in UTF-16 code
// units to be on the safe side.
const MaxAlt = 1024

// Gallery is what a game provides: its pictures, and the same in words. Its
// methods may be called concurrently and do not keep the view.
type Gallery interface {
	// Views are the names of the pictures there are, the default first.
	Views() []string
	// Draw fails for a view of another game, a picture or a seat that there
	// is not; it never panics.
	Draw(v engine.View, r Request) (Picture, error)
	// Alt says in words what Draw shows, in MaxAlt characters at most; "" for
	// what Draw refuses.
	Alt(v engine.View, r Request, w Words) string
	// Text gives the whole position in several lines of words and signs, for
	// terminals and screen readers, of any length.
	Text(v engine.View, r Request, w Words) string
}
