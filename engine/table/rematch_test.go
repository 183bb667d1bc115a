package table_test

import (
	"math/rand/v2"
	"slices"
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

// endedGame returns a game of three after two players have resigned.
func endedGame(t *testing.T) *log {
	l := newGame(t, "gardens build=together Bo Cleo")
	l.do(move("1 resign"), move("3 resign"))
	require.Equal(t, table.Ended, l.table.Status)
	return l
}

// rematch opens the rematch that host asks for.
func rematch(t *testing.T, last *table.Table, host table.UserID) *log {
	events := last.Rematch(host, 70)
	opened := got(table.Open(last.Game, events[0]))(t)
	l := &log{t: t, events: events[:1], table: opened}
	for _, e := range events[1:] {
		l.do(e)
	}
	return l
}

// seats lists the users in seat order.
func seats(t *table.Table) []table.UserID {
	var users []table.UserID
	for _, p := range t.Players {
		users = append(users, p.User)
	}
	return users
}

func TestRematchKeepsTheOrderAndTheNextPlayerBegins(t *testing.T) {
	last := endedGame(t).table
	before := seats(last)
	want := []table.UserID{before[1], before[2], before[0]}
	for _, host := range before {
		l := rematch(t, last, host)
		assert.Equal(t, host, l.table.Host)
		assert.Equal(t, last.Options, l.table.Options)
		l.start()
		assert.Equal(t, want, seats(l.table))
		for i, p := range l.table.Players {
			assert.Equal(t, last.Players[(i+1)%3].Name, p.Name)
		}
	}
}

func TestLeavingARematchKeepsTheOrderOfTheOthers(t *testing.T) {
	last := endedGame(t).table
	before := seats(last)
	l := rematch(t, last, before[0])
	l.do(table.Event{Kind: table.Left, By: before[1]}, join(dan, "Dan"), table.Event{Kind: table.Left, By: before[2]})
	l.do(join(before[2], "again"))
	l.start()
	assert.Equal(t, []table.UserID{before[2], before[0], dan}, seats(l.table))
}

func TestARematchKeepsThePaceHintsAndStandIns(t *testing.T) {
	last := *endedGame(t).table
	assert.False(t, rematch(t, &last, ana).table.Hints, "a rematch without")
	last.Limit, last.Reserve, last.Hints, last.StandInLevel = table.Live.Limit, table.Live.Reserve, true, 4
	again := rematch(t, &last, ana).table
	assert.Equal(t, table.Live, again.TimeControl())
	assert.True(t, again.Hints, "a rematch with hints")
	assert.Equal(t, 4, again.StandInLevel)
}

func TestHintsAmongPeopleNeedTheOption(t *testing.T) {
	l := newGame(t, "gardens Bo")
	assert.False(t, l.table.MayAskForHints(1), "a game between people without hints")
	with := *l.table
	with.Hints = true
	assert.True(t, with.MayAskForHints(2), "a game with hints")
	alone := *l.table
	alone.Players = []table.Player{{User: ana}, {User: table.ComputerID(1, 3)}}
	assert.True(t, alone.MayAskForHints(1), "a player alone")
}

// playedOut returns a random ended game of two or more, and its moves in the notation.
func playedOut(t require.TestingT, g engine.Game, options engine.Options, seed uint64) (last *table.Table, moves []string) {
	r := rand.New(rand.NewPCG(seed, 1))
	opening := table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, options, 0, 1)
	last, err := table.Open(g, opening)
	do := func(e table.Event) {
		require.NoError(t, err)
		last = got(last.Next(e))(t)
	}
	for i := 1; i < g.Info().MinSeats; i++ {
		do(table.Join(table.Player{User: ana + table.UserID(i), Name: "P" + string(rune('0'+i))}, 2))
	}
	do(last.Deal(ana, 3, r))
	played, _, err := g.Playout(last.Options, last.SeatInfos(), last.Setup, r)
	require.NoError(t, err)
	for i, m := range played {
		do(table.Move(g, m, 0, int64(10+i)))
		moves = append(moves, string(g.AppendMove(nil, m)))
	}
	require.Equal(t, table.Ended, last.Status)
	return last, moves
}

// loadFork returns the fork of an ended table for its players, started at 1000.
func loadFork(
	last *table.Table, given []engine.Move, damage ...func([]string),
) (*table.Table, []table.Event, error) {
	events := last.ForkOf(7, last.Players, given, last.Host, 900)
	lobby, err := table.Load(games, events)
	if err != nil {
		return nil, nil, err
	}
	events = append(events, lobby.Deal(last.Host, 1000, chance()))
	for _, change := range damage {
		change(events[len(events)-1].Given)
	}
	for i := range events { // as stored
		stored, _ := events[i].Append(nil)
		if events[i], err = table.ParseEvent(stored); err != nil {
			return nil, nil, err
		}
	}
	t, err := table.Load(games, events)
	return t, events, err
}

