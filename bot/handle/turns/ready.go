package turns

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
)

// errReady means that a player is ready already, or that the round has begun.
var errReady = errors.New("turns: the player is ready")

// ready handles /game ready, which does the same as the button *Ready*.
func ready(ctx context.Context, r *interaction.Request) error {
	s, err := r.InChannel(ctx)
	if err != nil {
		return err
	}
	if err := readyUp(ctx, r, s.ID); err != nil {
		return interaction.About(s.Table, err)
	}
	return answerWithPanel(ctx, r, s.ID, "", r.Answer.Whisper)
}

// pressReady handles the button by which a player is ready for the round. It answers with the turn
// panel.
func pressReady(ctx context.Context, r *interaction.Request) error {
	s, _, err := loadControl(ctx, r)
	if err != nil {
		return err
	}
	if err := readyUp(ctx, r, s.ID); err != nil {
		return interaction.About(s.Table, err)
	}
	return showPanel(ctx, r, s.ID, "")
}

// readyIfAlone has a player who opens the turn panel be ready for the round if nobody else is
// waited for but computers.
func readyIfAlone(ctx context.Context, r *interaction.Request, id table.ID) error {
	s, err := r.Tables.Load(ctx, id)
	if err != nil || !s.Table.Solo() || !s.Table.NotReady().Has(s.Table.Seat(r.User)) {
		return err
	}
	return readyUp(ctx, r, id)
}

// readyUp notes that the user is ready for the round. It does nothing if that is so already, or if
// the round has begun.
func readyUp(ctx context.Context, r *interaction.Request, id table.ID) error {
	_, _, err := r.Act(ctx, id, func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err != nil {
			return nil, err
		}
		if !t.NotReady().Has(seat) {
			return nil, errReady
		}
		return []table.Event{table.ReadyUp(seat, r.User, r.Now().UnixMilli())}, nil
	}, nil)
	if errors.Is(err, errReady) {
		return nil
	}
	return err
}

// roundControls returns the buttons of a panel before the round begins: one to be ready, or one
// that shows whether it has begun.
func roundControls(r *interaction.Request, s tables.Loaded, seat engine.Seat) []discordgo.MessageComponent {
	key, action, style := "bot.button.turn", control.Panel, discordgo.PrimaryButton
	if s.Table.NotReady().Has(seat) {
		key, action, style = "bot.button.ready", control.Ready, discordgo.SuccessButton
	}
	return []discordgo.MessageComponent{control.Row(
		control.Button(r.Words, key, style, control.At(action, s.ID, s.Table.Version, "")),
	)}
}
