package turns

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// askStandIn handles /game stand-in: a computer plays for the user from now on.
func askStandIn(ctx context.Context, r *interaction.Request) error {
	s, err := r.InChannel(ctx)
	if err != nil {
		return err
	}
	if err := callStandIn(ctx, r, s.ID); err != nil {
		return interaction.About(s.Table, err)
	}
	return answerWithPanel(ctx, r, s.ID, "", r.Answer.Whisper)
}

// pressStandIn handles the button by which a player asks for a stand-in.
func pressStandIn(ctx context.Context, r *interaction.Request) error {
	if err := callStandIn(ctx, r, r.Control().Table); err != nil {
		return err
	}
	return showPanel(ctx, r, r.Control().Table, "")
}

// callStandIn has a computer play for the user.
func callStandIn(ctx context.Context, r *interaction.Request, id table.ID) error {
	_, _, err := r.Act(ctx, id, func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err != nil {
			return nil, err
		}
		return []table.Event{t.CallStandIn(seat, r.User, r.Now().UnixMilli())}, nil
	}, nil)
	return err
}

// comeBack handles /game back: the user plays again, and the stand-in leaves.
func comeBack(ctx context.Context, r *interaction.Request) error {
	s, err := r.InChannel(ctx)
	if err != nil {
		return err
	}
	if err := endStandIn(ctx, r, s.ID); err != nil {
		return interaction.About(s.Table, err)
	}
	return answerWithPanel(ctx, r, s.ID, welcome(r), r.Answer.Whisper)
}

// pressReturn handles the button by which a player returns. It answers with the turn panel.
func pressReturn(ctx context.Context, r *interaction.Request) error {
	if err := endStandIn(ctx, r, r.Control().Table); err != nil {
		return err
	}
	return showPanel(ctx, r, r.Control().Table, welcome(r))
}

// welcome returns the note to a player who plays again after a stand-in.
func welcome(r *interaction.Request) string { return r.Words.Say("bot.stand_in.welcome") }

// endStandIn gives the user's seat back.
func endStandIn(ctx context.Context, r *interaction.Request, id table.ID) error {
	_, _, err := r.Act(ctx, id, func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err != nil {
			return nil, err
		}
		return []table.Event{table.Return(seat, r.User, r.Now().UnixMilli())}, nil
	}, nil)
	return err
}

// checkActs refuses a step of a player who has a stand-in.
func checkActs(t *table.Table, seat engine.Seat) error {
	if t.StoodIn().Has(seat) {
		return engine.Refuse(table.RefusedStoodIn, "")
	}
	return nil
}

// standInPanel returns the panel of a player who has a stand-in, below a note. Its button brings
// the player back.
func standInPanel(
	ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat, note string,
) *message.Message {
	m := &message.Message{
		Content:    sentences.StoodInText(r.Words, s.Table, seat),
		Components: []discordgo.MessageComponent{control.Row(control.ReturnButton(r.Words, s.ID))},
	}
	if note != "" {
		m.Content = note + "\n" + m.Content
	}
	news := text.Unformatted(lastMove(r, s.Table))
	want := pictures.Request{View: s.Table.Game.Info().BoardView(), Seat: seat, Asker: seat, News: news}
	interaction.AttachBoard(ctx, r, m, s.ID, s.Table, want)
	return m
}
