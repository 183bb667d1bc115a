package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/table"
)

// TestRandomEventsKeepATableSound offers random events to tables with limits, reserves, stand-ins
// and rounds. It checks what always holds, and that the log gives the same table and record.
func TestRandomEventsKeepATableSound(t *testing.T) {
	for _, g := range []engine.Game{gardens.Game, babel.Game, untimed, rush} {
		t.Run(g.Info().ID, rapid.MakeCheck(func(rt *rapid.T) {
			limit := rapid.SampledFrom(table.Limits[1:]).Draw(rt, "limit")
			opening := table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, nil, limit, 1).
				WithReserve(rapid.SampledFrom(table.Reserves).Draw(rt, "reserve")).
				WithStandIns(max(0, rapid.IntRange(-3, 5).Draw(rt, "level of stand-ins")))
			l := begin(t, g, opening)
			l.do(join(bo, "Bo"))
			if g.Info().MaxSeats > 2 {
				l.do(join(cleo, "Cleo"))
			}
			start := l.table.Deal(ana, noon, chance())
			start.Ready = true
			l.do(start)
			at := noon
			for range rapid.IntRange(1, 60).Draw(rt, "events") {
				at += rapid.Int64Range(0, int64(limit)*500).Draw(rt, "pause")
				seat := engine.Seat(rapid.IntRange(1, len(l.table.Players)).Draw(rt, "seat"))
				events := randomEvents(rt, l, seat, at)
				next := l.table
				var err error
				for i := 0; i < len(events) && err == nil; i++ {
					next, err = next.Next(events[i])
				}
				if err != nil || len(events) == 0 {
					continue
				}
				checkWaits(rt, next)
				checkReserves(rt, l.table, next, events, at)
				checkStandIns(rt, l.table, next)
				l.table, l.events = next, append(l.events, events...)
			}
			l.replays(rt)
			rec := got(l.table.Record())(rt)
			got(engine.ParseRecord(got(rec.Append(nil))(rt)))(rt)
			if l.table.Status == table.Ended && !l.table.Rounds {
				require.NoError(rt, rec.Check(g))
			}
		}))
	}
}

// randomEvents returns events that somebody tries at a table.
func randomEvents(rt *rapid.T, l *log, seat engine.Seat, at int64) []table.Event {
	t := l.table
	if t.Turn().Has(engine.Chance) {
		return []table.Event{table.Move(t.Game, t.State.Chance(chance()), 0, at)}
	}
	user := t.Player(seat).User
	someone := table.Player{User: dan + table.UserID(len(l.events)), Name: "Dan"}
	switch rapid.IntRange(0, 25).Draw(rt, "what") {
	case 0:
		return []table.Event{t.CallStandIn(seat, user, at)}
	case 1:
		return []table.Event{table.Return(seat, user, at)}
	case 2, 3, 4:
		return []table.Event{table.Undo(seat, user, at)}
	case 5, 6:
		events, _ := t.Expire(seat, at)
		return events
	case 7:
		return []table.Event{table.Replace(seat, someone, ana, at)}
	case 8:
		if rapid.IntRange(0, 3).Draw(rt, "resigns") > 0 {
			return nil
		}
		events, _ := t.EndTurn(seat, engine.ResignMove(seat), user, at)
		return events
	case 9:
		return []table.Event{table.Remind(seat, at)}
	case 10:
		return []table.Event{table.Extend(seat, t.Waits[seat].Until+rapid.Int64Range(0, dayMs).Draw(rt, "more"), at)}
	case 11:
		return []table.Event{table.BeginRound(at)}
	case 12:
		return []table.Event{t.TimeUp(at)}
	case 13:
		return []table.Event{table.Move(t.Game, engine.SkipMove(seat), 0, at)}
	}
	if t.Round.Waiting {
		return []table.Event{table.ReadyUp(seat, user, at)}
	}
	legal := t.State.Legal(seat, nil)
	if len(legal) == 0 {
		return nil
	}
	by := rapid.SampledFrom([]table.UserID{user, t.Acting(seat)}).Draw(rt, "by")
	return []table.Event{table.Move(t.Game, rapid.SampledFrom(legal).Draw(rt, "move"), by, at)}
}

// checkWaits checks that limits run for exactly the people who may be skipped or are not ready, the
// clock while no round waits, and that demands are in order of time.
func checkWaits(rt *rapid.T, t *table.Table) {
	clock := t.State.Pace().Clock > 0
	require.Equal(rt, clock && t.Turn() != 0 && !t.Round.Waiting, t.Deadline() != 0)
	require.Equal(rt, t.Round.Waiting, t.NotReady() != 0)
	for i := range t.Players {
		seat := engine.Seat(i + 1)
		_, err := t.State.Apply(engine.SkipMove(seat))
		limited := t.Turn() != 0 && err == nil && !clock
		if t.Round.Waiting {
			limited = t.NotReady().Has(seat)
		}
		if !t.Turn().Has(engine.Chance) {
			require.Equal(rt, limited && !t.Computers().Has(seat), t.Waits[seat].Until != 0, "seat %d", seat)
		}
	}
	last := int64(0)
	for _, d := range t.Demands(table.Always) {
		require.LessOrEqual(rt, last, d.At)
		last = d.At
	}
}

// checkReserves checks the bounds of all reserves, and that an undo by a seat gave nobody time.
func checkReserves(rt *rapid.T, before, after *table.Table, events []table.Event, at int64) {
	undo := events[0].Kind == table.Undone && after.StandInLevel == 0 && after.Reserve != 0
	for i := range after.Players {
		seat := engine.Seat(i + 1)
		require.GreaterOrEqual(rt, after.Reserved[seat], int64(0))
		require.LessOrEqual(rt, after.Reserved[seat], int64(after.Reserve)*1000)
		if undo {
			require.LessOrEqual(rt, after.Reserved[seat], max(before.Reserved[seat], left(before, seat, at)))
		}
		if undo && events[0].Seat == seat {
			require.LessOrEqual(rt, left(after, seat, at), left(before, seat, at))
		}
	}
}

// checkStandIns checks that computers act only beside a person, and for the person.
func checkStandIns(rt *rapid.T, before, t *table.Table) {
	people := 0
	for i, p := range t.Players {
		seat := engine.Seat(i + 1)
		if !t.Computers().Has(seat) && !t.Resigned.Has(seat) {
			people++
		}
		require.False(rt, p.IsComputer(), "a stand-in takes no seat")
		require.True(rt, t.StandInLevel != 0 || t.StandIns[seat] == 0)
	}
	require.True(rt, people > 0 || t.Status != table.Running, "no person plays")
	require.Equal(rt, before.Assisted, before.Assisted&t.Assisted, "a mark stays, also after an undo")
	require.Zero(rt, t.ComputerLevel())
}
