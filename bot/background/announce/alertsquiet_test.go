package announce

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/store"
)

// Discord refuses a direct message and then fails, until quiet hours have begun.
func TestAnAlertThatTheChannelGetsInsteadKeepsToQuietHours(t *testing.T) {
	quiet := store.QuietHours{From: 22, To: 9}
	outage := func(b *alertBot) {
		wait(2 * time.Hour)
		b.news()
		b.discord.set(func(d *fakeDiscord) { d.down = false })
	}
	t.Run("next", func(t *testing.T) {
		inBubble(t, func(b *alertBot) {
			wait(21 * time.Hour)
			id := b.open(people...)
			wait(time.Minute)
			then := b.at(id)
			third := then.Player((then.Turn().Slice()[0]+1)%3 + 1).User // next, once the first turn is over
			b.prefer(third, store.Preferences{Pings: store.Pings{Next: true, Direct: true}, Quiet: quiet})
			b.discord.set(func(d *fakeDiscord) { d.refusing[third.String()], d.downAfterRefusal = true, true })
			b.move(id)
			wait(time.Minute)
			require.True(t, b.discord.down, "Discord was down after it refused the direct message")
			outage(b)
			wait(5 * time.Hour)
			require.Empty(t, b.news())
		})
	})
	t.Run("summary", func(t *testing.T) {
		inBubble(t, func(b *alertBot) {
			anna := people[0]
			b.prefer(anna, store.Preferences{Pings: store.Pings{When: store.PingDaily, Hour: 21}, Quiet: quiet})
			b.discord.set(func(d *fakeDiscord) { d.refusing[anna.String()], d.downAfterRefusal = true, true })
			b.openFor(anna)
			wait(21*time.Hour + time.Minute)
			require.True(t, b.discord.down, "Discord was down after it refused the direct message")
			outage(b)
			wait(24 * time.Hour)
			require.Equal(t, []string{"09:00 11 ☀️ 1"}, b.news())
		})
	})
}
