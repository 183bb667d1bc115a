// Package turns has the handlers for playing a turn: the commands of each game with their
// autocomplete, the turn panel with its menus and its cursor, and undo. It knows no game's rules.
package turns

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
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

func Routes() interaction.Routes {
	all := interaction.Routes{
		"game ready": {Handle: ready},
		"game undo":  {Handle: undo},

		"game stand-in":           {Handle: askForStandIn},
		"game back":               {Handle: comeBack},
		":" + control.AskStandIn:  {Handle: askForStandIn},
		":" + control.StandInSure: {Handle: callStandIn},
		":" + control.Return:      {Handle: comeBack},

		":" + control.Panel:  {Handle: pressPanel},
		":" + control.Ready:  {Handle: acting(press.pressReady)},
		":" + control.Move:   {Handle: acting(press.pressMove)},
		":" + control.Sure:   {Handle: acting(press.pressMove)},
		":" + control.Pick:   {Handle: acting(press.pressPick)},
		":" + control.Cursor: {Handle: acting(press.pressCursor)},
		":" + control.Undo:   {Handle: orPanel(undo)},

		":" + control.UndoSure: {Handle: orPanel(undo)},
		":" + control.PlaceOn:  {Handle: acting(press.pressPlaceOn)},
		":" + control.OneUp:    {Handle: acting(press.pressPlaceOn)},
	}
	for _, g := range games.All {
		command := g.Info().Command + " "
		for _, sub := range choice.Subcommands(g.Info()) {
			all[command+sub.Path()] = interaction.Route{
				Handle: func(ctx context.Context, r *interaction.Request) error { return playCommand(ctx, r, g, sub) },
				About:  (*interaction.Request).Table,
			}
			all["?"+command+sub.Path()] = interaction.Route{
				Handle: func(ctx context.Context, r *interaction.Request) error { return suggestMove(ctx, r, g, sub) },
			}
		}
	}
	return all
}

// acting returns the handler of a control that acts for the user's seat at its table. It refuses a
// user without a seat, and shows the current panel if the control belongs to an earlier position.
func acting(h func(press, context.Context) error) interaction.Handler {
	return orPanel(func(ctx context.Context, r *interaction.Request) error {
		s := r.At
		seat, err := r.SeatAt(s.Table)
		switch {
		case err != nil:
		case r.Forgotten || s.ID != r.Control.Table || !s.Table.StillValid(seat, r.Control.Version):
			err = errOutdated
		default:
			return h(press{newPanel(ctx, r, s, seat)}, ctx)
		}
		return err
	})
}

// orPanel returns a handler that calls h, and shows the current turn panel after errOutdated.
func orPanel(h interaction.Handler) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		err := h(ctx, r)
		if errors.Is(err, errOutdated) {
			note := r.Words.Say("bot.turn.moved_on")
			switch {
			case r.Done(ctx):
				note = "" // the panel is the answer to the move
			case r.Forgotten:
				note = r.Words.Say("bot.turn.forgotten")
			}
			return UpdatePanel(ctx, r, r.Pressed(), note)
		}
		return err
	}
}

// ready handles /game ready and its button: the user is ready for the round, if that waits.
func ready(ctx context.Context, r *interaction.Request) error {
	return actForSeat(ctx, r, "", func(t *table.Table, seat engine.Seat) (events []table.Event) {
		if t.NotReady().Has(seat) {
			events = append(events, table.ReadyUp(seat, r.User, r.Now().UnixMilli()))
		}
		return events
	})
}

// actForSeat commits events of the user's seat, and answers with the turn panel below a note.
func actForSeat(
	ctx context.Context, r *interaction.Request, note string, events func(*table.Table, engine.Seat) []table.Event,
) error {
	if _, err := r.Act(ctx, forSeat(r, events), nil); err != nil {
		return err
	}
	return showPanel(ctx, r, note, r.Answer.InPlace)
}

// forSeat returns the plan of events of the user's seat.
func forSeat(r *interaction.Request, events func(*table.Table, engine.Seat) []table.Event) tables.Plan {
	return func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err != nil {
			return nil, err
		}
		return events(t, seat), nil
	}
}

func (p press) pressReady(ctx context.Context) error { return ready(ctx, p.Request) }

