package turns

import (
	"cmp"
	"context"
	"log/slog"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// panel is what a player is shown of a table, and can do there.
type panel struct {
	*interaction.Request
	s     tables.Loaded
	t     *table.Table // of s
	in    *engine.Info // of its game
	seat  engine.Seat
	prefs *store.Preferences
	guide interaction.Guide // of a trial
}

func newPanel(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat) *panel {
	p := &panel{Request: r, s: s, t: s.Table, in: s.Table.Game.Info(), seat: seat, prefs: r.Prefers(ctx)}
	if r.Trial != nil {
		p.guide = r.Trial.Guide()
	}
	return p
}

func (p *panel) legal() *choice.Ranked { return p.Rankings.Of(p.s.ID, p.t, p.seat) }

// at returns a control of the panel.
func (p *panel) at(action, arg string) control.Control { return control.At(action, p.s.ID, p.t, arg) }

func (p *panel) button(key string, style discordgo.ButtonStyle, action, arg string) discordgo.Button {
	return control.Button(p.Words, key, style, p.at(action, arg))
}

// backRow has some buttons, and the one that leads back to the panel.
func (p *panel) backRow(buttons ...discordgo.MessageComponent) discordgo.ActionsRow {
	return control.Row(append(buttons, control.BackButton(p.Words, p.s.ID, p.t))...)
}

// view is a message for a player. redraw draws it again when others change what the player can do.
type view struct {
	message *message.Message
	redraw  func(now *panel, ctx context.Context) *message.Message
}

// show answers with a view, by a method of Request.Answer, and has it kept fresh.
func (p *panel) show(ctx context.Context, v view, answer func(context.Context, *message.Message)) {
	answer(ctx, v.message)
	p.KeepFresh(p.s, p.seat, func(ctx context.Context, now tables.Loaded) *message.Message {
		return v.redraw(newPanel(ctx, p.Request, now, p.seat), ctx)
	})
}

// pressPanel handles the buttons that open the turn panel. Below a public message it answers with a
// new ephemeral message; an ephemeral one is edited. Who plays alone is then ready for the round.
func pressPanel(ctx context.Context, r *interaction.Request) error {
	if t := r.At.Table; t.Solo() && t.NotReady().Has(t.Seat(r.User)) {
		return ready(ctx, r)
	}
	return showPanel(ctx, r, "", r.Answer.InPlace)
}

// ShowPanel answers with the user's turn panel in a new message, for a game that starts at once:
// the pressed message stands above the table's, maybe out of sight.
func ShowPanel(ctx context.Context, r *interaction.Request, id table.ID) (err error) {
	if r.At, err = r.Tables.Load(ctx, id); err != nil {
		return err
	}
	return showPanel(ctx, r, "", r.Answer.Whisper)
}

// UpdatePanel shows the panel of a table, below a note, in the pressed message if it is ephemeral.
func UpdatePanel(ctx context.Context, r *interaction.Request, id table.ID, note string) (err error) {
	if r.At, err = r.Tables.Load(ctx, id); err != nil {
		return err
	}
	return showPanel(ctx, r, note, r.Answer.InPlace)
}

// showPanel answers with the turn panel of r.At, below a note, by a method of r.Answer.
func showPanel(
	ctx context.Context, r *interaction.Request, note string, answer func(context.Context, *message.Message),
) error {
	seat, err := r.SeatAt(r.At.Table)
	if err != nil {
		return err
	}
	p := newPanel(ctx, r, r.NoteLook(ctx, r.At), seat).begun(ctx)
	p.show(ctx, p.view(ctx, note), answer)
	return nil
}

// begun returns the panel after the step that the program takes to begin the seat's turn.
func (p *panel) begun(ctx context.Context) *panel {
	if p.Trial != nil {
		return p
	}
	return newPanel(ctx, p.Request, p.Tables.Forced.BeginTurn(ctx, p.s, p.seat), p.seat)
}

func (p *panel) view(ctx context.Context, note string) view {
	return view{p.message(ctx, note), (*panel).redrawn}
}

// redrawn begins a panel with the last move. Who acts alone reads all since their last step.
func (p *panel) redrawn(ctx context.Context) *message.Message {
	p = p.begun(ctx)
	note := p.lastMove()
	if p.t.Turn() == engine.Seats(p.seat) && !p.t.State.Pace().Live {
		note = ""
	}
	return p.message(ctx, note)
}

// liveNote returns a note, in a live game the last move for none. So the first line is always
// there, and what stands below does not move when others build.
func (p *panel) liveNote(note string) string {
	if note == "" && p.t.State.Pace().Live && p.Trial == nil {
		return p.lastMove()
	}
	return note
}

// lastMove returns the line about the last move, "" for none.
func (p *panel) lastMove() string {
	line, err := sentences.LastMove(p.Words, sentences.ReadBy(p.t, p.t.Seat(p.User)))
	if err != nil {
		p.Log.Error("telling the last move", slog.Any("err", err))
	}
	return line
}

// message returns the turn panel, below a note if there is one. Without one, and after the welcome
// of a player who returns, it tells what has happened since the player's last step.
func (p *panel) message(ctx context.Context, note string) *message.Message {
	if p.Trial != nil {
		return p.guided(ctx, note)
	}
	if p.t.StoodIn().Has(p.seat) {
		return waiting{p}.standIn(ctx, note)
	}
	opens := note == "" || note == welcome(p.Request)
	note = p.liveNote(note)
	since := ""
	readBy := sentences.ReadBy(p.t, p.seat)
	var beside []discordgo.MessageComponent
	if opens && p.t.Turn().Has(p.seat) && !p.t.State.Pace().Live { // in a live game the public message tells each step
		var err error
		if since, err = sentences.SinceText(p.Words, readBy, p.seat,
			p.prefs.Aimed <= interaction.Explained); err != nil {
			p.Log.Error("telling what has happened", slog.Any("err", err))
		}
	}
	if since == "" && !p.t.Round.Waiting {
		since = sentences.Totals(p.Words, readBy)
	}
	at := status{p}
	calendar := interaction.Calendar(ctx, p.Request, p.t)
	m := &message.Message{Content: text.Lines(note, since, at.need(), at.time(calendar), at.forcedNote(ctx))}
	switch armed := len(p.t.Plans[p.seat].Turns) > 0; {
	case p.t.Turn().Has(p.seat) && armed:
		m.Content = text.Lines(m.Content, at.planNote())
		beside = append(beside, p.button("bot.button.plan_off", discordgo.SecondaryButton, control.PlanOff, ""))
	case armed:
		m.Content = text.Lines(m.Content, p.Words.Say("bot.plan.waits"))
	case !p.t.Turn().Has(p.seat) && len(p.planned()) > 0:
		m.Content = text.Lines(m.Content, p.Words.Say("bot.plan.draft"))
	}
	p.AddAway(m, p.t, calendar)
	if p.t.Round.Waiting {
		m.Components = waiting{p}.roundControls()
	} else if p.t.Turn().Has(p.seat) {
		m.Components = p.controls(append(beside, waiting{p}.giveUp()...)...)
	} else {
		m.Components = waiting{p}.waitControls()
	}
	p.attach(ctx, m, p.ownPicture(cmp.Or(note, p.lastMove())))
	return m
}

// status tells in lines how a player stands.
type status struct{ *panel }

// need returns what a seat must do now, or can do if the game says nothing or the seat is stuck.
func (p status) need() string {
	need := sentences.Need(p.Words, p.t, p.seat)
	if p.t.Round.Waiting || need == "" || len(p.t.State.Legal(p.seat, nil)) == 0 {
		return sentences.CanDo(p.Words, p.t, p.seat)
	}
	return "**" + need + "**"
}

// withCommands returns a note, in turn with the commands that may follow.
func (p status) withCommands(note string) string {
	if !p.t.Turn().Has(p.seat) {
		return note
	}
	return note + "\n" + sentences.CanDo(p.Words, p.t, p.seat)
}

// time returns the line about a seat's time: the turn's, or else its reserve. It returns ""
// without a limit, and in a live game, where the time starts afresh at each step.
func (p status) time(calendar tables.Calendar) string {
	if p.t.Turn() == 0 || p.t.State.Pace().Live {
		return ""
	}
	if p.t.LimitEnd(p.seat) == 0 {
		return sentences.OwnReserve(p.Words, p.t, p.seat)
	}
	return sentences.LimitLine(p.Words, p.t, engine.Seats(p.seat), calendar.Quiet)
}

// planNote says when the bot will play the planned turn, or why not. It is "" without a plan.
func (p status) planNote() string {
	if at, planned := p.Tables.Forced.PlanAt(p.t, p.seat); planned {
		return sentences.PlanDue(p.Words, at)
	}
	if _, _, misfit := p.t.PlannedTurn(p.seat); misfit != nil {
		return sentences.PlanFails(p.Words, p.t, misfit)
	}
	return ""
}

// forcedNote says when the bot will take the only possible step; "" for none, and at a trial.
func (p status) forcedNote(ctx context.Context) string {
	if p.Trial != nil {
		return ""
	}
	step, forced, err := p.Tables.Forced.Step(ctx, p.t, p.seat)
	if err != nil && ctx.Err() == nil {
		p.Log.Error("reading whether a forced step is automatic", slog.Any("err", err))
	}
	if !forced {
		return ""
	}
	return sentences.ForcedNote(p.Words, p.t, step.Move, step.At, choice.Undoable(p.t, p.seat))
}

func (p *panel) guided(ctx context.Context, note string) *message.Message {
	turns := ""
	if p.guide.TellsTurns {
		turns = status{p}.computersTurns()
	}
	m := &message.Message{Content: text.Lines(note, turns, p.guide.Text)}
	if p.guide.Copy && !p.guide.Rests {
		m.Content = text.Lines(m.Content, status{p}.need())
	}
	if p.guide.Rests {
		m.Components = p.rows(nil, p.guide.Buttons, nil)
	} else {
		m.Components = p.controls()
	}
	want := p.guide.Picture
	if want.View == "" {
		want = p.ownPicture(note)
	}
	p.attach(ctx, m, want)
	return m
}

// computersTurns returns lines about the computers' turns since the seat's last step. It returns ""
// out of turn, and in a live game, where the computers never pause.
func (p status) computersTurns() string {
	if !p.t.Solo() || !p.t.Turn().Has(p.seat) || p.t.State.Pace().Live {
		return ""
	}
	lines, err := sentences.Since(p.Words, p.t, p.seat, false)
	if err != nil {
		p.Log.Error("telling the turns of computers", slog.Any("err", err))
		return ""
	}
	return text.Lines(lines...)
}

// belowGuide returns what, below the text of a trial.
func (p *panel) belowGuide(what string) string { return text.Lines(p.guide.Text, what) }

// planned returns the moves of the planned turn that the user has still to play, in the notation of
// records. There are none once that turn has passed.
func (p *panel) planned() []string {
	t := p.t
	d, _ := wishes.DraftAt(p.prefs, p.s.ID)
	if !t.Turn().Has(p.seat) && t.Acted[p.seat] != d.Since {
		return nil
	}
	left := slices.Clone(append(d.Choices, d.Moves)[0])
	for _, e := range t.Moves {
		if e.Version <= d.Since || e.Move.Seat != p.seat {
			continue
		}
		if t.Game.Info().VerbInfo(e.Move.Verb).Ends {
			return nil
		}
		played := string(t.Game.AppendMove(nil, e.Move))
		left = slices.DeleteFunc(left, func(planned string) bool { return planned == played })
	}
	return left
}

// plannedNext returns the planned move that the user can play now, or the zero Move.
func (p *panel) plannedNext() engine.Move {
	left := p.planned()
	if len(left) == 0 {
		return engine.Move{}
	}
	m, err := p.t.Game.ParseMove(left[0])
	if err == nil {
		_, err = p.t.State.Apply(m)
	}
	if err != nil {
		return engine.Move{}
	}
	return m
}

// plannedFirst returns moves with the planned next one, if it is among them, at the front.
func (p *panel) plannedFirst(moves []engine.Move) []engine.Move {
	i := slices.Index(moves, p.plannedNext())
	if i <= 0 {
		return moves
	}
	return slices.Insert(slices.Delete(slices.Clone(moves), i, i+1), 0, moves[i])
}
