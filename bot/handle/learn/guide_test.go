package learn

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/lessons"
	"amytis/bot/say/pictures"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/render"
)

// guided returns the table of a lesson's step, and what a learner with these words sees there.
func guided(t *testing.T, w *text.Words, l *lessons.Lesson, step int) (*table.Table, interaction.Guide) {
	t.Helper()
	v := &visit{
		request: &interaction.Request{Input: interaction.Input{Words: w, User: 7, Name: "Ana"}},
		lesson:  l, at: step,
	}
	now, err := table.Load(games.Rules, v.log(step))
	require.NoError(t, err)
	return now, v.newGuide(now)
}

func TestStepsHaveTheFactsThatTheirTextsName(t *testing.T) {
	w := text.For("en")
	for _, l := range lessons.All() {
		for i, s := range l.Steps {
			now, g := guided(t, w, l, i)
			args := (&visit{request: &interaction.Request{Input: interaction.Input{Words: w}}}).stepArgs(now, g.Move)
			for _, name := range text.Placeholders(l.Game + ".lesson." + s.Name) {
				require.NotEmpty(t, args[name], "%s: %s: %s", l.Game, s.Name, name)
			}
		}
	}
}

// TestEveryPictureMarksWhatItsStepIsAbout compares the pictures of lessons with pictures of the
// same positions without marks, and looks for the marks in the alt texts.
func TestEveryPictureMarksWhatItsStepIsAbout(t *testing.T) {
	d := pictures.NewDrawer(render.NewCache(1), 1, slog.New(slog.DiscardHandler))
	draw := func(w *text.Words, now *table.Table, want pictures.Request) message.File {
		m := &message.Message{}
		require.NoError(t, d.Attach(t.Context(), w, m, 1, now, want))
		require.Len(t, m.Files, 1, m.Content)
		return m.Files[0]
	}
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		for _, l := range lessons.All() {
			for i, s := range l.Steps {
				if s.View == render.LegendView {
					continue
				}
				now, g := guided(t, w, l, i)
				marked := draw(w, now, g.Picture)
				plain := g.Picture
				plain.Ghost, plain.Before, plain.Marks = render.Ghost{}, nil, nil
				unmarked := draw(w, now, plain)
				require.NotEqual(t, unmarked.Data, marked.Data, "%s: %s", l.Game, s.Name)
				require.NotEqual(t, unmarked.Alt, marked.Alt, "%s: %s", l.Game, s.Name)
				require.False(t, strings.HasPrefix(unmarked.Alt, strings.SplitAfter(marked.Alt, ". ")[0]),
					"%s: %s: the alt text does not begin with what is marked: %s", l.Game, s.Name, marked.Alt)
			}
		}
	}
}
