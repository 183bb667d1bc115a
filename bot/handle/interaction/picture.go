package interaction

import (
	"context"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/say/pictures"
	"amytis/engine/table"
)

// TextView is the view of /board in words: the whole position, the chosen player's things first.
const TextView = "text"

// AttachBoard adds a table's picture to a message that only the user sees, which has its controls;
// see pictures.Drawer.Attach. For a user who wants the position as text, the alt text is short, and
// the last button answers with the rest.
func AttachBoard(
	ctx context.Context, r *Request, m *message.Message, id table.ID, t *table.Table, want pictures.Request,
) error {
	prefers, err := r.Store.Preferences(ctx, r.User)
	if err != nil && ctx.Err() == nil {
		r.Log.Error("reading whether a text board is wanted", slog.Any("user", r.User), slog.Any("err", err))
	}
	want.Brief = err == nil && prefers.Text
	if err := r.Pictures.Attach(ctx, r.Words, m, id, t, want); err != nil {
		return err
	}
	m.Embeds = []*discordgo.MessageEmbed{} // panels used to have the text
	if want.Brief {
		board := control.At(control.Boards, id, t, TextView)
		AddButton(m, control.Button(r.Words, "bot.textboard.view", discordgo.SecondaryButton, board))
	}
	return nil
}
