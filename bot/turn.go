package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"

	"github.com/bwmarrin/discordgo"
)

// playCommand is a turn action by slash command.
func (r *request) playCommand(ctx context.Context, g games.Entry, sub subcommand) error {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err != nil {
		return err
	}
	if s.table.Game.Info().ID != g.Info().ID {
		return about(s.table, engine.Refuse(refusedWrongGame, "", "game", r.words.Say(s.table.Game.Info().ID+".name")))
	}
	choose := func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		return chosenMove(t, seat, sub, r.options)
	}
	done, err := r.play(ctx, s.id, choose)
	var refused *engine.RuleError
	if errors.As(err, &refused) {
		if now, err := r.desk.load(ctx, s.id); err == nil {
			s = now // what was overdue may have been done meanwhile
		}
		r.whisper(ctx, &session.Message{Content: r.explain(g, s.table, err) + r.nearby(s.table, sub)})
		return nil
	}
	if err != nil {
		return about(s.table, err)
	}
	r.whisper(ctx, done)
	return nil
}

// nearby tells what would be legal near a refused move.
func (r *request) nearby(t *table.Table, sub subcommand) string {
	seat := t.Seat(r.user)
	if !t.Turn().Has(seat) {
		return ""
	}
	var near []string
	for _, m := range sub.nearby(t, seat, r.options) {
		near = append(near, "`"+spelled(r.words, t.Game.Info(), m)+"`")
	}
	if len(near) == 0 {
		return "\n" + canDo(r.words, t, seat)
	}
	return "\n" + r.words.Say("bot.turn.nearby", "Moves", strings.Join(near, " · "))
}

// play commits one move of who asked and makes the answer: what was done, the
// picture of it, and what can be done next. The picture is drawn beside the
// commit.
func (r *request) play(ctx context.Context, id table.ID, choose func(*table.Table, engine.Seat) (engine.Move, error)) (*session.Message, error) {
	var m engine.Move
	plan := func(t *table.Table) ([]table.Event, error) {
		seat, err := r.seatAt(t)
		if err != nil {
			return nil, err
		}
		if m, err = choose(t, seat); err != nil {
			return nil, err
		}
		return []table.Event{r.moved(t, m)}, nil
	}
	answer := &session.Message{}
	meanwhile := func(before, after *table.Table) {
		*answer = session.Message{}
		answer.Content = line(r.words, before, m) + "\n" + canDo(r.words, after, m.Seat)
		answer.Components = nextControls(r.words, id, after, m.Seat)
		r.studio.attach(ctx, r.words, answer, id, after, turnShot(after, m))
	}
	_, _, err := r.act(ctx, id, plan, meanwhile)
	return answer, err
}

// seatAt is where who asked sits in a running game.
func (r *request) seatAt(t *table.Table) (engine.Seat, error) {
	seat := t.Seat(r.user)
	switch {
	case t.Status == table.Lobby:
		return 0, engine.Refuse(table.RefusedNotStarted, "")
	case seat == 0:
		return 0, engine.Refuse(refusedNotPlayer, "")
	}
	return seat, nil
}

func (r *request) moved(t *table.Table, m engine.Move) table.Event {
	return table.Event{Kind: table.Moved, At: r.now().UnixMilli(), By: r.user, Move: string(t.Game.AppendMove(nil, m))}
}

// turnShot is the picture that shows a seat what it may do next, or what it has
// just done.
func turnShot(after *table.Table, m engine.Move) shot {
	in := after.Game.Info()
	view := in.VerbInfo(m.Verb).View
	if legal := after.State.Legal(m.Seat, nil); len(legal) > 0 {
		view = in.VerbInfo(legal[0].Verb).View
	}
	return shot{view: view, seat: m.Seat, asker: m.Seat, scale: render.Large}
}

// line tells in one line what a move did, before being the table it was played
// on.
func line(w *text.Words, before *table.Table, m engine.Move) string {
	in := before.Game.Info()
	name, seat := in.VerbInfo(m.Verb).Name, m.Seat
	var d engine.Description
	switch m.Verb {
	case engine.Skip: // a game may have a verb of that name
		name, seat = "skipped", engine.Seat(m.Args[0])
	case engine.Resign:
	default:
		d = before.State.Describe(m)
	}
	args := moveArgs(w, in, before, m, d)
	if seat != engine.Chance {
		args["Name"] = text.Plain(before.Player(seat).Name)
	}
	return w.T(in.ID+".line."+name, args)
}

// canDo tells a seat which turn commands have a legal move now, or whom the
// table waits for.
func canDo(w *text.Words, t *table.Table, seat engine.Seat) string {
	if t.Status != table.Running {
		return w.Say("bot.turn.game_over")
	}
	if !t.Turn().Has(seat) {
		return w.Say("bot.turn.waiting", "Players", w.List(seatNames(t, t.Turn().Ref()[1:])))
	}
	in := t.Game.Info()
	legal := t.State.Legal(seat, nil)
	var can []string
	for _, sub := range subcommands(in) {
		for _, m := range legal {
			if slices.Contains(sub.verbs, m.Verb) {
				can = append(can, "`/"+w.Say("command."+in.Command+".name")+" "+w.Say(in.ID+".sub."+sub.name+".name")+"`")
				break
			}
		}
	}
	if len(can) == 0 {
		return deadEnd(w, t, seat)
	}
	return w.Say("bot.turn.can", "Commands", w.List(can))
}

// deadEnd says that only a step back is left, and what keeps the turn from
// ending as it is.
func deadEnd(w *text.Words, t *table.Table, seat engine.Seat) string {
	in := t.Game.Info()
	var why *engine.RuleError
	for i, verb := range in.Verbs {
		if verb.Ends && !verb.Chance && len(verb.Args) == 0 {
			_, err := t.State.Apply(engine.Move{Seat: seat, Verb: engine.Verb(i + 1)})
			why = closer(in, why, err)
		}
	}
	text := w.Say("bot.turn.dead_end")
	if why == nil {
		return text
	}
	return text + "\n" + refusal(w, gameOf(t), t, why)
}

// nextControls are the buttons below the answer to a turn action.
func nextControls(w *text.Words, id table.ID, t *table.Table, seat engine.Seat) []discordgo.MessageComponent {
	if !t.Turn().Has(seat) {
		return nil
	}
	buttons := []discordgo.MessageComponent{
		button(w, "bot.button.continue", discordgo.PrimaryButton, control{actPanel, id, t.Version, ""}),
	}
	if undoable(t, seat) {
		buttons = append(buttons, button(w, "bot.button.undo", discordgo.SecondaryButton, control{actUndo, id, t.Version, ""}))
	}
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: buttons}}
}

// undoable reports whether a seat's last step may be taken back.
func undoable(t *table.Table, seat engine.Seat) bool {
	_, err := t.Next(table.Event{Kind: table.Undone, Seat: seat})
	return err == nil
}

func button(w *text.Words, key string, style discordgo.ButtonStyle, c control) discordgo.Button {
	return discordgo.Button{Label: text.Cut(w.T(key, nil), maxLabel), Style: style, CustomID: c.id()}
}

// maxLabel is Discord's limit for a button's label.
const maxLabel = 80