func TestAForkGoesOnFromItsGivenMoves(t *testing.T) {
	for _, k := range []struct {
		engine.Game
		options engine.Options
	}{{gardens.Game, nil}, {babel.Game, nil}, {towers.Game, nil}, {towers.Game, engine.Options{"mode": "quick"}}} {
		g := k.Game
		var ends [4]*table.Table
		var played [4][]string
		for i := range ends {
			ends[i], played[i] = playedOut(t, g, k.options, uint64(i))
		}
		rapid.Check(t, func(rt *rapid.T) {
			i := rapid.IntRange(0, len(ends)-1).Draw(rt, "game")
			last, moves := ends[i], played[i]
			n := rapid.IntRange(0, len(moves)).Draw(rt, "given")
			before, _, err := g.Replay(last.Options, last.SeatInfos(), last.Setup, entryMoves(last)[:n])
			require.NoError(rt, err)
			fork, events, err := loadFork(last, entryMoves(last)[:n])
			if n > 0 && !engine.MayBegin(before) {
				require.ErrorContains(rt, err, "(start)")
				require.Equal(rt, table.RefusedLog, engine.RefusalCode(err))
				return
			}
			require.NoError(rt, err)
			require.True(rt, fork.State.Equal(before), "it begins at the position")
			require.Equal(rt, n, fork.Given())
			require.Equal(rt, seats(last), seats(fork))
			require.Zero(rt, fork.Acted)
			require.Zero(rt, fork.Skipped)
			for i := range fork.Players {
				_, err := fork.Next(table.Undo(engine.Seat(i+1), ana, 1001))
				require.Equal(rt, table.RefusedNothingToUndo, engine.RefusalCode(err))
				if seat := engine.Seat(i + 1); fork.Turn().Has(seat) && table.Skippable(fork.State, seat) {
					_, err = fork.EndTurn(seat, engine.SkipMove(seat), 0, 1001)
					require.NoError(rt, err)
				}
			}
			checkForkRecord(rt, fork, n)
			for _, text := range moves[n:] {
				events = append(events, table.MoveText(text, 0, 1001))
			}
			ended := got(table.Load(games, events))(rt)
			require.True(rt, ended.State.Equal(last.State), "the same moves lead to the same end")
			require.Equal(rt, table.Ended, ended.Status)
			require.True(rt, last.Rated(), "the first game counts")
			require.False(rt, ended.Rated(), "the fork does not")
			require.Zero(rt, ended.Rematch(ana, 2000)[0].Fork, "a rematch counts again")
			checkForkRecord(rt, ended, n)
		})
	}
}

func entryMoves(t *table.Table) (moves []engine.Move) {
	for _, e := range t.Moves {
		moves = append(moves, e.Move)
	}
	return moves
}

// checkForkRecord checks that the record of a fork says how much was given, and is read as written.
func checkForkRecord(t require.TestingT, fork *table.Table, given int) {
	r := got(fork.Record())(t)
	written := got(r.Append(nil))(t)
	read := got(engine.ParseRecord(written))(t)
	require.Equal(t, engine.GivenRecordFormat, read.Format)
	require.Equal(t, given, *read.Given)
	again := got(read.Append(nil))(t)
	require.Equal(t, string(written), string(again))
	if fork.Status == table.Ended {
		require.NoError(t, read.Check(fork.Game))
	}
}

func TestOnlyMovesThatAreNotGivenAreCounted(t *testing.T) {
	last, moves := playedOut(t, gardens.Game, nil, 1)
	fork, events, err := loadFork(last, entryMoves(last)[:30])
	require.NoError(t, err)
	l := &log{t: t, events: events, table: fork}
	seat := fork.Turn().Slice()[0]
	l.do(replace(seat, eve, "Eve"), move(moves[30]), replace(seat, dan, "Dan"))
	l.play(func(*table.Table) bool { return false })
	r := got(l.table.Record())(t)
	stints := []engine.Stint{{From: 31, By: "Eve"}, {From: 32, By: "Dan"}}
	require.Equal(t, stints, r.Seats[seat-1]["played"], "the first player has made no move")
	require.NoError(t, r.Check(gardens.Game))
	written := got(r.Append(nil))(t)
	read := got(engine.ParseRecord(written))(t)
	require.NoError(t, read.Check(gardens.Game))
}

func TestWhoJoinsAForkTakesAFreeSeat(t *testing.T) {
	last, moves := playedOut(t, towers.Game, nil, 1)
	turn := 1 + slices.Index(moves, "1 done")
	events := last.ForkOf(7, []table.Player{{}, {User: eve, Name: "Eve"}, {}}, entryMoves(last)[:turn], eve, 5)
	opened := got(table.Open(towers.Game, events[0]))(t)
	l := &log{t: t, events: events, table: opened}
	l.do(join(dan, "Dan"))
	l.refused(table.RefusedTooFew, l.table.Deal(eve, 6, chance()))
	l.refused(table.RefusedFixed, table.Choose(engine.Options{"mode": "quick"}, eve, 6))
	l.do(join(cleo, "Cleo"))
	l.refused(table.RefusedFull, join(bo, "Bo"))
	l.do(table.Leave(dan, 7), join(bo, "Bo"))
	l.start()
	require.Equal(t, []table.UserID{cleo, eve, bo}, seats(l.table))
	require.Equal(t, turn, l.table.Given())
	require.Equal(t, last.Setup, l.table.Setup)
}

func TestADamagedGivenMoveIsNamedWithItsEvent(t *testing.T) {
	last, moves := playedOut(t, babel.Game, nil, 1)
	for text, says := range map[string]string{
		"dance":  `event 3 (start): move 4 "dance"`,
		moves[0]: `event 3 (start): move 4 "` + moves[0] + `"`,
	} {
		_, _, err := loadFork(last, entryMoves(last)[:8], func(given []string) { given[3] = text })
		require.ErrorContains(t, err, says)
	}
	_, _, err := loadFork(last, entryMoves(last))
	require.ErrorContains(t, err, "event 3 (start): no game can begin after the given moves", "it is over")
	l := newGame(t, "gardens lobby")
	l.do(join(bo, "Bo"))
	e := l.table.Deal(ana, 5, chance())
	e.Given = moves[:1]
	l.refused(table.RefusedLog, e)
}
