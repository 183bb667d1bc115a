package render

import (
	"errors"

	"amytis/engine"
)

// ErrHidden is the error of a picture of what its viewer may not see.
var ErrHidden = errors.New("not shown")

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
	// Views are the names of the pictures, those of the game's Info.Views. The first shows the whole
	// table.
	Views() []string
	// Draw fails for a view of another game, a picture or a seat that there
	// is not, with ErrHidden for what the view's seat may not see; it never
	// panics.
	Draw(v engine.View, r Request) (Picture, error)
	// Alt says in words what Draw shows, in MaxAlt characters at most; "" for
	// what Draw refuses.
	Alt(v engine.View, r Request, w Words) string
	// Text gives the whole position in several lines of words and signs, for
	// terminals and screen readers, of any length.
	Text(v engine.View, r Request, w Words) string
}
