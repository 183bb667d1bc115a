package views

import (
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/figures"
	"amytis/bot/play/games"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/text"
	"amytis/engine"
	"amytis/render"
	"amytis/render/rendertest"
)

func figureRequest(f *figures.Figure) (engine.View, render.Request) {
	want := figurePicture(f)
	r := render.Request{
		View: want.View, Seat: want.Seat, Ghost: want.Ghost, Beside: want.Beside, Names: []string{"Ana", "Bo", "Cleo"},
	}
	if want.Before != nil {
		r.Before = want.Before.State.View(want.Asker)
	}
	return f.Now.State.View(want.Asker), r
}

func eachFigure(check func(g games.Entry, topic string, f *figures.Figure)) {
	for _, g := range games.All {
		for _, topic := range g.Info().Topics {
			check(g, topic, figures.Of(g.Info().ID, topic))
		}
	}
}

func TestEveryPageOfTheRulesHasAReadablePicture(t *testing.T) {
	eachFigure(func(g games.Entry, topic string, f *figures.Figure) {
		t.Run(g.Info().ID+" "+topic, func(t *testing.T) {
			view, r := figureRequest(f)
			for _, lang := range text.Langs() {
				words, gallery := text.For(string(lang)), g.Gallery
				if f.View == render.LegendView {
					gallery = render.Legend{Gallery: gallery, Words: words}
				}
				l, err := render.Compose(gallery, view, r)
				require.NoError(t, err)
				rendertest.CheckReadable(t, l)
				p, err := render.PictureOf(gallery, view, r)
				require.NoError(t, err)
				require.NotEmpty(t, p.PNG)
				require.NotEmpty(t, render.AltOf(gallery, view, r, words))
			}
		})
	})
}

func TestWordsOfAFigureFitBelowThePage(t *testing.T) {
	eachFigure(func(g games.Entry, topic string, f *figures.Figure) {
		for _, lang := range text.Langs() {
			said := figureText(text.For(string(lang)), f)
			require.Less(t, utf8.RuneCountInString(said), 1024, "%s %s %s", lang, g.Info().ID, topic)
			require.Equal(t, f.News > 0 || f.Scores || len(f.Tried) > 0, said != "", "%s %s", g.Info().ID, topic)
		}
	})
}

func TestPagesAboutPlacingShowAllowedBesideForbidden(t *testing.T) {
	for game, topics := range map[string][]string{
		"gardens": {"dig", "tiles", "decorations", "options", "G-2", "G-6", "G-13", "G-14"},
		"babel":   {"actions", "powers", "B-1", "B-4"},
		"towers":  {"example", "pieces", "nobles", "first_round", "special", "T-6", "T-7", "T-11"},
	} {
		for _, topic := range topics {
			said := figureText(text.For("en"), figures.Of(game, topic))
			require.Contains(t, said, "✅", "%s %s", game, topic)
			require.Contains(t, said, "❌", "%s %s", game, topic)
		}
	}
}

func TestTheLegendPairsEverySignWithItsWholeWord(t *testing.T) {
	for _, g := range games.All {
		view, r := figureRequest(figures.Of(g.Info().ID, g.Info().Topics[0]))
		for _, lang := range text.Langs() {
			w := text.For(string(lang))
			legend := render.Legend{Gallery: g.Gallery, Words: w}
			l, err := render.Compose(legend, view, r)
			require.NoError(t, err)
			alt := render.AltOf(legend, view, r, w)
			legend.EachSign(func(name string, s *render.Sprite) {
				key := "alt." + g.Info().ID + "."
				word, look := w.Say(key+name, "Count", 1), w.Say(key+"look."+name)
				require.Contains(t, l.String(), s.Name+" @")
				require.Contains(t, l.String(), strconv.Quote(word)+" ", "%s: cut", lang)
				require.Contains(t, alt, w.Say("list.pair", "Name", word, "Value", look), lang)
			})
		}
	}
}
