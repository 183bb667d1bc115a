package turns

import (
	"cmp"
	"context"
	"maps"
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

// playCommand handles a command that plays a move. Like a press, it asks first if the player would
// lose something. A refusal comes with similar legal moves.
func playCommand(ctx context.Context, r *interaction.Request, g games.Entry, sub choice.Subcommand) error {
	t := r.At.Table
	p := press{newPanel(ctx, r, r.At, t.Seat(r.User))}
	if p.in.ID != g.Info().ID {
		return engine.Refuse("wrong_game", "", "game", r.Words.Say(p.in.ID+".name"))
	}
	choose := func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		return choice.Find(t, seat, sub, r.Options)
	}
	if m, err := choose(t, p.seat); err == nil {
		if question := p.lossQuestion(m); question != nil {
			r.Answer.Whisper(ctx, question)
			return nil
		}
	}
	err := p.playShown(ctx, choose, (*panel).viewAfterCommand, r.Answer.Whisper)
	if engine.RefusalCode(err) != "" {
		if now, err := r.Tables.Load(ctx, p.s.ID); err == nil {
			r.At = now // the attempt may have carried out overdue work
		}
		r.Answer.Beside.Hint = nearby(r, r.At.Table, sub)
	}
	return err
}

// nearby returns the legal moves closest to a refused one, or else what the player can do.
func nearby(r *interaction.Request, t *table.Table, sub choice.Subcommand) string {
	seat := t.Seat(r.User)
	if !t.Turn().Has(seat) || t.Round.Waiting || t.StoodIn().Has(seat) {
		return ""
	}
	near := text.Each(sub.Nearby(t, seat, r.Options),
		func(m engine.Move) string { return "**" + sentences.Spelled(r.Words, t, m) + "**" })
	if len(near) == 0 {
		return "\n" + sentences.CanDo(r.Words, t, seat)
	}
	return "\n" + r.Words.Say("bot.turn.nearby", "Moves", strings.Join(near, " · "))
}

// play commits the user's move that choose returns. show draws the answer during the commit,
// perhaps several times: the last answer is right.
func play(
	ctx context.Context, r *interaction.Request, choose func(*table.Table, engine.Seat) (engine.Move, error),
	show func(before, after tables.Loaded, m engine.Move),
) error {
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
	_, err := r.Act(ctx, plan, func(before, after tables.Loaded) { show(before, after, m) })
	return err
}

// waiting is a player who is not in turn, or has given up the turn.
type waiting struct{ *panel }

// over returns the answer to a move after which its seat is not in turn, below a note.
func (p waiting) over(ctx context.Context, before *table.Table, m engine.Move, note string) *message.Message {
	answer := &message.Message{
		Content: text.Lines(note, sentences.CanDo(p.Words, p.t, p.seat)), Components: p.waitControls(),
	}
	p.attach(ctx, answer, pictureAfter(before, p.t, m))
	return answer
}

// waitControls returns the button of a player who is not in turn: against computers, whose turns
// post no message below the panel, to open the next turn or give up, else to plan it.
func (p waiting) waitControls() []discordgo.MessageComponent {
	key, style, action := "bot.button.plan", discordgo.SecondaryButton, control.Plan
	switch {
	case p.t.Status == table.Running && p.t.Solo():
		key, style, action = "bot.button.turn", discordgo.PrimaryButton, control.Panel
	case !p.t.MayPlan(p.t.Seat(p.User)):
		return nil
	case len(p.planned()) > 0:
		key = "bot.button.plan_show"
	}
	return p.withGiveUp(p.button(key, style, action, ""))
}

func (p waiting) withGiveUp(button discordgo.MessageComponent) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{control.Row(append([]discordgo.MessageComponent{button}, p.giveUp()...)...)}
}

// giveUp returns the button of one person against computers that ends the game, none for others.
func (p waiting) giveUp() (buttons []discordgo.MessageComponent) {
	if p.t.Status == table.Running && p.t.Solo() {
		buttons = append(buttons, control.GiveUpButton(p.Words, p.s.ID))
	}
	return buttons
}

// suggestMove completes an option of a game's command: legal values that fit the other options, the
// best first, each as menus name its best move, and none if it is not the user's turn.
func suggestMove(ctx context.Context, r *interaction.Request, g games.Entry, sub choice.Subcommand) error {
	s, err := r.Table(ctx)
	if err != nil || s.Table.Game.Info().ID != g.Info().ID || !s.Table.Turn().Has(s.Table.Seat(r.User)) {
		r.Answer.Respond(ctx, interactions.Choices())
		return nil
	}
	given := maps.Clone(r.Options)
	delete(given, r.Focused)
	var choices []*discordgo.ApplicationCommandOptionChoice
	legal := r.Rankings.Of(s.ID, s.Table, s.Table.Seat(r.User))
	for _, v := range choice.BestValues(s.Table, legal, sub, given, r.Focused, r.Options[r.Focused],
		control.MaxChoices) {
		name := text.Capital(text.Unescaped(sentences.Spelled(r.Words, s.Table, v.Move)))
		hint := sentences.Hint(r.Words, s.Table, v.Move)
		choices = append(choices, control.Choice(strings.TrimSuffix(name+" · "+hint, " · "), v.Text))
	}
	r.Answer.Respond(ctx, interactions.Choices(choices...))
	return nil
}

