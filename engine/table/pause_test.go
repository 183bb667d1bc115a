package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine"
	"amytis/engine/table"
)

func TestPausesListsWhatTheTableDoesNotKnowYet(t *testing.T) {
	l := newGame(t, "gardens limit=3600 Bo")
	away := func(begin, end int64) table.Absent {
		return func(_ table.UserID, after int64) (int64, int64) {
			if end <= after {
				return 0, 0
			}
			return begin, end
		}
	}
	pauses := func(absent table.Absent, now int64) []table.Demand { return l.table.Pauses(absent, now) }
	pause := func(at, until int64) []table.Demand {
		return []table.Demand{{Kind: table.Pause, Seat: 1, At: at, Until: until}}
	}
	require.Empty(t, pauses(func(table.UserID, int64) (begin, end int64) { return 0, 0 }, noon))
	require.Equal(t, pause(noon, noon+5*hour), pauses(away(noon-hour, noon+5*hour), noon+2*hour),
		"the time before the turn does not count")
	over := l.table.Waits[1].Until
	require.Equal(t, pause(over-1, over+hour), pauses(away(over-1, over+hour), noon))
	require.Empty(t, pauses(away(over, over+hour), noon), "the limit has run out")

	l.do(table.PauseLimit(1, noon, noon+5*hour, noon))
	require.Empty(t, pauses(away(noon, noon+5*hour), noon+hour))
	require.Equal(t, pause(noon+hour, noon+hour), pauses(away(noon, noon+hour), noon+hour), "back")
	require.Equal(t, pause(noon+hour, noon+6*hour), pauses(away(noon, noon+6*hour), noon+hour), "away for longer")
	require.Empty(t, pauses(away(noon, noon+5*hour), noon+7*hour))
}

func TestUndoneMoveOfAPausedTurnGivesBackItsTime(t *testing.T) {
	l := newGame(t, "towers limit=daily c12 c22")
	seat, r := l.table.Seat(ana), chance()
	for !l.table.Turn().Has(seat) {
		l.step(noon, l.table.State.Mind().Draw(l.table.Turn().Slice()[0], r))
	}
	at := noon + 10*hour
	l.do(table.PauseLimit(seat, at, noon+9*dayMs, at))
	for l.table.Turn().Has(seat) {
		l.step(at, l.table.State.Mind().Draw(seat, r))
	}
	require.Equal(t, 38*hour, l.reserved(seat))
	at += 5 * hour
	l.do(table.Undo(seat, ana, at))
	require.Equal(t, at+38*hour, l.table.Waits[seat].Until, "without the pause, which follows again if need be")
	require.Equal(t, at, l.table.Waits[seat].Counted)
}

// TestSuspensionTakesNoTime compares the time left before and after, also while a player is away.
func TestSuspensionTakesNoTime(t *testing.T) {
	starts := map[string]func() *log{
		"limit":   func() *log { return newGame(t, "gardens limit=3600 Bo") },
		"reserve": func() *log { return newGame(t, "gardens limit=daily Bo") },
		"clock": func() *log {
			l := newGame(t, "towers mode=quick clock=86400 ready Bo Cleo")
			l.do(table.BeginRound(noon))
			return l
		},
	}
	for name, start := range starts {
		t.Run(name, rapid.MakeCheck(func(r *rapid.T) {
			l := start()
			if l.table.Waits[1].Until != 0 && rapid.Bool().Draw(r, "away") {
				from := rapid.Int64Range(0, 5*hour).Draw(r, "from")
				l.do(table.PauseLimit(1, noon+from, noon+from+rapid.Int64Range(0, 20*hour).Draw(r, "away for"), noon+from))
			}
			left := func(at int64) (all []int64) {
				for _, wait := range l.table.Waits {
					all = append(all, max(0, wait.Until-max(at, wait.Counted)))
				}
				return append(all, max(0, l.table.Deadline()-at))
			}
			since := noon + rapid.Int64Range(5*hour, 10*hour).Draw(r, "since")
			before := left(since)
			l.do(table.Suspend(since, since+hour))
			require.Equal(r, []table.Demand{{Kind: table.GivenUp, At: since + 30*dayMs}}, l.table.Demands(table.Always))
			l.refused(table.RefusedSuspended, table.ReadyUp(1, ana, since+hour))
			l.refused(table.RefusedLog, table.Suspend(0, since+hour))
			back := since + rapid.Int64Range(hour, 40*dayMs).Draw(r, "for")
			l.do(table.Resume(back))
			require.Equal(r, before, left(back))
			l.refused(table.RefusedLog, table.Resume(back))
		}))
	}
}

const dayMs = 24 * hour

// reserved returns the reserve of a seat in milliseconds.
func (l *log) reserved(seat engine.Seat) int64 { return l.table.Reserved[seat] }

