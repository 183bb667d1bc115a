package learn

import (
	"cmp"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

func (v *visit) Guide(t *table.Table) interaction.Guide {
	g, ok := v.guides[v.at]
	if !ok {
		g = v.newGuide(t)
		v.guides[v.at] = g
	}
	return g
}

func (v *visit) newGuide(t *table.Table) interaction.Guide {
	w := v.request.Words
	in := t.Game.Info()
	g := interaction.Guide{Move: v.lesson.Wanted(v.at), Ghost: v.lesson.Ghost(v.at), Picture: v.picture(t), Buttons: v.buttons()}
	g.Rests = g.Move == (engine.Move{})
	if played := v.lesson.Played(v.at); played > 0 && v.at > 0 {
		g.TellsTurns = true
		g.Picture.Before = v.before(played)
	}
	g.Text = w.Say("bot.lesson.step", "Game", w.Say(in.ID+".name"), "Step", v.at+1, "Steps", len(v.lesson.Steps)) +
		"\n" + w.T(in.ID+".lesson."+v.lesson.Steps[v.at].Name, v.stepArgs(t, g.Move))
	return g
}

// picture marks the step's move, or what its text is about.
func (v *visit) picture(t *table.Table) pictures.Request {
	const learner engine.Seat = 1
	s := v.lesson.Steps[v.at]
	want := pictures.Request{View: t.Game.Info().BoardView(), Seat: learner, Asker: learner}
	if m := v.lesson.Wanted(v.at); m != (engine.Move{}) {
		want = pictures.Planned(t, m)
	}
	want.View, want.Seat = cmp.Or(s.View, want.View), cmp.Or(s.Seat, want.Seat)
	want.Marks = s.Marks
	return want
}

// before returns the step's table as it was some moves ago, nil if the log is refused.
func (v *visit) before(moves int) *table.Table {
	log := v.log(v.at)
	t, err := table.Load(games.Rules, log[:len(log)-moves])
	if err != nil {
		v.request.Log.Error("replaying a lesson", slog.String("game", v.lesson.Game), slog.Any("err", err))
		return nil
	}
	return t
}

// stepArgs returns the placeholders of a step's text: its move's, and the labels of the buttons
// that open the cursor and place the piece. A step without a move has none.
func (v *visit) stepArgs(t *table.Table, m engine.Move) map[string]any {
	if m == (engine.Move{}) {
		return nil
	}
	w := v.request.Words
	in := t.Game.Info()
	args := sentences.MoveArgs(w, t, m, t.State.Describe(m))
	sub := sentences.ButtonWord(w, in.ID, in.VerbInfo(m.Verb).Subcommand())
	args["Open"] = w.Say("bot.cursor.open_it", "What", sub)
	args["Here"] = w.Say("bot.cursor.place")
	return args
}

func (v *visit) buttons() []discordgo.MessageComponent {
	l := v.lesson
	var all []discordgo.MessageComponent
	if l.Last(v.at) {
		all = append(all, control.SoloButtons(v.request.Words, "bot.button.solo", l.Game)...)
	} else if l.Steps[v.at].Move == "" {
		all = append(all, control.Button(v.request.Words, "bot.button.lesson_next", discordgo.SuccessButton,
			control.Control{Action: control.LessonNext, Table: l.ID(), Arg: l.Steps[v.at].Name}))
	}
	if v.at == 0 {
		return all
	}
	return append(all, control.Button(v.request.Words, "bot.button.lesson_over", discordgo.SecondaryButton,
		control.Control{Action: control.LessonOver, Table: l.ID()}))
}
