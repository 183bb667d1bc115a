package turns

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// playCommand handles a slash command that plays a move. A refusal comes with a hint about legal
// moves that are similar.
func playCommand(ctx context.Context, r *interaction.Request, g games.Entry, sub choice.Subcommand) error {
	s, err := r.InChannel(ctx)
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
	done, err := play(ctx, r, s.ID, choose)
	var refused *engine.RuleError
	if errors.As(err, &refused) {
		if now, err := r.Tables.Load(ctx, s.ID); err == nil {
			s = now // the attempt may have carried out overdue work
		}
		return interaction.AboutWithHint(s.Table, err, nearby(r, s.Table, sub))
	}
	if err != nil {
		return interaction.About(s.Table, err)
	}
	r.Answer.Whisper(ctx, done)
	return nil
}

// nearby returns a line about the legal moves closest to a refused one. If there are none, it says
// what the player can do.
func nearby(r *interaction.Request, t *table.Table, sub choice.Subcommand) string {
	seat := t.Seat(r.User)
	if !t.Turn().Has(seat) || t.Round.Waiting || t.StoodIn().Has(seat) {
		return ""
	}
	var near []string
	for _, m := range sub.Nearby(t, seat, r.Options) {
		near = append(near, "`"+sentences.Spelled(r.Words, t.Game.Info(), m)+"`")
	}
	if len(near) == 0 {
		return "\n" + sentences.CanDo(r.Words, t, seat)
	}
	return "\n" + r.Words.Say("bot.turn.nearby", "Moves", strings.Join(near, " · "))
}

// play commits the user's move that choose returns. It returns the answer, with the move, a picture
// and what the user can do next. The picture is drawn during the commit.
func play(
	ctx context.Context, r *interaction.Request, id table.ID,
	choose func(*table.Table, engine.Seat) (engine.Move, error),
) (*message.Message, error) {
	var m engine.Move
	plan := func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err == nil {
			err = checkActs(t, seat)
		}
		if err != nil {
			return nil, err
		}
		if m, err = choose(t, seat); err != nil {
			return nil, err
		}
		return []table.Event{table.Move(t.Game, m, r.User, r.Now().UnixMilli())}, nil
	}
	answer := &message.Message{}
	meanwhile := func(before, after *table.Table) {
		*answer = message.Message{}
		answer.Content = sentences.Line(r.Words, before, m) + "\n" + whatNext(r.Words, after, m.Seat)
		if forced := forcedNote(ctx, r, after, m.Seat); forced != "" {
			answer.Content += "\n" + forced
		}
		answer.Components = nextControls(r.Words, id, after, m.Seat)
		interaction.AttachBoard(ctx, r, answer, id, after, pictureAfter(after, m))
	}
	_, _, err := r.Act(ctx, id, plan, meanwhile)
	return answer, err
}

// whatNext returns what a seat has to do now and the commands for it.
func whatNext(w *text.Words, t *table.Table, seat engine.Seat) string {
	if t.Round.Waiting {
		return sentences.CanDo(w, t, seat)
	}
	return strings.TrimPrefix(sentences.Need(w, t, seat)+"\n"+sentences.CanDo(w, t, seat), "\n")
}

// pictureAfter returns the request for the picture after a move: the view of the seat's next move,
// or of m if its turn is over.
func pictureAfter(after *table.Table, m engine.Move) pictures.Request {
	in := after.Game.Info()
	view := in.VerbInfo(m.Verb).View
	if legal := after.State.Legal(m.Seat, nil); len(legal) > 0 {
		view = in.VerbInfo(legal[0].Verb).View
	}
	return pictures.Request{View: view, Seat: m.Seat, Asker: m.Seat}
}

// nextControls returns the buttons below the answer to a move. If the turn is over, they are those
// of waitControls.
func nextControls(w *text.Words, id table.ID, t *table.Table, seat engine.Seat) []discordgo.MessageComponent {
	if !t.Turn().Has(seat) {
		return waitControls(w, id, t)
	}
	buttons := []discordgo.MessageComponent{
		control.Button(w, "bot.button.continue", discordgo.SuccessButton, control.At(control.Panel, id, t.Version, "")),
	}
	if choice.Undoable(t, seat) {
		buttons = append(buttons, undoButton(w, id, t))
	}
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: buttons}}
}

// waitControls returns the buttons of a player who is not in turn. One person against computers
// gets the button that opens the next turn: the computers play at once, and their turns post no
// message below the panel. Nobody else gets any.
func waitControls(w *text.Words, id table.ID, t *table.Table) []discordgo.MessageComponent {
	if t.Status != table.Running || !t.Solo() {
		return nil
	}
	turn := control.Button(w, "bot.button.turn", discordgo.PrimaryButton, control.At(control.Panel, id, t.Version, ""))
	return []discordgo.MessageComponent{control.Row(turn)}
}
