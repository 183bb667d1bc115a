package turns

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// refusedWrongGame is the code of a refusal; its text, with the arg game, is in the catalogs below
// table.refused.
const refusedWrongGame = "wrong_game"

// playCommand handles a command that plays a move. Like a press, it asks first if the player would
// lose something. A refusal comes with similar legal moves.
func playCommand(ctx context.Context, r *interaction.Request, g games.Entry, sub choice.Subcommand) error {
	s := r.At
	if s.Table.Game.Info().ID != g.Info().ID {
		return engine.Refuse(refusedWrongGame, "", "game", r.Words.Say(s.Table.Game.Info().ID+".name"))
	}
	choose := func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		return choice.Find(t, seat, sub, r.Options)
	}
	m, err := choose(s.Table, s.Table.Seat(r.User))
	if question := lossQuestion(r, s, m); err == nil && question != nil {
		r.Answer.Whisper(ctx, question)
		return nil
	}
	err = playShown(ctx, r, s, choose, panelAfter, r.Answer.Whisper)
	var refused *engine.RuleError
	if errors.As(err, &refused) {
		if now, err := r.Tables.Load(ctx, s.ID); err == nil {
			r.At = now // the attempt may have carried out overdue work
		}
		err = interaction.WithWays(err, nearby(r, r.At.Table, sub))
	}
	return err
}

// nearby returns the legal moves closest to a refused one, or else what the player can do.
func nearby(r *interaction.Request, t *table.Table, sub choice.Subcommand) string {
	seat := t.Seat(r.User)
	if !t.Turn().Has(seat) || t.Round.Waiting || t.StoodIn().Has(seat) {
		return ""
	}
	var near []string
	for _, m := range sub.Nearby(t, seat, r.Options) {
		near = append(near, "**"+sentences.Spelled(r.Words, t, m)+"**")
	}
	if len(near) == 0 {
		return "\n" + sentences.CanDo(r.Words, t, seat)
	}
	return "\n" + r.Words.Say("bot.turn.nearby", "Moves", strings.Join(near, " · "))
}

// play commits the user's move that choose returns, and returns the table after it. show draws the
// answer during the commit, perhaps several times: the last answer is right.
func play(
	ctx context.Context, r *interaction.Request, choose func(*table.Table, engine.Seat) (engine.Move, error),
	show func(before, after tables.Loaded, m engine.Move),
) (tables.Loaded, error) {
	var m engine.Move
	plan := func(t *table.Table) ([]table.Event, error) {
		seat, err := actingSeat(r, t)
		if err != nil {
			return nil, err
		}
		if m, err = choose(t, seat); err != nil {
			return nil, err
		}
		e := table.Move(t.Game, m, r.User, r.Now().UnixMilli())
		if all := r.AllChosen; len(all) > 1 && t.Game.Info().VerbInfo(m.Verb).SetUp {
			for _, next := range all[1:] {
				e.Then = append(e.Then, seat.String()+" "+next)
			}
		}
		return []table.Event{e}, nil
	}
	_, after, err := r.Act(ctx, plan, func(before, after tables.Loaded) { show(before, after, m) })
	return after, err
}

// overMessage returns the answer to a move after which its seat is not in turn, below a note.
func overMessage(
	ctx context.Context, r *interaction.Request, before, after tables.Loaded, m engine.Move, note string,
) *message.Message {
	answer := &message.Message{
		Content:    text.Lines(note, sentences.CanDo(r.Words, after.Table, m.Seat)),
		Components: waitControls(r, after),
	}
	interaction.AttachBoard(ctx, r, answer, after.ID, after.Table, pictureAfter(before.Table, after.Table, m))
	return answer
}

