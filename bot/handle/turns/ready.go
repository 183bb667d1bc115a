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

// ready handles /game ready and its button. It answers with the turn panel.
func ready(ctx context.Context, r *interaction.Request) error {
	s, err := readyUp(ctx, r)
	if err != nil {
		return err
	}
	return showPanel(ctx, r, s, "", r.Answer.InPlace)
}

func pressReady(ctx context.Context, r *interaction.Request, _ tables.Loaded, _ engine.Seat) error {
	return ready(ctx, r)
}

// readyUp makes the user ready for the round, if need be, and returns the table after it.
func readyUp(ctx context.Context, r *interaction.Request) (tables.Loaded, error) {
	now, after, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
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
		return now, nil
	}
	return after, err
}

// roundControls returns the buttons before a round: to be ready, or to see whether it has begun.
func roundControls(r *interaction.Request, s tables.Loaded, seat engine.Seat) []discordgo.MessageComponent {
	key, action, style := "bot.button.turn", control.Panel, discordgo.PrimaryButton
	if s.Table.NotReady().Has(seat) {
		key, action, style = "bot.button.ready", control.Ready, discordgo.SuccessButton
	}
	button := control.Button(r.Words, key, style, control.At(action, s.ID, s.Table, ""))
	return []discordgo.MessageComponent{control.Row(append([]discordgo.MessageComponent{button}, giveUp(r, s)...)...)}
}
