package tictactoe

import (
	"embed"
	"io/fs"
	"testing/fstest"

	"amytis/bot/play/figures"
	"amytis/bot/play/games"
	"amytis/bot/text"
)

//go:embed *.toml
var files embed.FS

// init adds the game to those of the program, for the tests that import it.
func init() {
	games.All = append(games.All, games.Entry{Game: Game, Gallery: gallery{}})
	figures.Add(fstest.MapFS{"data/" + info.ID + ".toml": read("figures.toml")})
	words := fstest.MapFS{}
	for _, lang := range text.Langs() {
		words["catalog/"+string(lang)+"/"+info.ID+".toml"] = read("words.toml")
	}
	text.Add(words)
}

func read(name string) *fstest.MapFile {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		panic(err)
	}
	return &fstest.MapFile{Data: data}
}
