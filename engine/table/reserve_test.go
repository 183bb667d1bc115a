package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

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
