package turns

import (
	"cmp"
	"context"
	"log/slog"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// view is a message for a player. redraw draws it again when others change what the player can do.
type view struct {
	message *message.Message
	redraw  func(ctx context.Context, now tables.Loaded) *message.Message
}

// show answers with a view of a seat, by a method of r.Answer, and has it kept fresh.
func show(
	ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, v view,
	answer func(context.Context, *message.Message),
) {
	answer(ctx, v.message)
	r.KeepFresh(s, seat, v.redraw)
}

// pressPanel handles the buttons that open the turn panel. Below a public message it answers with a
// new ephemeral message; an ephemeral one is edited. Who plays alone is then ready for the round.
func pressPanel(ctx context.Context, r *interaction.Request) error {
	s, err := r.Table(ctx)
	if err == nil && s.Table.Solo() && s.Table.NotReady().Has(s.Table.Seat(r.User)) {
		s, err = readyUp(ctx, r)
	}
	if err != nil {
		return err
	}
	return showPanel(ctx, r, s, "", r.Answer.InPlace)
}

// ShowPanel answers with the user's turn panel in a new message, for a game that starts at once:
// the pressed message stands above the table's, maybe out of sight.
func ShowPanel(ctx context.Context, r *interaction.Request, id table.ID) error {
	s, err := r.Tables.Load(ctx, id)
	if err != nil {
		return err
	}
	r.TurnTo(s)
	return showPanel(ctx, r, s, "", r.Answer.Whisper)
}

// UpdatePanel answers with the turn panel of a table as it is now, below a note, in the pressed
// message if only the user sees that.
func UpdatePanel(ctx context.Context, r *interaction.Request, id table.ID, note string) error {
	s, err := r.Tables.Load(ctx, id)
	if err != nil {
		return err
	}
	return showPanel(ctx, r, s, note, r.Answer.InPlace)
}

// showPanel answers with the turn panel, below a note, by a method of r.Answer.
func showPanel(
	ctx context.Context, r *interaction.Request, s tables.Loaded, note string,
	answer func(context.Context, *message.Message),
) error {
	seat, err := r.SeatAt(s.Table)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	s = begun(ctx, r, r.NoteLook(ctx, s), seat)
	r.Recall(ctx, s.ID)
	show(ctx, r, s, seat, panelView(ctx, r, s, seat, note), answer)
	return nil
}

// begun returns a table after the step that the program takes to begin a seat's turn.
func begun(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat) tables.Loaded {
	if r.Unstored != nil {
		return s
	}
	return r.Tables.Forced.BeginTurn(ctx, s, seat)
}

func panelView(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, note string) view {
	return view{panelMessage(ctx, r, s, seat, note), redrawPanel(r, seat)}
}

// redrawPanel begins a panel with the last move. A player who has waited and acts alone reads all
// that has happened since.
func redrawPanel(r *interaction.Request, seat engine.Seat) func(context.Context, tables.Loaded) *message.Message {
	return func(ctx context.Context, now tables.Loaded) *message.Message {
		now = begun(ctx, r, now, seat)
		note := lastMove(r, now.Table)
		if now.Table.Turn() == engine.Seats(seat) && !now.Table.State.Pace().Live {
			note = ""
		}
		return panelMessage(ctx, r, now, seat, note)
	}
}

// liveNote returns a note, in a live game the last move for none. So the first line is always
// there, and what stands below does not move when others build.
func liveNote(r *interaction.Request, t *table.Table, note string) string {
	if note == "" && t.State.Pace().Live && r.Unstored == nil {
		return lastMove(r, t)
	}
	return note
}

// lastMove returns the line about the last move, "" for none.
func lastMove(r *interaction.Request, t *table.Table) string {
	line, err := sentences.LastMove(r.Words, sentences.ReadBy(t, t.Seat(r.User)))
	if err != nil {
		r.Log.Error("telling the last move", slog.Any("err", err))
	}
	return line
}

// panelMessage returns the turn panel of a seat, below a note if that is not empty. Without a note,
// and after the welcome of a player who returns, it tells what has happened since the player's last
// step.
func panelMessage(
	ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, note string,
) *message.Message {
	if r.Unstored != nil {
		return guidedPanel(ctx, r, s, seat, note)
	}
	if s.Table.StoodIn().Has(seat) {
		return standInPanel(ctx, r, s, seat, note)
	}
	opens := note == "" || note == welcome(r)
	note = liveNote(r, s.Table, note)
	since := ""
	readBy := sentences.ReadBy(s.Table, seat)
	var beside []discordgo.MessageComponent
	if opens && s.Table.Turn().Has(seat) && !s.Table.State.Pace().Live { // in a live game the public message tells each step
		var err error
		if since, err = sentences.SinceText(r.Words, readBy, seat, r.Prefers.Aimed <= interaction.Explained); err != nil {
			r.Log.Error("telling what has happened", slog.Any("err", err))
		}
	}
	if since == "" && !s.Table.Round.Waiting {
		since = sentences.Totals(r.Words, readBy)
	}
	m := &message.Message{Content: text.Lines(note, since, needOf(r.Words, s.Table, seat),
		timeOf(ctx, r, s.Table, seat), forcedNote(ctx, r, s.Table, seat))}
	switch armed := len(s.Table.Plans[seat].Turns) > 0; {
	case s.Table.Turn().Has(seat) && armed:
		m.Content = text.Lines(m.Content, planNote(r, s.Table, seat))
		beside = append(beside, control.Button(r.Words, "bot.button.plan_off", discordgo.SecondaryButton,
			control.At(control.PlanOff, s.ID, s.Table, "")))
	case armed:
		m.Content = text.Lines(m.Content, r.Words.Say("bot.plan.waits"))
	case !s.Table.Turn().Has(seat) && len(r.Planned(s.Table)) > 0:
		m.Content = text.Lines(m.Content, r.Words.Say("bot.plan.draft"))
	}
	interaction.AddAway(ctx, r, m, s.Table)
	legal := r.Rankings.Of(s.ID, s.Table, seat)
	if s.Table.Round.Waiting {
		m.Components = roundControls(r, s, seat)
	} else if s.Table.Turn().Has(seat) {
		m.Components = panelControls(r, s, seat, legal, append(beside, giveUp(r, s)...)...)
	} else {
		m.Components = waitControls(r, s)
	}
	interaction.AttachBoard(ctx, r, m, s.ID, s.Table, ownPicture(r, s, seat, legal, cmp.Or(note, lastMove(r, s.Table))))
	return m
}

// ownPicture returns the picture of a seat's own things in the view that suits its best move. news
// may be "".
func ownPicture(
	r *interaction.Request, s tables.Loaded, seat engine.Seat, legal *choice.Ranked, news string,
) pictures.Request {
	news, _, _ = strings.Cut(news, "\n")
	want := pictures.Request{
		View: s.Table.Game.Info().BoardView(), Seat: seat, Asker: seat, News: text.Unformatted(news),
	}
	if len(legal.Moves) > 0 {
		want.View = s.Table.Game.Info().VerbInfo(legal.Moves[0].Verb).View
		want.Possible = possiblePlaces(r.Words, s.Table, legal)
	}
	return want
}

// needOf returns what a seat must do now, or can do if the game says nothing or the seat is stuck.
func needOf(w *text.Words, t *table.Table, seat engine.Seat) string {
	if t.Round.Waiting {
		return sentences.CanDo(w, t, seat)
	}
	if need := sentences.Need(w, t, seat); need != "" && len(t.State.Legal(seat, nil)) > 0 {
		return "**" + need + "**"
	}
	return sentences.CanDo(w, t, seat)
}

// timeOf returns the line about a seat's time: the turn's, or else its reserve. It returns ""
// without a limit, and in a live game, where the time starts afresh at each step.
func timeOf(ctx context.Context, r *interaction.Request, t *table.Table, seat engine.Seat) string {
	if t.Turn() == 0 || t.State.Pace().Live {
		return ""
	}
	if t.LimitEnd(seat) == 0 {
		return sentences.OwnReserve(r.Words, t, seat)
	}
	calendar, err := r.Tables.Calendar(ctx, t)
	if err != nil {
		r.Log.Error("reading the quiet hours for a panel", slog.Any("err", err))
	}
	return sentences.LimitLine(r.Words, t, engine.Seats(seat), calendar.Quiet)
}

// planNote says when the bot will play a seat's planned turn, or why it does not. It returns ""
// without a plan.
func planNote(r *interaction.Request, t *table.Table, seat engine.Seat) string {
	if at, planned := r.Tables.Forced.PlanAt(t, seat); planned {
		return sentences.PlanDue(r.Words, at)
	}
	if _, _, misfit := t.PlannedTurn(seat); misfit != nil {
		return sentences.PlanFails(r.Words, t, misfit)
	}
	return ""
}

// forcedNote says when the bot will take the only possible step for a seat. It returns "" if there
// is none, and at an unstored table, which no sweeper knows.
func forcedNote(ctx context.Context, r *interaction.Request, t *table.Table, seat engine.Seat) string {
	if r.Unstored != nil || r.Tables == nil {
		return ""
	}
	step, forced, err := r.Tables.Forced.Step(ctx, t, seat)
	if err != nil && ctx.Err() == nil {
		r.Log.Error("reading whether a forced step is automatic", slog.Any("err", err))
	}
	if !forced {
		return ""
	}
	return sentences.ForcedNote(r.Words, t, step.Move, step.At, choice.Undoable(t, seat))
}
