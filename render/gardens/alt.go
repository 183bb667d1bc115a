package gardens

import (
	"amytis/engine"
	"amytis/render"
)

// Alt says in words what a picture shows; see render.Gallery.
func (Gallery) Alt(v engine.View, r render.Request, w render.Words) string { return "" }

// Text gives the whole position in words and signs; see render.Gallery.
func (Gallery) Text(v engine.View, r render.Request, w render.Words) string { return "" }
