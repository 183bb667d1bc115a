package table_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/engine/towers"
)

const (
	ana table.UserID = iota + 1
	bo
	cleo
	dan
	eve
)

func games(id string) (engine.Game, bool) {
	g, found := map[string]engine.Game{"gardens": gardens.Game, "babel": babel.Game, "towers": towers.Game, "rush": rush, "untimed": untimed}[id]
	return g, found
}

// log is a growing log with its table.
type log struct {
	t      *testing.T
	events []table.Event
	table  *table.Table
	// at and offered are the time of a script's events, and the table when moves were offered.
	at      int64
	offered *table.Table
}

// newGame opens a table of Ana and others, and starts it at noon: "gardens build=together Bo c12".
// The words are a game, options, a time control (limit), the level of stand-ins (standin), players
// as in scripts, "lobby" where nothing starts, and "ready" where rounds wait for the players, who
// then keep this order.
func newGame(t *testing.T, text string) *log {
	t.Helper()
	words := strings.Fields(text)
	g, found := games(words[0])
	require.True(t, found, "no game %q", words[0])
	var limits table.TimeControl
	level, options := 0, engine.Options{}
	var others []string
	for _, word := range words[1:] {
		switch name, value, isSetting := strings.Cut(word, "="); {
		case name == "limit":
			limits = table.ParseTimeControl(value)
		case name == "standin":
			level = int(value[0] - '0')
		case isSetting:
			options[name] = value
		case word != "lobby" && word != "ready":
			others = append(others, word)
		}
	}
	opening := table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, options, limits.Limit, 1).
		WithReserve(limits.Reserve).WithStandIns(level)
	ready := slices.Contains(words, "ready")
	for _, name := range append([]string{"Ana"}, others...) {
		if ready {
			opening.Order = append(opening.Order, user(name))
		}
	}
	l := begin(t, g, opening)
	for _, name := range others {
		if id := user(name); id.IsComputer() {
			l.do(table.AddComputer(table.Player{User: id, Name: "Nabu"}, ana, 0))
		} else {
			l.do(join(id, name))
		}
	}
	if slices.Contains(words, "lobby") {
		return l
	}
	l.at = noon
	start := l.table.Deal(ana, noon, chance())
	start.Ready = ready
	l.do(start)
	return l
}

// do adds events and checks after each that loading the log gives the same table.
func (l *log) do(events ...table.Event) {
	l.t.Helper()
	for _, e := range events {
		if e.At == 0 {
			e.At = int64(len(l.events) + 1)
		}
		next := got(l.table.Next(e))(l.t)
		l.table, l.events = next, append(l.events, e)
		l.replays(l.t)
	}
}

// begin opens a table with an event.
func begin(t *testing.T, g engine.Game, opening table.Event) *log {
	t.Helper()
	opened := got(table.Open(g, opening))(t)
	return &log{t: t, table: opened, events: []table.Event{opening}}
}

// replays checks that loading the log gives the same table.
func (l *log) replays(t require.TestingT) {
	loaded := got(table.Load(games, l.events))(t)
	requireEqual(t, l.table, loaded)
}

func (l *log) record() *engine.Record {
	l.t.Helper()
	rec := got(l.table.Record())(l.t)
	return rec
}

// requireEqual checks that two tables are equal.
func requireEqual(t require.TestingT, a, b *table.Table) {
	left, right := *a, *b
	if left.State != nil {
		require.True(t, left.State.Equal(right.State), "positions differ")
	}
	left.State, right.State = nil, nil
	if len(left.Moves) == 0 {
		left.Moves, right.Moves = nil, nil
	}
	require.Equal(t, left, right)
}

// refused checks that events are refused for the given reason, each at this table.
func (l *log) refused(code string, events ...table.Event) {
	l.t.Helper()
	version := l.table.Version
	for _, e := range events {
		_, err := l.table.Next(e)
		assert.Equal(l.t, code, engine.RefusalCode(err), "%v", err)
		assert.Equal(l.t, version, l.table.Version)
	}
}

func join(u table.UserID, name string) table.Event {
	return table.Event{Kind: table.Joined, By: u, Name: name}
}

func move(text string) table.Event { return table.Event{Kind: table.Moved, Move: text} }

func chance() engine.Rand { return rand.New(rand.NewPCG(1, 2)) }

