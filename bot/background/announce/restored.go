package announce

import (
	"context"
	"errors"
	"slices"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/engine/table"
	"amytis/store"
)

// sendRestored posts an open table as a restored backup has it, and calls the players in turn once
// more. Messages that the backup has forgotten lose their buttons.
func (p *poster) sendRestored(ctx context.Context, e *entry) (done store.Settlement, err error) {
	t := e.history.Table
	if t.Status != table.Lobby && t.Status != table.Running {
		return done, nil
	}
	forgotten := func(id string) bool {
		c, _ := control.Parse(id)
		_, err := p.Tables.Load(ctx, c.Table)
		return !c.Tableless() && (c.Table == e.Table || errors.Is(err, store.ErrNotFound))
	}
	var lost []store.Entry
	after := max(discord.IDBefore(t.Opened), uint64(e.lastMessage()))
	_, err = p.Messages.FindPosted(ctx, e.Channel.String(), after, func(m discord.Posted) bool {
		if slices.ContainsFunc(m.Controls, forgotten) && !posts.Bears(m.Controls, e.Nonce) {
			lost = append(lost, e.followUp(tables.StripButtons, table.ParseID[table.MessageID](m.ID)))
		}
		return false
	})
	switch {
	case err != nil && !errors.Is(err, discord.ErrUnreadable): // old buttons do no harm
		return done, err
	case t.Status == table.Running:
		done, err = p.sendTable(ctx, e)
	default:
		out := posts.Lobby(e.words, nil, e.history.Loaded)
		out.Content = e.words.Say("bot.table.restored")
		done, err = p.postNewest(ctx, e, out, e.lastMessage())
	}
	done.Follow = append(done.Follow, lost...)
	return done, err
}
