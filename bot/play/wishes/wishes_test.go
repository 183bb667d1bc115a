package wishes_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/play/wishes"
	"amytis/engine/table"
	"amytis/store"
)

func TestTimeZonesFollowDaylightSavingTimeUnlikeOffsets(t *testing.T) {
	for _, c := range []struct {
		zone          string
		january, july string // at noon in UTC
	}{
		{"", "14:00", "14:00"},
		{"No/Such_City", "14:00", "14:00"},
		{"Europe/Berlin", "13:00", "14:00"},
		{"Asia/Kolkata", "17:30", "17:30"},
		{"Australia/Lord_Howe", "23:00", "22:30"},
		{"America/St_Johns", "08:30", "09:30"},
	} {
		p := store.Preferences{Zone: c.zone, Quiet: store.QuietHours{Offset: 120}}
		noon := func(month time.Month) string {
			return time.Date(2026, month, 1, 12, 0, 0, 0, time.UTC).In(wishes.Location(&p)).Format("15:04")
		}
		require.Equal(t, c.january, noon(time.January), c.zone)
		require.Equal(t, c.july, noon(time.July), c.zone)
	}
}

var zonesWithChanges = []string{
	"Europe/Berlin", "America/New_York", "America/Havana", "America/Santiago", "America/St_Johns",
	"Australia/Lord_Howe", "Australia/Adelaide", "Africa/Casablanca", "Asia/Kolkata", "Asia/Kathmandu",
	"Pacific/Apia", "Pacific/Chatham", "Antarctica/Troll",
}

// It compares Over with a look at the clock in every minute, in zones and with offsets.
func TestQuietHoursEndAsSoonAsTheClockShowsAnotherHour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := store.Preferences{
			Zone: rapid.SampledFrom(append(zonesWithChanges, make([]string, 5)...)).Draw(t, "zone"),
			Quiet: store.QuietHours{From: rapid.IntRange(0, 23).Draw(t, "from"),
				To: rapid.IntRange(0, 23).Draw(t, "to"), Offset: rapid.IntRange(-12*60, 14*60).Draw(t, "offset")},
		}
		place := wishes.Location(&p)
		quiet := func(at int64) bool {
			hour := time.UnixMilli(at).In(place).Hour()
			return (hour-p.Quiet.From+24)%24 < (p.Quiet.To-p.Quiet.From+24)%24
		}
		start := time.Date(2011, 1, 1, 0, 0, 0, 0, time.UTC)
		day := start.AddDate(0, 0, rapid.IntRange(0, 20*365).Draw(t, "day"))
		if rapid.Bool().Draw(t, "near a change") {
			if _, change := day.In(place).ZoneBounds(); !change.IsZero() {
				day = change.Add(-24 * time.Hour)
			}
		}
		at := day.UnixMilli() + rapid.Int64Range(0, 48*time.Hour.Milliseconds()).Draw(t, "time of day")
		over := wishes.QuietOver(p.Quiet, at, place)
		require.GreaterOrEqual(t, over, at)
		require.Equal(t, over, wishes.QuietOver(p.Quiet, over, place))
		require.False(t, quiet(over), "quiet hours are over")
		for earlier := at; earlier < over; earlier += time.Minute.Milliseconds() {
			require.True(t, quiet(earlier), "no time before is without quiet hours")
		}
		if over > at {
			require.True(t, quiet(over-1), "the last moment is quiet")
		}
		later := at + rapid.Int64Range(0, 36*time.Hour.Milliseconds()).Draw(t, "later")
		require.LessOrEqual(t, over, wishes.QuietOver(p.Quiet, later, place), "a later time does not end earlier")
	})
}

func TestAFreeWeekendIsTwoDaysOnTheClockOfItsPlace(t *testing.T) {
	for _, c := range []struct{ zone, begins, ends string }{
		{"Europe/Berlin", "2026-03-28T00:00:00+01:00", "2026-03-30T00:00:00+02:00"},
		{"Europe/Berlin", "2026-10-24T00:00:00+02:00", "2026-10-26T00:00:00+01:00"},
		{"Australia/Lord_Howe", "2026-04-04T00:00:00+11:00", "2026-04-06T00:00:00+10:30"},
		{"Australia/Lord_Howe", "2026-10-03T00:00:00+10:30", "2026-10-05T00:00:00+11:00"},
		{"America/Havana", "2026-03-07T00:00:00-05:00", "2026-03-09T00:00:00-04:00"},
		{"Asia/Kolkata", "2026-03-28T00:00:00+05:30", "2026-03-30T00:00:00+05:30"},
	} {
		p := store.Preferences{Weekends: 1, Zone: c.zone}
		begins, err := time.Parse(time.RFC3339, c.begins)
		require.NoError(t, err)
		for _, after := range []time.Duration{-time.Hour, 0, 46 * time.Hour} {
			begin, end := wishes.Absent(&p, begins.Add(after).UnixMilli())
			require.Equal(t, begins.UnixMilli(), begin, c.zone)
			require.Equal(t, c.ends, time.UnixMilli(end).In(wishes.Location(&p)).Format(time.RFC3339))
		}
	}
}

func TestTheLatestDraftsAreKept(t *testing.T) {
	var p store.Preferences
	for id := range table.ID(12) {
		wishes.KeepDraft(&p, store.Trial{Table: id})
	}
	wishes.KeepDraft(&p, store.Trial{Table: 5, Moves: []string{"1 end"}})
	require.Len(t, p.Drafts, 10)
	_, found := wishes.DraftAt(&p, 1)
	require.False(t, found, "the oldest ones are dropped")
	d, found := wishes.DraftAt(&p, 5)
	require.True(t, found, "the place has a channel")
	require.Equal(t, []string{"1 end"}, d.Moves)
	wishes.DropDraft(&p, 5)
	_, found = wishes.DraftAt(&p, 5)
	require.False(t, found, "the place has none")
}