func (l *log) start() {
	l.t.Helper()
	l.do(l.table.Deal(l.table.Host, 5, chance()))
}

// play makes random moves until the condition holds or the game is over.
func (l *log) play(until func(*table.Table) bool) {
	l.t.Helper()
	r := chance()
	for l.table.Turn() != 0 && !until(l.table) {
		seats := l.table.Turn().Slice()
		legal := l.table.State.Legal(seats[r.IntN(len(seats))], nil)
		l.do(move(string(l.table.Game.AppendMove(nil, legal[r.IntN(len(legal))]))))
	}
}

func TestQuietHoursOfItsHostDelayTheEndOfALobby(t *testing.T) {
	later := newGame(t, "gardens lobby").table.Demands(func(user table.UserID, at int64) int64 { return at + int64(user)*7 })
	assert.Equal(t, []table.Demand{{Kind: table.LobbyIdle, At: 8 + dayMs, Seat: 1}}, later)
}

func TestDealPicksARandomFirstPlayerAndKeepsTheOrderOfJoining(t *testing.T) {
	first := map[table.UserID]int{}
	for seed := range uint64(200) {
		l := newGame(t, "gardens lobby")
		l.do(join(bo, "Bo"), join(cleo, "Cleo"))
		e := l.table.Deal(ana, 9, rand.New(rand.NewPCG(seed, seed)))
		first[e.Order[0]]++
		for i, u := range e.Order {
			assert.Equal(t, u%3+1, e.Order[(i+1)%3], "the players follow in order of joining")
		}
	}
	for _, u := range []table.UserID{ana, bo, cleo} {
		assert.Greater(t, first[u], 30, "user %d is first too rarely", u)
	}
}

func TestLobbyChangesOnlyOptionsOfTheGame(t *testing.T) {
	l := newGame(t, "gardens build=together lobby")
	l.do(table.Event{Kind: table.Chosen, By: ana, Options: engine.Options{"overlap": "adjacent"}})
	assert.Equal(t, engine.Options{"build": "together", "overlap": "adjacent", "setup": "auto"}, l.table.Options)
	l.refused(table.RefusedOption, table.Event{Kind: table.Chosen, Options: engine.Options{"overlap": "always"}})
	_, err := table.Open(gardens.Game, table.Event{Kind: table.Opened, By: ana, Options: engine.Options{"speed": "9"}})
	assert.Error(t, err)
	for _, opening := range []table.Event{
		{Kind: table.Opened, By: ana, Limit: 7}, {Kind: table.Opened, By: ana, StandIn: -1},
		{Kind: table.Opened, By: ana, StandIn: engine.ComputerLevels + 1},
		table.OpenLobby(gardens.Game.Info(), table.Player{User: table.ComputerID(1, 3), Name: "Nabu"}, nil, 0, 1),
	} {
		_, err := table.Open(gardens.Game, opening)
		assert.Error(t, err)
	}
	opening := table.OpenLobby(gardens.Game.Info(), table.Player{User: ana}, nil, 0, 0).WithHints(true)
	assert.True(t, begin(t, gardens.Game, opening).table.Hints, "as the lobby was opened")
	l = newGame(t, "towers mode=quick clock=300 lobby")
	l.refused(table.RefusedMisplaced, table.Choose(engine.Options{"mode": "tactical"}, ana, 2))
}

func TestG10_StepOfBuildingCanBeUndoneAfterMovesOfOthers(t *testing.T) {
	l := newGame(t, "gardens build=together Bo")
	l.play(func(t *table.Table) bool { return t.Turn().Len() == 2 && len(t.Moves) == 7 })
	legal := l.table.State.Legal(1, nil)
	l.do(move(string(l.table.Game.AppendMove(nil, legal[0]))))
	l.do(move(string(l.table.Game.AppendMove(nil, l.table.State.Legal(2, nil)[0]))))
	l.do(table.Event{Kind: table.Undone, By: l.table.Player(1).User, Seat: 1})
	assert.Len(t, l.table.Moves, 8)
	assert.Equal(t, engine.Seat(2), l.table.Moves[7].Move.Seat)
}

