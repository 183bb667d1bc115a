package reasons

import (
	"slices"
	"strings"

	"amytis/bot/play/choice"
	"amytis/bot/say/pictures"
	"amytis/engine/table"
	"amytis/render"
)

func (s Step) Picture() pictures.Request { return pictures.Planned(s.Before, s.Move) }

// Picture returns the table in the picture of the turn, and the request for it. The last placement
// is a ghost, unless later steps change the picture.
func (f *Future) Picture() (*table.Table, pictures.Request) {
	in := f.After.Game.Info()
	steps := f.Steps
	if len(steps) > 1 && in.VerbInfo(steps[len(steps)-1].Move.Verb).Ends {
		steps = steps[:len(steps)-1]
	}
	last := steps[len(steps)-1]
	want, shown := last.Picture(), last.Before
	if len(f.Steps) > 1 && in.VerbInfo(last.Move.Verb).AimView == "" {
		want.Ghost = render.Ghost{}
		ghost := slices.IndexFunc(steps, func(s Step) bool { return in.VerbInfo(s.Move.Verb).AimView != "" })
		if ghost >= 0 {
			want.View = in.VerbInfo(steps[ghost].Move.Verb).AimView
		}
		shown = f.After
		if len(steps) < len(f.Steps) {
			shown = f.Steps[len(steps)].Before
		}
	}
	var texts []string
	for _, step := range steps {
		texts = append(texts, choice.FormatMove(f.After.Game, step.Move))
	}
	want.Imagined = strings.Join(texts, ";")
	return shown, want
}
