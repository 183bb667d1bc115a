package posts

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine/table"
)

// TestNoticesSayTheRightTimes has a turn that begins at 1,000 seconds, and a player whose quiet
// hours lie 60 seconds after the ends of the limit and the reserve.
func TestNoticesSayTheRightTimes(t *testing.T) {
	const second, day = int64(1000), 86_400
	quiet := func(_ table.UserID, at int64) int64 {
		if at == 87_400*second || at == 173_800*second {
			return at + 60*second
		}
		return at
	}
	for _, c := range []struct {
		limit, reserve table.Limit
		kind           string
		now, counted   int64 // in seconds
		change         func(w *table.Wait)
		want           string
	}{
		{limit: day, kind: tables.PostReminder, want: "⏰ <@1>, it's still your turn. Your time runs out <t:87460:R>."},
		{limit: day, reserve: day, kind: tables.PostReminder,
			want: "⏰ <@1>, it's still your turn. Your time runs out <t:87400:R>, your reserve <t:173860:R>."},
		{limit: day, reserve: day, kind: tables.PostReminder, change: func(w *table.Wait) { w.Warned = true },
			want: "⏰ <@1>, it's still your turn, and you're using up your reserve. It runs out <t:173860:R>."},
		{limit: day, kind: tables.PostExtension,
			want: "⏳ I was offline for a while, so **Ana** gets extra time. It runs out <t:87460:R>."},
		{limit: day, kind: tables.PostPause, now: 1000, counted: 5000,
			want: "🌴 **Ana** is away until <t:5000:f>. Until then the time for this turn stands still."},
		{kind: tables.PostPause, now: 1000, counted: 5000, want: "🌴 **Ana** is away until <t:5000:f>."},
		{limit: day, kind: tables.PostPause, now: 5000, counted: 5000,
			want: "⏳ **Ana** was away. The time for this turn runs again, until <t:87460:f>."},
		{limit: day, reserve: day, kind: tables.PostPause, now: 5000, counted: 5000,
			want: "⏳ **Ana** was away. The time for this turn runs again, until <t:87460:f>."},
		{limit: day, reserve: day, kind: tables.PostPause, now: 87_400, counted: 5000,
			want: "⏳ **Ana** was away. The time for this turn runs again, until <t:173860:f>."},
		{limit: day, kind: tables.PostPause, now: 5000, counted: 5000,
			change: func(w *table.Wait) { w.PingHeld = 1 }, want: ""},
		{kind: tables.PostPause, now: 5000, counted: 5000, want: "👋 **Ana** is back."},
	} {
		p := playtest.Play(t, games.All[0], nil, 2)
		p.Events[0] = table.OpenLobby(p.Info(), table.Player{User: 1, Name: "Ana"}, nil, c.limit, 0).WithReserve(c.reserve)
		lobby, err := table.Load(games.Rules, p.Events[:2])
		require.NoError(t, err)
		at := playtest.After(t, lobby, lobby.Deal(1, 1000*second, playtest.Rand(1)))
		wait := &at.Waits[1]
		if wait.Counted = c.counted * second; c.change != nil {
			c.change(wait)
		}
		wr := NewWriter(nil, nil, func() time.Time { return time.Unix(c.now, 0) })
		out := &message.Message{}
		if c.kind == tables.PostPause {
			wr.tellPause(text.For("en"), out, at, table.PauseLimit(1, 0, c.counted*second, 0), quiet)
		} else {
			wr.tellTime(text.For("en"), out, at, 1, c.kind, true, quiet)
		}
		require.Equal(t, c.want, out.Content)
	}
}
