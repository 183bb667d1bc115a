package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/store"
)

func placeOf(q store.QuietHours) *time.Location {
	p := store.Preferences{Quiet: q}
	return p.Location()
}

func TestQuietHoursEndInThePlayersOwnTimeZone(t *testing.T) {
	at := func(clock string) time.Time {
		moment, err := time.Parse("2006-01-02 15:04", "2026-03-14 "+clock)
		require.NoError(t, err)
		return moment
	}
	for _, c := range []struct {
		name  string
		quiet store.QuietHours
		at    time.Time
		over  time.Time
	}{
		{"none", store.QuietHours{}, at("03:00"), at("03:00")},
		{"in the night", store.QuietHours{From: 22, To: 8}, at("23:10"), at("08:00").AddDate(0, 0, 1)},
		{"in the morning", store.QuietHours{From: 22, To: 8}, at("03:10"), at("08:00")},
		{"as they begin", store.QuietHours{From: 22, To: 8}, at("22:00"), at("08:00").AddDate(0, 0, 1)},
		{"as they end", store.QuietHours{From: 22, To: 8}, at("08:00"), at("08:00")},
		{"before", store.QuietHours{From: 22, To: 8}, at("21:59"), at("21:59")},
		{"within one day", store.QuietHours{From: 1, To: 6}, at("01:30"), at("06:00")},
		{"east of Greenwich", store.QuietHours{From: 22, To: 8, Offset: 120}, at("20:30"), at("06:00").AddDate(0, 0, 1)},
		{"in Nepal", store.QuietHours{From: 22, To: 8, Offset: 345}, at("16:15"), at("02:15").AddDate(0, 0, 1)},
		{"west of Greenwich", store.QuietHours{From: 22, To: 8, Offset: -300}, at("02:59"), at("02:59")},
		{"and later there", store.QuietHours{From: 22, To: 8, Offset: -300}, at("03:00"), at("13:00")},
	} {
		require.Equal(t, c.over.UnixMilli(), c.quiet.Over(c.at.UnixMilli(), placeOf(c.quiet)), c.name)
	}
}

func TestQuietHoursEndAtTheirLastHourWithinADay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := store.QuietHours{
			From:   rapid.IntRange(0, 23).Draw(t, "from"),
			To:     rapid.IntRange(0, 23).Draw(t, "to"),
			Offset: rapid.IntRange(-12*60, 14*60).Draw(t, "offset"),
		}
		at := rapid.Int64Range(-1e15, 1e15).Draw(t, "at")
		place := placeOf(q)
		over := q.Over(at, place)
		require.GreaterOrEqual(t, over, at)
		require.Less(t, over-at, 24*time.Hour.Milliseconds())
		require.Equal(t, over, q.Over(over, place))
		hour := time.UnixMilli(over).In(place).Hour()
		if over > at {
			require.Equal(t, q.To, hour)
		}
		require.Equal(t, over, q.Over(over-(over-at)/2, place), "every time within the quiet hours has the same end")
	})
}
