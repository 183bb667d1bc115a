package news

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
)

// boardResults is how many results are looked at: some may be of hidden channels.
const boardResults = 20

// boardDue keeps one message on a server that lists its games, but for those with computers alone.
// Its version does not ask Discord: who sees the channels counts when something else changes.
func (w *Worker) boardDue(ctx context.Context, guild table.GuildID, s store.Settings, _ time.Time) (*Post, error) {
	if s.Board == 0 {
		return nil, nil
	}
	open, err := tables.Playing(ctx, w.Tables, guild, 0)
	if err != nil {
		return nil, err
	}
	open = slices.DeleteFunc(open, func(s tables.Loaded) bool { return s.Table.Suspended() || s.Table.Solo() })
	results, err := w.Store.Results(ctx, guild, boardResults)
	if err = store.NotDamage(err); err != nil {
		return nil, err
	}
	words, shown := w.Languages.WordsBy(ctx, s, guild, ""), fnv.New64a()
	fmt.Fprint(shown, words.Say("bot.games.title"))
	for _, s := range open {
		fmt.Fprint(shown, s.ID, s.Header.Channel, s.Table.Status, s.Table.Awaited(), sentences.WaitingSince(s.Table, 0), sentences.AllNames(words, s.Table))
	}
	for _, r := range results {
		fmt.Fprint(shown, r.Table, r.Standings)
	}
	return &Post{
		Key: store.BoardNews, Channel: s.Board, Version: strconv.FormatUint(shown.Sum64(), 36),
		Make: func(ctx context.Context) (*message.Message, error) {
			rooms, err := w.Guilds.Rooms(ctx, guild.String())
			if err != nil {
				return nil, err
			}
			hidden := func(channel table.ChannelID) bool { return !rooms.OpenTo(s.Board.String(), channel.String()) }
			open := slices.DeleteFunc(open, func(s tables.Loaded) bool { return hidden(s.Header.Channel) })
			results := slices.DeleteFunc(results, func(r store.Result) bool {
				h, err := w.Store.Header(ctx, r.Table)
				return err != nil || hidden(h.Channel)
			})
			return posts.Board(words, open, results), nil
		},
	}, nil
}
