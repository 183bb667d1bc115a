package figures

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"amytis/bot/play/games"
)

//go:embed data
var files embed.FS

// loaded returns the embedded figures by game and topic. It panics if they are broken, which a test
// excludes.
var loaded = sync.OnceValue(func() map[string]map[string]*Figure {
	all := map[string]map[string]*Figure{}
	for _, g := range games.All {
		list, err := load(files, g)
		if err != nil {
			panic(err)
		}
		byTopic := map[string]*Figure{}
		for _, f := range list {
			for _, topic := range f.Topics {
				byTopic[topic] = f
			}
		}
		all[g.Info().ID] = byTopic
	}
	return all
})

// Of returns the figure of a page, or nil. Do not change it.
func Of(game, topic string) *Figure { return loaded()[game][topic] }

type file struct {
	Play   map[string]play
	Figure []*Figure
}

// load reads the figures of a game, none if it has no file yet.
func load(from fs.FS, g games.Entry) ([]*Figure, error) {
	id := g.Info().ID
	data, err := fs.ReadFile(from, "data/"+id+".toml")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("figures: %w", err)
	}
	var read file
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&read); err != nil {
		return nil, fmt.Errorf("figures: %s: %w", id, err)
	}
	for i, f := range read.Figure {
		p, found := read.Play[f.Play]
		if !found {
			return nil, fmt.Errorf("figures: %s: figure %d: no play %q", id, i+1, f.Play)
		}
		f.Name = fmt.Sprintf("%s-%d", id, i+1)
		if err := f.prepare(g, p); err != nil {
			return nil, fmt.Errorf("figures: %s: figure %d: %w", id, i+1, err)
		}
	}
	return read.Figure, nil
}
