package tictactoe

import (
	_ "embed"
	"testing/fstest"

	"amytis/bot/play/figures"
	"amytis/bot/play/games"
	"amytis/bot/text"
)

//go:embed figures.toml
var figure []byte

//go:embed words.toml
var words []byte

// init adds the game to those of the program, for the tests that import it.
func init() {
	games.All = append(games.All, games.Entry{Game: Game, Gallery: gallery{}})
	figures.Files = append(figures.Files, fstest.MapFS{"data/" + info.ID + ".toml": {Data: figure}})
	for _, lang := range text.Langs() {
		text.Files = append(text.Files, fstest.MapFS{"catalog/" + string(lang) + "/" + info.ID + ".toml": {Data: words}})
	}
}
