package turns

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// askForStandIn handles /game stand-in and its button. It says what a stand-in costs, and asks.
func askForStandIn(ctx context.Context, r *interaction.Request) error {
	sure := control.Control{Action: control.StandInSure}
	return r.Ask(ctx, sure, r.Words.Say("bot.stand_in.sure"), func(t *table.Table) error {
		seat, err := r.SeatAt(t)
		if err == nil {
			_, err = t.Next(t.CallStandIn(seat, r.User, r.Now().UnixMilli()))
		}
		return err
	})
}

// callStandIn has a computer play for the user from now on.
func callStandIn(ctx context.Context, r *interaction.Request) error {
	return changeStandIn(ctx, r, "", func(t *table.Table, seat engine.Seat) table.Event {
		return t.CallStandIn(seat, r.User, r.Now().UnixMilli())
	})
}

// comeBack handles /game back and its button: the user plays again, and the stand-in leaves.
func comeBack(ctx context.Context, r *interaction.Request) error {
	return changeStandIn(ctx, r, welcome(r), func(_ *table.Table, seat engine.Seat) table.Event {
		return table.Return(seat, r.User, r.Now().UnixMilli())
	})
}

func welcome(r *interaction.Request) string { return r.Words.Say("bot.stand_in.welcome") }

// changeStandIn commits an event of the user's seat, and answers with the turn panel below a note.
func changeStandIn(
	ctx context.Context, r *interaction.Request, note string, event func(*table.Table, engine.Seat) table.Event,
) error {
	_, after, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err != nil {
			return nil, err
		}
		return []table.Event{event(t, seat)}, nil
	}, nil)
	if err != nil {
		return err
	}
	return showPanel(ctx, r, after, note, r.Answer.InPlace)
}

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