// roundControls returns the buttons before a round: to be ready, or to see whether it has begun.
func (p waiting) roundControls() []discordgo.MessageComponent {
	key, action, style := "bot.button.turn", control.Panel, discordgo.PrimaryButton
	if p.t.NotReady().Has(p.seat) {
		key, action, style = "bot.button.ready", control.Ready, discordgo.SuccessButton
	}
	return p.withGiveUp(p.button(key, style, action, ""))
}

var errOutdated = errors.New("turns: the control belongs to an earlier position")

// errAsk means that the user has to confirm an undo.
var errAsk = errors.New("turns: the undo takes back what computers have played")

// undo handles /game undo and the buttons. It asks first if it must.
func undo(ctx context.Context, r *interaction.Request) error {
	err := undoStep(ctx, r)
	if err != nil && !errors.Is(err, errAsk) {
		return err
	}
	note := r.Words.Say("bot.turn.undone")
	if err == nil && r.Control.Action != "" {
		return showPanel(ctx, r, note, r.Answer.InPlace)
	}
	p := press{newPanel(ctx, r, r.At, r.At.Table.Seat(r.User))}
	if err == nil {
		return showPanel(ctx, r, status(p).withCommands(note), r.Answer.InPlace)
	}
	sure := p.at(control.UndoSure, "")
	r.Answer.InPlace(ctx, p.sureMessage(r.Words.Say("bot.turn.undo_far"), r.Words.Say("bot.button.undo"), sure))
	return nil
}

// undoStep undoes the user's last step. It returns errOutdated for a control of an earlier
// position, and errAsk to have the user asked first.
func undoStep(ctx context.Context, r *interaction.Request) error {
	at := r.Control.Version
	sure := r.Control.Action == control.UndoSure || r.Trial != nil
	_, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
		seat, err := actingSeat(r, t)
		if err != nil {
			return nil, err
		}
		if r.Forgotten || at != 0 && !t.StillValid(seat, at) {
			return nil, errOutdated
		}
		back := table.Undo(seat, r.User, r.Now().UnixMilli())
		if !sure && t.TakesBackOthers(back) {
			return nil, errAsk
		}
		return []table.Event{back}, nil
	}, nil)
	return err
}

// askForStandIn handles /game stand-in and its button. It says what a stand-in costs, and asks.
func askForStandIn(ctx context.Context, r *interaction.Request) error {
	sure := control.Control{Action: control.StandInSure}
	return r.Ask(ctx, sure, r.Words.Say("bot.stand_in.sure"), forSeat(r, standIn(r)))
}

// callStandIn has a computer play for the user from now on.
func callStandIn(ctx context.Context, r *interaction.Request) error {
	return actForSeat(ctx, r, "", standIn(r))
}

func standIn(r *interaction.Request) func(*table.Table, engine.Seat) []table.Event {
	return func(t *table.Table, seat engine.Seat) []table.Event {
		return []table.Event{t.CallStandIn(seat, r.User, r.Now().UnixMilli())}
	}
}

// comeBack handles /game back and its button: the user plays again, and the stand-in leaves.
func comeBack(ctx context.Context, r *interaction.Request) error {
	return actForSeat(ctx, r, welcome(r), func(_ *table.Table, seat engine.Seat) []table.Event {
		return []table.Event{table.Return(seat, r.User, r.Now().UnixMilli())}
	})
}

func welcome(r *interaction.Request) string { return r.Words.Say("bot.stand_in.welcome") }

// actingSeat returns the user's seat for a step. It refuses a player who has a stand-in.
func actingSeat(r *interaction.Request, t *table.Table) (engine.Seat, error) {
	seat, err := r.SeatAt(t)
	if err == nil && t.StoodIn().Has(seat) {
		err = engine.Refuse(table.RefusedStoodIn, "")
	}
	return seat, err
}

// standIn returns the panel of a player with a stand-in, below a note. The player can return.
func (p waiting) standIn(ctx context.Context, note string) *message.Message {
	m := &message.Message{
		Content:    text.Lines(note, sentences.StoodInText(p.Words, p.t, p.seat)),
		Components: []discordgo.MessageComponent{control.Row(control.ReturnButton(p.Words, p.s.ID))},
	}
	news := text.Unformatted(p.lastMove())
	p.attach(ctx, m, pictures.Request{View: p.in.BoardView(), Seat: p.seat, Asker: p.seat, News: news})
	return m
}
