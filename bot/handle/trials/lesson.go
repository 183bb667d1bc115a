package trials

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/turns"
	"amytis/bot/play/games"
	"amytis/bot/play/lessons"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// lesson is a learner at a lesson's table. Of its events only the step's number is kept, as From.
type lesson struct {
	trial
	*lessons.Lesson
}

func newLesson(r *interaction.Request, data *lessons.Lesson) *lesson {
	l := &lesson{trial{request: r, seat: 1}, data}
	l.kind = l
	return l
}

func (l *lesson) find(prefs *store.Preferences) (store.Trial, error) {
	return store.Trial{From: l.StepNamed(prefs.Lessons[l.Game])}, nil
}

func (l *lesson) keep(prefs *store.Preferences, next store.Trial) {
	if prefs.Lessons == nil {
		prefs.Lessons = map[string]string{}
	}
	prefs.Lessons[l.Game] = l.Steps[next.From].Name
}

func (l *lesson) build(context.Context) (err error) {
	l.log = l.Events(l.kept.From, table.Player{User: l.request.User, Name: l.request.Name})
	l.copy, err = table.Load(games.Rules, l.log)
	return err
}

// after accepts the move of the step, which leads to the next one, and an undo, which leads back.
func (l *lesson) after(events []table.Event) (store.Trial, error) {
	next := l.kept
	switch e := events[0]; {
	case e.Kind == table.Undone:
		next.From = l.StepBefore(next.From)
	case e.Kind != table.Moved:
		return next, errOnlyMoves
	case e.Move != l.Steps[next.From].Move:
		return next, l.later(e.Move)
	default:
		next.From++
	}
	return next, nil
}

// later refuses a move that the step does not ask for. It says what the move does and why it waits.
func (l *lesson) later(move string) error {
	w := l.request.Words
	wanted := l.Wanted(l.kept.From)
	if wanted == (engine.Move{}) {
		return engine.Refuse("lesson_read", "")
	}
	m, err := l.copy.Game.ParseMove(move)
	if err != nil {
		return err
	}
	in := l.copy.Game.Info()
	return engine.Refuse("lesson_later", "",
		"move", sentences.Spelled(w, l.copy, m), "what", sentences.Hint(w, l.copy, m), "now", sentences.Spelled(w, l.copy, wanted),
		"why", w.Say(in.ID+".lesson.later."+in.VerbInfo(m.Verb).Name))
}

func (l *lesson) newGuide() interaction.Guide {
	w := l.request.Words
	step := l.kept.From
	g := interaction.Guide{Move: l.Wanted(step), Ghost: l.Ghost(step), Picture: l.picture(), Buttons: l.buttons()}
	g.Rests = g.Move == (engine.Move{})
	if played := l.Played(step); played > 0 && step > 0 {
		g.TellsTurns = true
		g.Picture.Before = l.ago(played)
	}
	g.Text = w.Say("bot.lesson.step", "Game", w.Say(l.Game+".name"), "Step", step+1, "Steps", len(l.Steps)) +
		"\n" + w.T(l.Game+".lesson."+l.Steps[step].Name, l.stepArgs(g.Move))
	return g
}

// picture marks the step's move, or what its text is about.
func (l *lesson) picture() pictures.Request {
	s := l.Steps[l.kept.From]
	want := pictures.Request{View: l.copy.Game.Info().BoardView(), Seat: l.seat, Asker: l.seat}
	if m := l.Wanted(l.kept.From); m != (engine.Move{}) {
		want = pictures.Planned(l.copy, m)
	}
	want.View, want.Seat = cmp.Or(s.View, want.View), cmp.Or(s.Seat, want.Seat)
	want.Marks = s.Marks
	return want
}

// ago returns the step's table as it was some moves ago, nil if the log is refused.
func (l *lesson) ago(moves int) *table.Table {
	t, err := table.Load(games.Rules, l.log[:len(l.log)-moves])
	if err != nil {
		l.request.Log.Error("replaying a lesson", slog.String("game", l.Game), slog.Any("err", err))
		return nil
	}
	return t
}

// stepArgs returns the placeholders of a step's text: its move's, and the labels of the buttons
// that open the cursor and place the piece. A step without a move has none.
func (l *lesson) stepArgs(m engine.Move) map[string]any {
	if m == (engine.Move{}) {
		return nil
	}
	w := l.request.Words
	in := l.copy.Game.Info()
	args := sentences.MoveArgs(w, l.copy, m, l.copy.State.Describe(m))
	sub := sentences.ButtonWord(w, in.ID, in.VerbInfo(m.Verb).Subcommand())
	args["Open"] = w.Say("bot.cursor.open_it", "What", sub)
	args["Here"] = w.Say("bot.cursor.place")
	return args
}

func (l *lesson) buttons() []discordgo.MessageComponent {
	step := l.kept.From
	var all []discordgo.MessageComponent
	if l.Last(step) {
		all = append(all, control.SoloButtons(l.request.Words, "bot.button.solo", l.Game)...)
	} else if l.Steps[step].Move == "" {
		all = append(all, control.Button(l.request.Words, "bot.button.lesson_next", discordgo.SuccessButton,
			control.Control{Action: control.LessonNext, Table: l.ID(), Arg: l.Steps[step].Name}))
	}
	if step == 0 {
		return all
	}
	return append(all, control.Button(l.request.Words, "bot.button.lesson_over", discordgo.SecondaryButton,
		control.Control{Action: control.LessonOver, Table: l.ID()}))
}

// learn handles /learn. The game is the chosen one, else the channel's, else the first.
func learn(ctx context.Context, r *interaction.Request) error {
	return openLesson(ctx, r, r.ChosenGame(ctx).Info().ID)
}

func pressLearn(ctx context.Context, r *interaction.Request) error {
	return openLesson(ctx, r, r.Control.Arg)
}

// openLesson shows the learner's step in the lesson of a game, or in the first lesson.
func openLesson(ctx context.Context, r *interaction.Request, game string) error {
	data, found := lessons.Of(game)
	if !found {
		data = lessons.All()[0]
	}
	l := newLesson(r, data)
	if err := enter(ctx, r, l); err != nil {
		return err
	}
	return turns.ShowPanel(ctx, r, l.ID())
}

// endStep ends a step that is only read. Its button names the step: a second press does nothing.
func (l *lesson) endStep(ctx context.Context) (done bool, err error) {
	s := l.Steps[l.kept.From]
	if s.Name != l.request.Control.Arg || s.Move != "" || l.Last(l.kept.From) {
		return true, nil
	}
	return true, l.change(ctx, store.Trial{From: l.kept.From + 1})
}

func (l *lesson) restart(ctx context.Context) (done bool, err error) {
	return true, l.change(ctx, store.Trial{})
}
