package trials

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/lessons"
	"amytis/bot/say/pictures"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/render"
)

// guided returns a learner with some words at a step of a lesson.
func guided(t *testing.T, w *text.Words, data *lessons.Lesson, step int) *lesson {
	t.Helper()
	l := newLesson(&interaction.Request{Input: interaction.Input{Words: w, User: 7, Name: "Ana"}}, data)
	l.kept.From = step
	require.NoError(t, l.build(t.Context()))
	return l
}

func TestStepsHaveTheFactsThatTheirTextsName(t *testing.T) {
	w := text.For("en")
	for _, l := range lessons.All() {
		for i, s := range l.Steps {
			at := guided(t, w, l, i)
			args := at.stepArgs(at.Guide().Move)
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
				at := guided(t, w, l, i)
				marked := draw(w, at.copy, at.Guide().Picture)
				plain := at.Guide().Picture
				plain.Ghost, plain.Before, plain.Marks = render.Ghost{}, nil, nil
				unmarked := draw(w, at.copy, plain)
				require.NotEqual(t, unmarked.Data, marked.Data, "%s: %s", l.Game, s.Name)
				require.NotEqual(t, unmarked.Alt, marked.Alt, "%s: %s", l.Game, s.Name)
				require.False(t, strings.HasPrefix(unmarked.Alt, strings.SplitAfter(marked.Alt, ". ")[0]),
					"%s: %s: the alt text does not begin with what is marked: %s", l.Game, s.Name, marked.Alt)
			}
		}
	}
}