func TestEndedGameRefusesEventsAndItsRecordIsValid(t *testing.T) {
	l := newGame(t, "gardens Bo")
	r := chance()
	tb := l.table
	for tb.Turn() != 0 {
		seat := tb.Turn().Slice()[0]
		legal := tb.State.Legal(seat, nil)
		e := move(string(tb.Game.AppendMove(nil, legal[r.IntN(len(legal))])))
		e.At = noon + 99
		next := got(tb.Next(e))(t)
		tb, l.events = next, append(l.events, e)
	}
	l.table = tb
	l.replays(t)
	assert.Equal(t, table.Ended, tb.Status)
	assert.Equal(t, noon+99, tb.End)
	l.refused(table.RefusedEnded, move("1 resign"), table.Event{Kind: table.Undone, Seat: 1})
	l.refused(table.RefusedEnded, table.Event{Kind: table.Aborted})
	rec := got(tb.Record())(t)
	assert.NoError(t, rec.Check(gardens.Game))
}

func TestRecordOfARunningGameHidesCoveredAndUnturnedTiles(t *testing.T) {
	l := newGame(t, "gardens Bo")
	rec := l.record()
	assert.NotContains(t, string(rec.Setup), `"G`)
	assert.NotContains(t, string(rec.Setup), `"B`)
	assert.NotContains(t, string(rec.Setup), "wild")
	assert.ErrorIs(t, rec.Check(gardens.Game), engine.ErrRunning)
}

func TestStandingsRankWinnersThenTotalsThenResignedPlayers(t *testing.T) {
	l := newGame(t, "gardens Bo Cleo")
	l.play(func(t *table.Table) bool { return len(t.Moves) > 12 })
	events := got(l.table.EndTurn(2, engine.ResignMove(2), l.table.Player(2).User, 50))(t)
	l.do(events...)
	l.play(func(*table.Table) bool { return false })
	standings := l.table.Standings()
	require.Len(t, standings, 3)
	assert.Equal(t, 3, standings[1].Rank, "a player who resigned is last")
	best := max(standings[0].Score, standings[2].Score)
	for _, s := range []table.Standing{standings[0], standings[2]} {
		if s.Rank == 1 {
			assert.Equal(t, best, s.Score)
		}
	}
}

func TestInvalidLogNamesTheBadEvent(t *testing.T) {
	_, err := table.Load(games, nil)
	assert.Error(t, err)
	_, err = table.Load(games, []table.Event{{Kind: table.Opened, Game: "chess"}})
	assert.ErrorContains(t, err, `"chess"`)
	_, err = table.Load(games, []table.Event{{Kind: table.Joined}})
	assert.ErrorContains(t, err, "event 1")
	_, err = table.Load(games, []table.Event{{Kind: table.Opened, Game: gardens.ID, By: 1}, {Kind: "dance"}})
	assert.ErrorContains(t, err, "event 2")
}

func TestEventSurvivesStoring(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := table.Event{
			Kind: rapid.SampledFrom([]table.EventKind{
				table.Moved, table.Undone, table.Joined, table.Started, table.Readied, table.Begun, table.Planned,
			}).Draw(t, "kind"),
			At:   rapid.Int64Min(0).Draw(t, "at"),
			By:   table.UserID(rapid.Uint64().Draw(t, "by")),
			Seat: engine.Seat(rapid.IntRange(0, 8).Draw(t, "seat")),
		}
		switch e.Kind {
		case table.Moved:
			e.Seat = 0
			e.Move = rapid.StringMatching(`[ -~]{1,40}`).Draw(t, "move")
			e.Choice = rapid.IntRange(0, 3).Draw(t, "choice")
		case table.Planned:
			e.Plan = []string{rapid.StringMatching(`[ -~]{1,40}`).Draw(t, "plan")}
			e.Any = rapid.Bool().Draw(t, "any")
		case table.Joined:
			e.Name = rapid.String().Draw(t, "name")
		case table.Started:
			e.Setup = json.RawMessage(`{"quarry":{}}`)
			e.Order = []table.UserID{1, 2}
			e.Attrs = []string{"J", "R"}
			e.Ready = rapid.Bool().Draw(t, "ready")
		}
		stored := got(e.Append(nil))(t)
		got := got(table.ParseEvent(stored))(t)
		require.Equal(t, e, got)
	})
}

