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
	figures.Files = with(figures.Files, "figures.toml", "data/"+info.ID+".toml")
	for _, lang := range text.Langs() {
		text.Files = with(text.Files, "words.toml", "catalog/"+string(lang)+"/"+info.ID+".toml")
	}
}

// with returns the files of another folder, and one of this package under a path there.
func with(others fs.FS, name, path string) fs.FS {
	all := fstest.MapFS{}
	add := func(from fs.FS, name, path string) error {
		data, err := fs.ReadFile(from, name)
		all[path] = &fstest.MapFile{Data: data}
		return err
	}
	err := fs.WalkDir(others, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return add(others, path, path)
	})
	if err == nil {
		err = add(files, name, path)
	}
	if err != nil {
		panic(err)
	}
	return all
}
