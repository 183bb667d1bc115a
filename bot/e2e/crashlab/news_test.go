package crashlab_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/background/challenge"
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

// giveChallenge gives a guild yesterday's challenge, which somebody has solved, and one that is
// ready for today. So its channel is to be told an answer and a puzzle.
func (l *lab) giveChallenge(guild *localdiscord.Guild, solver *harness.Player) {
	l.Helper()
	db, err := bolt.Open(l.StorePath, bolt.Options{Program: "test", Replay: tables.Verify})
	require.NoError(l, err)
	defer func() { require.NoError(l, db.Close()) }()
	ch := guild.AddChannel("puzzles")
	l.puzzles = append(l.puzzles, ch)
	puzzle := func(mark string) *store.Puzzle {
		seat := map[string]any{"name": ""}
		return &store.Puzzle{Mark: mark, Seat: 1, Best: []string{"1 tower m14.1 n"}, Total: 9, Lost: 5, Record: &engine.Record{
			Format: engine.RecordFormat, Game: "towers", Seats: []map[string]any{seat, seat, seat}, Setup: json.RawMessage("{}"),
		}}
	}
	now := time.Now().UTC()
	require.NoError(l, db.ChangeSettings(l.Context(), table.GuildID(harness.Snowflake(guild.ID)), func(s *store.Settings) error {
		c := &s.Challenge
		*c = store.Challenge{Channel: table.ChannelID(harness.Snowflake(ch.ID)), Hour: now.Hour(), Next: puzzle("aaaaa")}
		challenge.BeginDay(c, now.AddDate(0, 0, -1).Format(time.DateOnly))
		challenge.Submit(c, store.Solve{User: solver.UserID(), Stars: challenge.MaxStars})
		c.Next = puzzle("bbbbb")
		return nil
	}))
}

// checkChallenges checks that no guild was told an answer or a puzzle twice.
func (l *lab) checkChallenges() {
	l.Helper()
	for _, ch := range l.puzzles {
		seen := map[string]bool{}
		for _, m := range ch.Messages() {
			line := harness.FirstLine(m.Content)
			require.False(l, seen[line], "told twice: %s", line)
			seen[line] = true
		}
	}
}

// opener is somebody who opens games in posts of a forum, one after another.
type opener struct {
	*harness.Player
	// forum begins with a post of the opener's own.
	forum *localdiscord.Channel
	// judged and restored are how many posts there were at the last judgement and restore.
	judged, restored int
}

func (l *lab) newOpener(guild *localdiscord.Guild, locale string) *opener {
	fay := l.InGuild(guild, locale, harness.Babel, *labSeed).NewPlayer("Fay", locale)
	forum := guild.AddForum("forum", false, "Babel", "Open seat", "Over")
	fay.Post(forum, "Who plays?")
	return &opener{Player: fay, forum: forum}
}

// open opens games until over is closed, and closes those whose posts are there.
func (o *opener) open(over <-chan struct{}) {
	for tick := time.Tick(200 * time.Millisecond); ; {
		select {
		case <-over:
			return
		case <-tick:
		}
		posts := o.forum.Threads()
		_, _ = o.Command(posts[0], "game new", localdiscord.Args{"game": "babel", "thread": true})
		for _, post := range posts[1:] {
			if len(post.Last().Controls()) > 0 {
				_, _ = o.Command(post, "game leave", nil)
			}
		}
	}
}

// checkPosts checks that no new post is a game's second one. The first may be one whose lobby was
// closed in time that a restore took away. Without its buttons nobody can tell that it is the same.
func (l *lab) checkPosts() {
	l.Helper()
	posts, first := l.opener.forum.Threads(), map[string]int{}
	for i := 1; i < len(posts); i++ {
		game := l.Discord.History(posts[i].ID)[0].Controls()[0].CustomID
		if j, twice := first[game]; twice && i >= l.opener.judged {
			closed, restored := len(posts[j].Last().Controls()) == 0, l.opener.restored
			require.True(l, closed && j < restored && restored <= i, "two posts of one game: %s", posts[i].ID)
		}
		first[game] = i
	}
	l.opener.judged, l.counts["posts"] = len(posts), len(posts)-1
}