// waitControls returns the button of a player who is not in turn. One person against computers can
// open the next turn, since the computers' turns post no message below the panel, or give up.
// Others can plan it.
func waitControls(r *interaction.Request, s tables.Loaded) []discordgo.MessageComponent {
	key, style, action := "bot.button.plan", discordgo.SecondaryButton, control.Plan
	switch {
	case s.Table.Status == table.Running && s.Table.Solo():
		key, style, action = "bot.button.turn", discordgo.PrimaryButton, control.Panel
	case !s.Table.MayPlan(s.Table.Seat(r.User)):
		return nil
	case len(r.Planned(s.Table)) > 0:
		key = "bot.button.plan_show"
	}
	button := control.Button(r.Words, key, style, control.At(action, s.ID, s.Table, ""))
	return []discordgo.MessageComponent{control.Row(append([]discordgo.MessageComponent{button}, giveUp(r, s)...)...)}
}

// giveUp returns the button of one person against computers that ends the game, none for others.
func giveUp(r *interaction.Request, s tables.Loaded) (buttons []discordgo.MessageComponent) {
	if s.Table.Status == table.Running && s.Table.Solo() {
		buttons = append(buttons, control.GiveUpButton(r.Words, s.ID))
	}
	return buttons
}

// suggestMove completes an option of a game's command. It offers legal values that fit the other
// options, the best first, each as menus name its best move, and none if it is not the user's turn
// in this game.
func suggestMove(ctx context.Context, r *interaction.Request, g games.Entry, sub choice.Subcommand) error {
	s, err := r.Table(ctx)
	if err != nil || s.Table.Game.Info().ID != g.Info().ID || !s.Table.Turn().Has(s.Table.Seat(r.User)) {
		r.Answer.Respond(ctx, interactions.Choices())
		return nil
	}
	typed := r.Options[r.Focused]
	given := make(map[string]string, len(r.Options))
	for name, value := range r.Options {
		if name != r.Focused {
			given[name] = value
		}
	}
	var choices []*discordgo.ApplicationCommandOptionChoice
	legal := r.Rankings.Of(s.ID, s.Table, s.Table.Seat(r.User))
	for _, v := range choice.BestValues(s.Table, legal, sub, given, r.Focused, typed, control.MaxChoices) {
		name := text.Capital(text.Unescaped(sentences.Spelled(r.Words, s.Table, v.Move)))
		hint := sentences.RankedHint(r.Words, legal, s.Table, v.Move)
		choices = append(choices, control.Choice(strings.TrimSuffix(name+" · "+hint, " · "), v.Text))
	}
	r.Answer.Respond(ctx, interactions.Choices(choices...))
	return nil
}

// pressMove plays a control's move. If the player would lose something by it, it asks first.
func pressMove(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat) error {
	text := cmp.Or(r.Chosen(), r.Control.Arg)
	if verb, things := strings.CutPrefix(r.Control.Arg, choice.ThingsMark); things {
		text = choice.WithThings(verb, r.AllChosen)
	}
	return pressed(ctx, r, s, seat, text)
}

// pressed plays the move that a control stands for, after a question if the player would lose
// something by it.
func pressed(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, text string) error {
	m, err := choice.ParseMove(s.Table.Game, seat, text)
	if err != nil {
		return err
	}
	if question := lossQuestion(r, s, m); question != nil && r.Control.Action != control.Sure {
		r.Answer.InPlace(ctx, question)
		return nil
	}
	return playPressed(ctx, r, s, m, panelAfter)
}

// viewAfter returns the view after a move, below a note. s is the table after the move.
type viewAfter func(ctx context.Context, r *interaction.Request, s tables.Loaded, m engine.Move, note string) view

func panelAfter(ctx context.Context, r *interaction.Request, s tables.Loaded, _ engine.Move, note string) view {
	return panelView(ctx, r, s, s.Table.Seat(r.User), note) // in a sandbox maybe the next seat
}

