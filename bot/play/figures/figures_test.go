package figures

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
)

func TestEveryPageOfTheRulesHasAFigure(t *testing.T) {
	for _, g := range games.All {
		list, err := load(Files, g)
		require.NoError(t, err)
		topics := map[string]bool{}
		for _, f := range list {
			for _, topic := range f.Topics {
				require.Contains(t, g.Info().Topics, topic)
				require.False(t, topics[topic], "two figures of %s", topic)
				topics[topic] = true
			}
		}
		for _, topic := range g.Info().Topics {
			require.True(t, topics[topic], "%s has no figure", topic)
			require.NotNil(t, Of(g.Info().ID, topic))
		}
	}
	require.Nil(t, Of("gardens", "nothing"))
}

func TestBrokenFiguresAreRefused(t *testing.T) {
	g, _ := games.Find("towers")
	const play = "[play.a]\nattrs = ['', '', '']\nsetup = '{}'\nmoves = ['1 tower k7.1 n']\n[[figure]]\n"
	for data, want := range map[string]string{
		"nothing = 1":                                     "strict mode",
		"[[figure]]\nplay = 'b'":                          `no play "b"`,
		play + "play = 'a'\nat = 2":                       "of a play of 1",
		play + "play = 'a'\nat = 1\nnews = 2":             "2 are news",
		play + "play = 'a'\nat = 0\nthen = ['2 done']":    "not your turn",
		play + "play = 'a'\nat = 1\ntried = ['3 dances']": "no such verb",
		play + "play = 'a'\nat = 'one'":                   "figures: towers",
	} {
		_, err := load(fstest.MapFS{"data/towers.toml": &fstest.MapFile{Data: []byte(data)}}, g)
		require.ErrorContains(t, err, want, data)
	}
	list, err := load(fstest.MapFS{}, g)
	require.NoError(t, err)
	require.Empty(t, list, "a new game is playable before it has figures")
	list, err = load(fstest.MapFS{"data/towers.toml": &fstest.MapFile{
		Data: []byte(play + "play = 'a'\nat = 1\nnews = 1"),
	}}, g)
	require.NoError(t, err)
	require.Len(t, list[0].Now.Moves, 1)
	require.Len(t, list[0].Between, 1)
}