// press is an action of the panel's player.
type press struct{ *panel }

// pressMove plays a control's move. If the player would lose something by it, it asks first.
func (p press) pressMove(ctx context.Context) error {
	text := cmp.Or(p.Chosen(), p.Control.Arg)
	if verb, things := strings.CutPrefix(p.Control.Arg, choice.ThingsMark); things {
		text = choice.WithThings(verb, p.AllChosen)
	}
	return p.pressed(ctx, text)
}

// pressed plays a control's move, after a question if the player would lose something by it.
func (p press) pressed(ctx context.Context, text string) error {
	m, err := choice.ParseMove(p.t.Game, p.seat, text)
	if err != nil {
		return err
	}
	if question := p.lossQuestion(m); question != nil && p.Control.Action != control.Sure {
		p.Answer.InPlace(ctx, question)
		return nil
	}
	return p.playPressed(ctx, m, (*panel).viewAfter)
}

// viewAfter returns the view after a move, below a note.
func (p *panel) viewAfter(ctx context.Context, _ engine.Move, note string) view {
	return p.view(ctx, note)
}

// viewAfterCommand also tells which commands may follow.
func (p *panel) viewAfterCommand(ctx context.Context, _ engine.Move, note string) view {
	return p.view(ctx, status{p}.withCommands(note))
}

// playPressed plays a move and shows next of the panel after it, or returns errOutdated.
func (p press) playPressed(
	ctx context.Context, m engine.Move, next func(*panel, context.Context, engine.Move, string) view,
) error {
	othersActed := false // since the move was offered; stays false in a live game
	choose := func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		if !t.StillValid(seat, p.Control.Version) {
			return engine.Move{}, errOutdated
		}
		othersActed = t.Version != p.Control.Version && !t.State.Pace().Live
		return m, nil
	}
	err := p.playShown(ctx, choose, next, p.Answer.InPlace)
	switch {
	case engine.RefusalCode(err) == "":
		return err
	case othersActed:
		return p.showRefusal(ctx, p.Words.Say("bot.turn.moved_on")+"\n", err)
	}
	return p.showRefusal(ctx, "", err) // in a live game another player was quicker
}

// playShown plays the move that choose returns and answers, by a method of Request.Answer: while
// the seat is in turn, with next of the panel after it.
func (p press) playShown(
	ctx context.Context, choose func(*table.Table, engine.Seat) (engine.Move, error),
	next func(*panel, context.Context, engine.Move, string) view, answer func(context.Context, *message.Message),
) error {
	var line string
	var over *message.Message // the answer if the turn is over
	var m engine.Move
	err := play(ctx, p.Request, choose, func(before, after tables.Loaded, made engine.Move) {
		m, over, line = made, nil, ""
		if !p.guide.Copy {
			line = sentences.Line(p.Words, sentences.ReadBy(before.Table, m.Seat), m)
		}
		if p.Trial == nil && !after.Table.Turn().Has(m.Seat) {
			over = waiting{newPanel(ctx, p.Request, after, m.Seat)}.over(ctx, before.Table, m, line)
		}
	})
	if err != nil {
		return err
	}
	now := newPanel(ctx, p.Request, p.At, p.At.Table.Seat(p.User)) // in a sandbox maybe the next seat
	if over != nil {
		now.show(ctx, view{over, (*panel).redrawn}, answer)
		return nil
	}
	now.show(ctx, next(now, ctx, m, line), answer)
	p.NoteLook(ctx, p.At)
	return nil
}

// showRefusal answers with the current turn panel, below a note and a refusal's words.
func (p press) showRefusal(ctx context.Context, note string, refused error) (err error) {
	note += p.Answer.Explain(p.t, refused)
	if p.At, err = p.Tables.Load(ctx, p.s.ID); err != nil {
		return err
	}
	return showPanel(ctx, p.Request, note, func(ctx context.Context, m *message.Message) {
		p.Answer.AddRule(m, p.s.ID, p.t, refused)
		p.Answer.InPlace(ctx, m)
	})
}

// lossQuestion returns the question before a move that loses something, nil if it does not.
func (p press) lossQuestion(m engine.Move) *message.Message {
	if _, err := p.t.State.Apply(m); err != nil {
		return nil // playing the move refuses it
	}
	d := p.t.State.Describe(m)
	if d.Loss == "" {
		return nil
	}
	return p.sureMessage(p.Words.T(p.in.ID+".loss."+d.Loss, sentences.MoveArgs(p.Words, p.t, m, d)),
		sentences.ButtonWord(p.Words, p.in.ID, p.in.VerbInfo(m.Verb).Subcommand()),
		p.at(control.Sure, choice.FormatMove(p.t.Game, m)))
}

// sureMessage returns a warning with a button that does what all the same, and a way back.
func (p press) sureMessage(warning, what string, c control.Control) *message.Message {
	sure := control.Button(p.Words, "bot.button.sure", discordgo.DangerButton, c)
	sure.Label = text.Cut(p.Words.Pair(sure.Label, what), control.MaxLabel)
	return &message.Message{
		Content: "⚠️ " + warning, Components: []discordgo.MessageComponent{p.backRow(sure)},
		KeepAttachments: true,
	}
}