func FuzzParseEvent(f *testing.F) {
	f.Add([]byte(`{"k":"move","t":1,"u":2,"m":"1 dig a1"}`))
	f.Add([]byte(`{"k":"ready","t":1,"u":2,"e":3}`))
	f.Add([]byte(`{"k":""}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := table.ParseEvent(data)
		if err != nil {
			return
		}
		stored := got(e.Append(nil))(t)
		again := got(table.ParseEvent(stored))(t)
		require.Equal(t, e.Kind, again.Kind)
	})
}

// got returns what a call that must succeed has returned: got(call())(t).
func got[T any](value T, err error) func(t require.TestingT) T {
	return func(t require.TestingT) T {
		if h, is := t.(interface{ Helper() }); is {
			h.Helper()
		}
		require.NoError(t, err)
		return value
	}
}

func TestLobbies(t *testing.T) {
	scripts(t, []row{
		{"no more players than seats, and no player twice", "gardens lobby", `
			already_joined: join Ana; join Bo; join Cleo; join Dan; full: join Eve; not_joined: leave Eve`},
		{"the next player hosts when the host leaves, and an empty lobby is abandoned", "gardens lobby", `
			join Bo; leave Ana; host = Bo; leave Bo; status = abandoned; aborted: join Ana`},
		{"others can remove a player", "gardens lobby", `
			join Bo; remove Ana Eve; host = Bo; not_joined: remove Ana Bo; join Ana
			start; started: remove Ana Eve`},
		{"a game starts only with enough players and only once", "gardens lobby", `
			too_few: start; not_started: play 1 dig a1; join Bo; start
			started: join Cleo; started: start; started: choose build together`},
		{"a person and a computer are enough", "gardens lobby", `too_few: start; add c11; start; status = running`},
		{"an idle lobby asks its host and ends", "gardens lobby", `
			@0s; join Bo; demands = ask 1 24h; @24h; ask; demands = close 1 48h; bad_log: ask; keep; demands = ask 1 192h
			leave Bo; demands = ask 1 48h; @48h; ask; @72h; close; status = abandoned; idle = true; lost = false`},
		{"a person has aborted the table", "gardens Bo", `
			abort Ana; lost = false; turn = []; standings = 0; aborted: play 1 remove a1`},
		{"nobody has aborted the table", "gardens lobby", `abort nobody; lost = true; aborted: join Bo`},
		{"hints", "gardens lobby", `
			hints = false; hints on; hints = true; hints off; hints = false
			join Bo; start; started: hints on`},
		{"the limit", "gardens lobby", `
			pace = 0; pace 43200; pace = 43200; bad_option: pace 5; pace 0; pace = 0
			join Bo; start; started: pace 43200; demands =`},
		{"the reserve is chosen with the limit", "gardens lobby", `
			pace daily; pace = daily; bad_option: pace 86400+5; bad_option: pace 0+259200
			pace 3600; pace = 3600`},
		{"no computer becomes host of a lobby", "gardens lobby", `
			add c13; join Bo; leave Ana; host = Bo; leave Bo; status = abandoned`},
		{"no computer becomes host of a game", "gardens Bo Cleo", `
			replace Ana c14; host = Cleo; already_seated: replace Cleo c14; replace Cleo c22; host = Bo
			last_person: replace Bo c32; replace c14 Ana; host = Bo`},
		{"a replacement gets the seat unchanged", "moved", `
			offer; player 2 = Ana; attr 2 = R; replace 2 Dan; player 2 = Dan; attr 2 = R; same = true; valid 2 = false`},
		{"who replaces the host is host", "moved", `
			replace Ana Dan; host = Dan; replace Bo Ana; host = Dan`},
		{"only people join and add computers", "gardens lobby", `
			bad_log: join c13; bad_log: add Bo; bad_log: add c13 c23; add c13; bad_log: add c13; bad_log: add c14`},
		{"replaced computers count for the level", "gardens lobby", `
			join Bo; level = 0; add c12; level = 2; start; replace Bo c24; level = 4
			replace c24 Cleo; replace c12 Dan; level = 4`},
		{"no replacement in a lobby", "gardens lobby", `not_started: replace 1 Dan`},
		{"no replacement by a player, of no seat, of who resigned, or after the end", "moved", `
			already_seated: replace 2 Ana; already_seated: replace 2 Bo; already_seated: replace 2 Cleo
			bad_log: replace 0 Dan; bad_log: replace 4 Dan; bad_log: replace 1 nobody
			resign 2; resigned: replace 2 Dan; abort Eve; aborted: replace 1 Dan`},
	})
}
