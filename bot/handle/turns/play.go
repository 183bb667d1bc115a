package turns

import (
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
	"amytis/bot/say/pictures"
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
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	if s.Table.Game.Info().ID != g.Info().ID {
		return interaction.About(
			s.Table, engine.Refuse(refusedWrongGame, "", "game", r.Words.Say(s.Table.Game.Info().ID+".name")),
		)
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
			s = now // the attempt may have carried out overdue work
		}
		err = interaction.WithWays(err, nearby(r, s.Table, sub))
	}
	return interaction.About(s.Table, err)
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
		if all := r.AllChosen(); len(all) > 1 && t.Game.Info().VerbInfo(m.Verb).SetUp {
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

// pictureAfter returns the picture after a move that ended a turn. A move of the set-up is a whole
// turn, so that the channel is shown the same: what it has changed.
func pictureAfter(before, after *table.Table, m engine.Move) pictures.Request {
	verb := after.Game.Info().VerbInfo(m.Verb)
	want := pictures.Request{View: verb.View, Seat: m.Seat, Asker: m.Seat}
	if verb.SetUp {
		want.Before = before
	}
	return want
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
		hint := sentences.Hint(r.Words, s.Table, v.Move)
		choices = append(choices, control.Choice(strings.TrimSuffix(name+" · "+hint, " · "), v.Text))
	}
	r.Answer.Respond(ctx, interactions.Choices(choices...))
	return nil
}