// playPressed plays a move and shows what to do next. It returns errOutdated for a move that was
// offered at an earlier position.
func playPressed(ctx context.Context, r *interaction.Request, s tables.Loaded, m engine.Move, next viewAfter) error {
	othersActed := false // since the move was offered; stays false in a live game
	choose := func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		if !t.StillValid(seat, r.Control.Version) {
			return engine.Move{}, errOutdated
		}
		othersActed = t.Version != r.Control.Version && !t.State.Pace().Live
		return m, nil
	}
	err := playShown(ctx, r, s, choose, next, r.Answer.InPlace)
	var refused *engine.RuleError
	switch {
	case errors.Is(err, errOutdated):
		return err
	case errors.As(err, &refused) && othersActed:
		return showRefusal(ctx, r, s, r.Words.Say("bot.turn.moved_on")+"\n", err)
	case errors.As(err, &refused): // in a live game another player was quicker
		return showRefusal(ctx, r, s, "", err)
	}
	return err
}

// playShown plays the move that choose returns and answers, by a method of r.Answer, with what to
// do next: while the seat is in turn, the view that next returns. To a command it says which may
// follow.
func playShown(
	ctx context.Context, r *interaction.Request, s tables.Loaded,
	choose func(*table.Table, engine.Seat) (engine.Move, error), next viewAfter, answer func(context.Context, *message.Message),
) error {
	var line string
	var over *message.Message // the answer if the turn is over
	copied := guideOf(r).Copy // the guide changes while a step is taken
	var m engine.Move
	after, err := play(ctx, r, choose, func(before, after tables.Loaded, made engine.Move) {
		m, over = made, nil
		line = sentences.Line(r.Words, sentences.ReadBy(before.Table, m.Seat), m)
		if copied {
			line = ""
		}
		if r.Trial == nil && !after.Table.Turn().Has(m.Seat) {
			over = overMessage(ctx, r, before, after, m, line)
		}
	})
	if err == nil && r.Trial != nil { // a lesson has gone on to its next step
		after, err = r.Tables.Load(ctx, r.Trial.ID())
	}
	if err != nil {
		return err
	}
	if over != nil {
		show(ctx, r, after, m.Seat, view{over, redrawPanel(r, m.Seat)}, answer)
		return nil
	}
	if r.Control.Action == "" {
		line += "\n" + sentences.CanDo(r.Words, after.Table, m.Seat)
	}
	show(ctx, r, after, m.Seat, next(ctx, r, after, m, line), answer)
	r.NoteLook(ctx, after)
	return nil
}

// showRefusal answers with the current turn panel, below a note and a refusal's words.
func showRefusal(ctx context.Context, r *interaction.Request, s tables.Loaded, note string, refused error) error {
	note += r.Answer.Explain(s.Table, refused)
	now, err := r.Tables.Load(ctx, s.ID)
	if err != nil {
		return err
	}
	return showPanel(ctx, r, now, note, func(ctx context.Context, m *message.Message) {
		r.Answer.AddRule(m, s.ID, s.Table, refused)
		r.Answer.InPlace(ctx, m)
	})
}

// lossQuestion returns the question before a move that loses something, nil if it does not.
func lossQuestion(r *interaction.Request, s tables.Loaded, m engine.Move) *message.Message {
	if _, err := s.Table.State.Apply(m); err != nil {
		return nil // playing the move refuses it
	}
	in := s.Table.Game.Info()
	d := s.Table.State.Describe(m)
	if d.Loss == "" {
		return nil
	}
	return sureMessage(r, s, r.Words.T(in.ID+".loss."+d.Loss, sentences.MoveArgs(r.Words, s.Table, m, d)),
		sentences.ButtonWord(r.Words, in.ID, in.VerbInfo(m.Verb).Subcommand()),
		control.At(control.Sure, s.ID, s.Table, choice.FormatMove(s.Table.Game, m)))
}

// sureMessage returns a warning with a button that does what all the same, and a way back.
func sureMessage(r *interaction.Request, s tables.Loaded, warning, what string, c control.Control) *message.Message {
	sure := control.Button(r.Words, "bot.button.sure", discordgo.DangerButton, c)
	sure.Label = text.Cut(r.Words.Pair(sure.Label, what), control.MaxLabel)
	return &message.Message{
		Content:         "⚠️ " + warning,
		Components:      []discordgo.MessageComponent{control.Row(sure, control.BackButton(r.Words, s.ID, s.Table))},
		KeepAttachments: true,
	}
}
