package bot

import (
	"context"
	"errors"

	"amytis/engine/table"
	"amytis/store"
)

// channelGone gives up the game of a channel or thread that was deleted: nobody
// could go on with it, and it would stay among everybody's open games for ever.
func (b *Bot) channelGone(ctx context.Context, guild, channel string) {
	id, err := b.desk.store.OpenTable(ctx, table.ChannelID(snowflake(channel)))
	if err == nil {
		err = b.desk.giveUp(ctx, id)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		b.log.Error("giving up the game of a deleted channel", "guild", guild, "channel", channel, "err", err)
	}
}
