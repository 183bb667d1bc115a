package harness

import (
	"cmp"
	"context"
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
)

// Table is the newest table of a channel, read from the store at each call.
type Table struct {
	*Env
	Channel *localdiscord.Channel
}

func (e *Env) At(ch *localdiscord.Channel) *Table { return &Table{e, ch} }

func (t *Table) ID() table.ID {
	channel := table.ParseID[table.ChannelID](t.Channel.ID)
	return must[table.ID](t)(tables.LastTable(context.Background(), t.Store, channel))
}

func (t *Table) header() store.Header {
	return must[store.Header](t)(t.Store.Header(context.Background(), t.ID()))
}

// Taken returns the player's refusal of a second game in the channel, with a link to the first.
func (t *Table) Taken(p *Player) string {
	t.Settle()
	return "⛔ " + p.T("table.refused.channel_taken", "link", sentences.TableLink(t.header()))
}

func (t *Table) Load() (*table.Table, []table.Event) {
	_, events, err := t.Store.Table(context.Background(), t.ID())
	require.NoError(t, err)
	return must[*table.Table](t)(table.Load(games.Rules, events)), events
}

func (t *Table) Now() *table.Table {
	now, _ := t.Load()
	return now
}

// Ended fails the test unless the game has ended.
func (t *Table) Ended() (*table.Table, []table.Event) {
	ended, events := t.Load()
	require.Equal(t, table.Ended, ended.Status)
	return ended, events
}

// Moves returns how many events a game of two has since it was opened, joined and started.
func (t *Table) Moves() int { return int(t.header().Version) - 3 }

// KindsOfTwo returns the kinds of the events of a game of two since its start.
func (t *Table) KindsOfTwo() []table.EventKind {
	_, events := t.Load()
	var kinds []table.EventKind
	for _, e := range events[3:] {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// Awaited returns the user that the table waits for, the first by seat.
func (t *Table) Awaited() table.UserID {
	now := t.Now()
	return now.Player(now.Turn().Slice()[0]).User
}

func (t *Table) BySeat(people []*Player) []*Player {
	var seated []*Player
	for _, user := range t.header().Players {
		if p := PlayerOf(people, user); p != nil {
			seated = append(seated, p)
		}
	}
	return seated
}

func PlayerOf(people []*Player, user table.UserID) *Player {
	for _, p := range people {
		if p.UserID() == user {
			return p
		}
	}
	return nil
}

// LoggedGame is a table of a store with its log.
type LoggedGame struct {
	ID     table.ID
	Header store.Header
	Log    []table.Event
}

type LoggedGames []LoggedGame

// Add checks a game as the store's own check does, and adds it.
func (g *LoggedGames) Add(id table.ID, h store.Header, log []table.Event, result *store.Result) error {
	*g = append(*g, LoggedGame{id, h, log})
	return tables.Verify(id, h, log, result)
}

// In has the games of a channel in the order in which they were opened.
func (g LoggedGames) In(channel *localdiscord.Channel) (all LoggedGames) {
	for _, one := range g {
		if one.Header.Channel.String() == channel.ID {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b LoggedGame) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Game is the zero value if there is none.
func (g LoggedGames) Game(id table.ID) LoggedGame {
	if i := slices.IndexFunc(g, func(one LoggedGame) bool { return one.ID == id }); i >= 0 {
		return g[i]
	}
	return LoggedGame{}
}

// CheckRecordOf checks the record of a game if it has ended; see CheckRecord.
func (e *Env) CheckRecordOf(game LoggedGame) {
	loaded, err := table.Load(games.Rules, game.Log)
	require.NoError(e, err)
	if loaded.Status == table.Ended {
		e.CheckRecord(loaded)
	}
}
