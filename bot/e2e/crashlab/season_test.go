package crashlab_test

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/storetest"
)

// endSeason gives a guild a season that is over, of which its news channel is to be told. A host
// has won its games against a guest last month. The reply to the first attempt is lost.
func (l *lab) endSeason(guild *localdiscord.Guild, host, guest *harness.Player) {
	l.Helper()
	db, err := bolt.Open(l.StorePath, bolt.Options{Program: "test", Replay: tables.Verify})
	require.NoError(l, err)
	defer func() { require.NoError(l, db.Close()) }()
	from, _, _ := store.Monthly.At(time.Now()).Span()
	then := from.Add(-time.Hour)
	all := tables.New(db, func() time.Time { return then }, rand.New(rand.NewPCG(1, 2)))
	played := table.ChannelID(harness.Snowflake(guild.AddChannel("archive").ID))
	news := guild.AddChannel("news")
	l.news = append(l.news, news)
	l.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "POST", Path: "^/channels/" + news.ID + "/messages$", DropReply: true, Times: 1,
	})
	in := table.GuildID(harness.Snowflake(guild.ID))
	storetest.SetSettings(l, db, in, store.Settings{
		Season: store.Monthly, News: table.ChannelID(harness.Snowflake(news.ID)),
	})
	game := games.All[0].Game
	for range tables.SeasonGames {
		at := then.UnixMilli()
		require.NoError(l, all.Open(l.Context(), tables.Opening{Game: game, Guild: in, Channel: played, Events: []table.Event{
			table.OpenLobby(game.Info(), table.Player{User: host.UserID(), Name: host.Name}, nil, 0, at),
			table.Join(table.Player{User: guest.UserID(), Name: guest.Name}, at),
		}}))
		id, err := db.OpenTable(l.Context(), played)
		require.NoError(l, err)
		for _, plan := range []tables.Plan{
			func(t *table.Table) ([]table.Event, error) { return []table.Event{all.Deal(t, host.UserID())}, nil },
			func(t *table.Table) ([]table.Event, error) {
				seat := t.Seat(guest.UserID())
				return t.EndTurn(seat, engine.ResignMove(seat), guest.UserID(), at)
			},
		} {
			s, err := all.Load(l.Context(), id)
			require.NoError(l, err)
			_, _, err = all.Act(l.Context(), s, 0, plan, nil)
			require.NoError(l, err)
		}
	}
}

// checkNews checks that no guild was told of its season twice.
func (l *lab) checkNews() {
	l.Helper()
	for _, ch := range l.news {
		require.LessOrEqual(l, len(ch.Messages()), 1, "the end of a season was told twice")
	}
}

// awaitNews starts the program once more, and waits until all guilds have been told.
func (l *lab) awaitNews() {
	l.Helper()
	l.killAndRestart()
	l.Eventually("every guild is told of its season and its challenge", func() bool {
		for _, ch := range l.news {
			if ch.Last() == nil {
				return false
			}
		}
		return !slices.ContainsFunc(l.puzzles, func(ch *localdiscord.Channel) bool { return len(ch.Messages()) < 2 })
	})
}
