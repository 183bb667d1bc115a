package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/engine/table"
)

// Ask answers with a question and a danger button for c, or returns the error of may.
func (r *Request) Ask(ctx context.Context, c control.Control, question string, may func(*table.Table) error) error {
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	if err := may(s.Table); err != nil {
		return About(s.Table, err)
	}
	c.Table = s.ID
	sure := control.Button(r.Words, "bot.button."+c.Action, discordgo.DangerButton, c)
	r.Answer.Whisper(ctx, &message.Message{
		Content:    question,
		Components: []discordgo.MessageComponent{control.Row(sure)},
	})
	return nil
}
