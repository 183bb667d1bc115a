package interaction

import (
	"context"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/bot/say/pictures"
	"amytis/engine/table"
)

// AttachBoard adds a table's picture to a message that only the user sees; see
// pictures.Drawer.Attach. It adds the position as text if the user wants that, else removes it.
func AttachBoard(
	ctx context.Context, r *Request, m *message.Message, id table.ID, t *table.Table, want pictures.Request,
) error {
	if err := r.Pictures.Attach(ctx, r.Words, m, id, t, want); err != nil {
		return err
	}
	m.Embeds = []*discordgo.MessageEmbed{}
	prefers, err := r.Store.Preferences(ctx, r.User)
	if err != nil && ctx.Err() == nil {
		r.Log.Error("reading whether a text board is wanted", slog.Any("user", r.User), slog.Any("err", err))
	}
	if err == nil && prefers.Text {
		m.Embeds = pictures.TextBoardInOne(r.Words, t, want.Asker, want.Seat)
	}
	return nil
}
