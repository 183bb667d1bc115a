package sentences_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// daily returns a table of Babylon that starts at 0 ms with a day per turn and a reserve.
func daily(t *testing.T) *table.Table {
	t.Helper()
	return startedWith(t, nil, table.Daily)
}

func TestEveryTimeControlNamesBothItsValues(t *testing.T) {
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		own := table.TimeControl{Limit: table.Limits[2], Reserve: table.Reserves[3]}
		for _, c := range append([]table.TimeControl{own}, table.Paces...) {
			line := sentences.TimeControl(w, c)
			require.Contains(t, line, w.T("bot.limit."+c.Limit.String(), nil))
			require.Contains(t, line, w.T("bot.limit."+c.Reserve.String(), nil))
		}
	}
	require.Equal(t, "daily (1 day + up to 3 days in reserve)", sentences.TimeControl(text.For("en"), table.Daily))
	require.Equal(t, "unlimited", sentences.TimeControl(text.For("en"), table.TimeControl{}))
}

func TestLimitLineSaysWhenTheLimitAndTheReserveEnd(t *testing.T) {
	at := daily(t)
	w := text.For("en")
	require.Equal(t, "⏳ Time for this turn runs out <t:86400:R>, the reserve <t:172800:R>.",
		sentences.LimitLine(w, at, at.Turn(), table.Always))
	quiet := func(_ table.UserID, at int64) int64 { return at + 60_000 }
	require.Contains(t, sentences.LimitLine(w, at, at.Turn(), quiet), "<t:86400:R>, the reserve <t:172860:R>")
	skipped, err := at.Next(table.Move(at.Game, engine.SkipMove(1), 0, 1000))
	require.NoError(t, err)
	skipped, err = skipped.Next(table.Move(at.Game, engine.SkipMove(2), 0, 2000))
	require.NoError(t, err)
	require.Equal(t, "⏳ Time for this turn runs out <t:86402:R>.",
		sentences.LimitLine(w, skipped, skipped.Turn(), table.Always), "nothing is left in reserve")
}

func TestReservesAreToldInTwoUnits(t *testing.T) {
	at := daily(t)
	w := text.For("en")
	require.Empty(t, sentences.OwnReserve(w, at, 1), "the line about the turn has it")
	require.Equal(t, "⏳ In reserve for your next turns: 1 day.", sentences.OwnReserve(w, at, 2))
	for ms, want := range map[int64]string{
		0: "0 minutes", 59_000: "0 minutes", 60_000: "1 minute", 3_660_000: "1 hour 1 minute",
		7_200_000: "2 hours", 183_600_000: "2 days 3 hours",
	} {
		at.Reserved[2] = ms
		require.Equal(t, "⏳ In reserve for your next turns: "+want+".", sentences.OwnReserve(w, at, 2))
	}
	require.Equal(t, "⏳ In reserve: Ana 1 day and Bo 2 days 3 hours. A turn that ends early saves the rest of its "+
		"time for later turns, up to 3 days.", sentences.ReservesLine(w, func() *table.Table {
		at.Reserved[2] = 183_600_000
		return at
	}()))
	unlimited := babylon(t, 0)
	require.Empty(t, sentences.OwnReserve(w, unlimited, 2))
	require.Empty(t, sentences.ReservesLine(w, unlimited))
}
