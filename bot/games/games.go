// Package games is the registry: one line a game, and the only place that
// brings a game's rules and its pictures together.
package games

import (
	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/towers"
	"amytis/render"
	babelpictures "amytis/render/babel"
	gardenpictures "amytis/render/gardens"
	towerpictures "amytis/render/towers"
)

// Entry is a game that can be played.
type Entry struct {
	engine.Game
	Gallery render.Gallery
}

// All lists the games, the default first.
var All = []Entry{
	{gardens.Game, gardenpictures.Gallery{}},
	{babel.Game, babelpictures.Gallery{}},
	{towers.Game, towerpictures.Gallery{}},
}

// Find finds a game by its ID.
func Find(id string) (Entry, bool) {
	for _, e := range All {
		if e.Info().ID == id {
			return e, true
		}
	}
	return Entry{}, false
}

// Rules finds the rules of a game by its ID, as table.Load asks for them.
func Rules(id string) (engine.Game, bool) {
	e, found := Find(id)
	return e.Game, found
}