func TestTimeControlsAreReadAsTheyAreWritten(t *testing.T) {
	require.Equal(t, "live daily relaxed 0 3600 3600+900", table.Live.String()+" "+table.Daily.String()+" "+
		table.Relaxed.String()+" "+table.TimeControl{}.String()+" "+table.TimeControl{Limit: 3600}.String()+" "+
		table.TimeControl{Limit: 3600, Reserve: 900}.String())
	for _, limit := range table.Limits {
		for _, reserve := range table.Reserves {
			c := table.TimeControl{Limit: limit, Reserve: reserve}
			require.Equal(t, c, table.ParseTimeControl(c.String()))
			require.Equal(t, limit != 0 || reserve == 0, c.Valid())
		}
	}
	for _, text := range []string{"slow", "3600+", "3600+x", "+900", "3600+900+1", "-1"} {
		if c := table.ParseTimeControl(text); text != "3600+" {
			require.False(t, c.Valid(), text)
		}
	}
	require.Zero(t, table.ParseTimeControl(""))
	for _, pace := range table.Paces {
		require.True(t, pace.Valid(), "%+v", pace)
	}
}

// left returns the time of a seat: in turn all that is left of it, else what its next turn has.
func left(t *table.Table, seat engine.Seat, at int64) int64 {
	if until := t.Waits[seat].Until; until != 0 {
		return max(0, until-at)
	}
	return int64(t.Limit)*1000 + t.Reserved[seat]
}

// TestUndoAcrossTurnsGivesNoTime ends a turn and takes it back, again and again.
func TestUndoAcrossTurnsGivesNoTime(t *testing.T) {
	l := newGame(t, "towers limit=daily c12 c22")
	seat := l.table.Seat(ana)
	at, r := noon, chance()
	undone := 0
	for range 60 {
		at += hour
		for turn := l.table.Turn(); !turn.Has(seat) && turn != 0; turn = l.table.Turn() {
			l.step(at, l.table.State.Mind().Draw(turn.Slice()[0], r))
		}
		before := left(l.table, seat, at)
		if next, err := l.table.Next(table.Undo(seat, ana, at)); err == nil && r.IntN(3) > 0 {
			require.LessOrEqual(t, left(next, seat, at), before)
			l.table, l.events = next, append(l.events, table.Undo(seat, ana, at))
			undone++
			continue
		}
		l.step(at, l.table.State.Mind().Draw(seat, r))
	}
	require.Greater(t, undone, 10)
	l.replays(t)
}

func TestUndoneTurnGoesOnWithTheTimeThatItHad(t *testing.T) {
	l := newGame(t, "towers limit=daily c12 c22")
	seat := l.table.Seat(ana)
	r := chance()
	for !l.table.Turn().Has(seat) {
		l.step(noon, l.table.State.Mind().Draw(l.table.Turn().Slice()[0], r))
	}
	require.Equal(t, dayMs, l.reserved(seat))
	at := noon + 10*hour
	for l.table.Turn().Has(seat) {
		l.step(at, l.table.State.Mind().Draw(seat, r))
	}
	require.Equal(t, 38*hour, l.reserved(seat))
	at += 5 * hour
	l.do(table.Undo(seat, ana, at))
	require.True(t, l.table.Turn().Has(seat), "the seat is in turn again")
	require.Equal(t, at+38*hour, l.table.Waits[seat].Until, "the clock stood still while the turn was over")
	require.Equal(t, at+14*hour, l.table.LimitEnd(seat))
	for l.table.Turn().Has(seat) {
		l.step(at, l.table.State.Mind().Draw(seat, r))
	}
	require.Equal(t, 38*hour, l.reserved(seat))
}

func TestReserves(t *testing.T) {
	const daily = "gardens limit=daily Bo"
	scripts(t, []row{
		{"a quick turn adds what it leaves, up to the cap", daily, `
			reserve 1 = 24h; until 1 = 48h; end 1 = 24h; @4h; play 1; reserve 1 = 44h; end 1 = never
			play 2; reserve 2 = 48h; @5h; play 1; play 2; reserve 2 = 72h`},
		{"a slow turn uses it", daily, `
			@30h; play 1; reserve 1 = 18h; @54h; play 2; reserve 2 = 24h; until 1 = 96h`},
		{"a skipped seat has none left, but can fill it again", "gardens limit=relaxed Bo", `
			@1h; expire 1; last = 0 skip 1; reserve 1 = 0s; @2h; play 2; until 1 = 74h; end 1 = 74h
			play 1; reserve 1 = 72h`},
		{"an extension moves it", daily, `
			@48h; extend 1 72h; end 1 = 48h; @49h; play 1; reserve 1 = 23h; @72h; extend 2 720h; play 2; reserve 2 = 72h`},
		{"a new player begins with a fresh one", daily, `
			@47h; play 1; reserve 1 = 1h; @48h; replace 1 Dan; reserve 1 = 24h`},
		{"a seat is reminded before its limit and before its reserve end", daily, `
			demands = remind 1 19h12m, over 1 48h; @19h12m; remind 1; demands = remind 1 43h12m, over 1 48h
			@43h12m; remind 1; demands = over 1 48h`},
		{"a late first reminder is the last as well", daily, `@43h12m; remind 1; demands = over 1 48h`},
		{"a short one needs no reminder of its own", "gardens limit=86400+900 Bo", `
			@19h12m; remind 1; demands = over 1 24h15m`},
		{"a live game fills it at each step", "untimed limit=live Bo Cleo", `
			@1m; play 1 build; reserve 1 = 9m; reserve 2 = 5m; @7m; play 2 build; reserve 2 = 3m
			timeup; reserve 3 = 3m; reserve 2 = 3m; reserve 1 = 8m`},
		{"a pause does not fill it", daily, `@4h; pause 1 4h 240h; play 1; reserve 1 = 44h`},
	})
}
