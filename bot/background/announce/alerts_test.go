package announce

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// TestPlayersAreToldWhenTheyWant has games of two whose players have the same wishes. In want, X is
// the player in turn. The first sweep, a minute after the start, finds who is told directly.
func TestPlayersAreToldWhenTheyWant(t *testing.T) {
	pings := func(p store.Pings) store.Preferences { return store.Preferences{Pings: p} }
	never, quiet := pings(store.Pings{When: store.PingNever}), daily
	quiet.Quiet = store.QuietHours{From: 22, To: 9}
	const halfDay table.Limit = 12 * 3600 // of which the reminder comes at 9:36
	for name, c := range map[string]struct {
		chosen       store.Preferences
		changed      store.Pings // after an hour
		limit        table.Limit
		mute, refuse bool // the server allows no pings; Discord, no direct messages
		want         string
	}{
		"at once":                    {want: "00:00 X ▶️ 1"},
		"later":                      {chosen: later, want: "00:30 X ▶️ 1"},
		"daily":                      {chosen: daily, want: "08:00 X ☀️ @"},
		"never":                      {chosen: never},
		"at once, by direct message": {chosen: directly, want: "00:01 X ▶️ @"},
		"later, by direct message": {
			chosen: pings(store.Pings{When: store.PingLater, After: 600, Direct: true}), want: "00:10 X ▶️ @",
		},
		"never, not even if directly": {chosen: pings(store.Pings{When: store.PingNever, Direct: true, Next: true})},
		"after quiet hours":           {chosen: quiet, want: "09:00 X ☀️ @"},
		"nobody is next of two":       {chosen: pings(store.Pings{Next: true}), want: "00:00 X ▶️ 1"},
		"later, then changed":         {chosen: daily, changed: later.Pings, want: "01:00 X ▶️ 1"},

		"no pings on the server, at once":   {mute: true},
		"no pings on the server, later":     {chosen: later, mute: true},
		"no pings on the server, daily":     {chosen: daily, mute: true, want: "08:00 X ☀️ @"},
		"no pings on the server, directly":  {chosen: directly, mute: true, want: "00:01 X ▶️ @"},
		"a mention instead of the message":  {chosen: directly, refuse: true, want: "00:01 X ▶️ 1"},
		"no mention instead of a summary":   {chosen: daily, mute: true, refuse: true},
		"no mention instead of the message": {chosen: directly, mute: true, refuse: true},

		"a reminder":                   {limit: halfDay, want: "00:00 X ▶️ 1, 09:36 X ⏰ 1"},
		"a reminder by direct message": {chosen: directly, limit: halfDay, want: "00:01 X ▶️ @, 09:36 X ⏰ @"},
		"no reminder":                  {chosen: never, limit: halfDay},
		"a reminder before the daily list": {
			chosen: pings(store.Pings{When: store.PingDaily, Hour: 23}), limit: halfDay, want: "09:36 X ⏰ 1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(b *alertBot) {
				storetest.SetSettings(b, b.store, 1, store.Settings{Quiet: c.mute})
				b.everybody(c.chosen)
				b.Limit = c.limit
				b.discord.refusing["11"], b.discord.refusing["12"] = c.refuse, c.refuse
				id := b.open(people[:2]...)
				wait(time.Hour)
				if c.changed != (store.Pings{}) {
					b.everybody(pings(c.changed))
				}
				if wait(10 * time.Hour); c.limit == 0 { // else the turn ends
					wait(13 * time.Hour)
				}
				want := strings.ReplaceAll(c.want, "X", b.inTurn(id).String())
				require.Equal(t, want, strings.Join(b.news(), ", "))
			})
		})
	}
}

// later, daily and directly are wishes about pings.
var (
	later    = store.Preferences{Pings: store.Pings{When: store.PingLater, After: 1800}}
	daily    = store.Preferences{Pings: store.Pings{When: store.PingDaily, Hour: 8}}
	directly = store.Preferences{Pings: store.Pings{Direct: true}}
)

func TestAPlayerWhoLooksInTimeIsNotPinged(t *testing.T) {
	for _, early := range []bool{false, true} {
		inBubble(t, func(b *alertBot) {
			b.everybody(later)
			b.discord.set(func(d *fakeDiscord) { d.down = early }) // the message about the turn is not there yet
			id := b.open(people[:2]...)
			wait(29 * time.Minute)
			b.look(id, b.inTurn(id))
			b.look(id, b.inTurn(id))
			b.discord.set(func(d *fakeDiscord) { d.down = false })
			wait(9 * time.Hour)
			require.Empty(t, b.news())
			require.Equal(t, []table.EventKind{table.PingHeld, table.Looked}, b.kinds(id))
			b.move(id)
			wait(time.Hour)
			require.Len(t, b.news(), 1, "the next turn")
		})
	}
	inBubble(t, func(b *alertBot) {
		id := b.open(people[:2]...)
		wait(time.Minute)
		b.look(id, b.inTurn(id))
		require.Empty(t, b.kinds(id), "the look of a player who was pinged is not noted")
	})
}

func TestADailySummaryListsAllTablesOnce(t *testing.T) {
	inBubble(t, func(b *alertBot) {
		anna := people[0]
		b.prefer(anna, daily)
		var ids []table.ID
		for range 3 {
			ids = append(ids, b.openFor(anna))
			wait(time.Hour)
		}
		b.news()
		wait(4*time.Hour + 30*time.Minute)
		b.restart()
		wait(time.Hour)
		require.Equal(t, []string{"08:00 11 ☀️ @"}, b.news())
		list := b.discord.last("@11").Content
		require.Equal(t, 4, strings.Count(list, "\n")+1, list)
		require.Regexp(t, `(?s)/1/1/\d+.*/1/2/\d+.*/1/3/\d+`, list, "the table that has waited longest comes first")
		wait(48 * time.Hour)
		require.Empty(t, b.news(), "nothing new waits")
		b.move(ids[0])
		b.move(ids[0])
		b.move(ids[1])
		wait(time.Minute)
		b.news()
		wait(48 * time.Hour)
		require.Equal(t, []string{"08:00 11 ☀️ @"}, b.news())
		require.Equal(t, 3, strings.Count(b.discord.last("@11").Content, "\n")+1, "the third table is listed again")
	})
}

// TestAnAlertIsSentOnceWhateverEndsTheProgram ends the program right after Discord has taken a
// message, or loses the answer, and starts it again.
func TestAnAlertIsSentOnceWhateverEndsTheProgram(t *testing.T) {
	for name, chosen := range map[string]store.Preferences{
		"at once": {}, "later": later, "daily": daily, "directly": directly,
	} {
		for _, pause := range []time.Duration{time.Second, 5 * time.Minute, 3 * time.Hour} {
			for _, answer := range []error{nil, errDown} {
				t.Run(fmt.Sprint(name, pause, answer), func(t *testing.T) {
					require.Empty(t, wrongIn(t, 5*time.Minute, func(b *alertBot) {
						b.everybody(chosen)
						b.cutOff(answer)
						id := b.open(people[:2]...)
						for range 12 {
							wait(50 * time.Minute)
							b.end()
							wait(pause)
							b.discord.set(func(d *fakeDiscord) { d.down = false })
							b.start()
							b.cutOff(answer)
						}
						b.discord.set(func(d *fakeDiscord) { d.down, d.afterNext = false, nil })
						wait(24 * time.Hour)
						told := b.news()
						require.Len(t, told, 1, "%v", told)
						require.Contains(t, told[0], b.inTurn(id).String())
					}))
				})
			}
		}
	}
}

func TestARefusedDirectMessageIsOneMentionAfterARestart(t *testing.T) {
	inBubble(t, func(b *alertBot) {
		b.everybody(directly)
		b.discord.refusing["11"], b.discord.refusing["12"] = true, true
		id := b.open(people[:2]...)
		b.cutOff(nil)
		wait(time.Minute)
		b.restart()
		wait(time.Hour)
		told := b.news()
		require.Len(t, told, 1)
		require.Contains(t, told[0], b.inTurn(id).String()+" ▶️ 1")
	})
}

// TestASummaryThatDiscordRefusesIsPostedWhereATableHasWaitedLongest also has a table on another
// server, which the channel must not read about.
func TestASummaryThatDiscordRefusesIsPostedWhereATableHasWaitedLongest(t *testing.T) {
	inBubble(t, func(b *alertBot) {
		b.prefer(people[0], daily)
		b.discord.refusing["11"] = true
		for range 2 {
			b.openFor(people[0])
			wait(time.Minute)
		}
		b.Guild = 2
		b.openFor(people[0])
		wait(time.Minute)
		b.news()
		wait(12 * time.Hour)
		require.Equal(t, []string{"08:00 11 ☀️ 1"}, b.news())
		require.Len(t, b.discord.last("1").Controls, 1, "a button to play")
		require.Contains(t, b.discord.last("1").Content, "/1/2/", "a link to the other table of the server")
		require.NotContains(t, b.discord.last("1").Content, "/2/3/")
	})
}

func TestPlayersWhoWantNoPingsGetNoneAtTheEndOfAGameAndForARematch(t *testing.T) {
	for _, when := range []store.PingTime{store.PingAtOnce, store.PingNever} {
		inBubble(t, func(b *alertBot) {
			b.everybody(store.Preferences{Pings: store.Pings{When: when}})
			id := b.open(people[:2]...)
			wait(time.Minute)
			b.news()
			b.event(id, b.resign)
			wait(time.Minute)
			require.Equal(t, table.Ended, b.at(id).Status)
			rematch := table.OpenLobby(b.at(id).Game.Info(), b.at(id).Player(1), nil, 0, b.Now())
			rematch.Order = people[:2]
			require.NoError(t, b.Tables.Open(b.Context(), tables.Opening{
				Game: b.at(id).Game, Guild: 1, Channel: 1,
				Events: []table.Event{rematch, table.Join(b.at(id).Player(2), b.Now())},
			}))
			wait(time.Minute)
			told := 0
			if when == store.PingAtOnce {
				told = 3 // both of the end, and one who is invited
			}
			require.Len(t, b.news(), told)
		})
	}
}

func TestPlayersAreToldOnceThatTheyAreNext(t *testing.T) {
	for _, c := range []struct {
		direct       bool
		clock, where string // of the player in turn
	}{{false, "00:02", "1"}, {true, "00:03", "@"}} {
		inBubble(t, func(b *alertBot) {
			id := b.open(people...)
			wait(time.Minute)
			b.move(id)
			wait(time.Minute)
			s := b.at(id)
			first, next := b.inTurn(id), s.Player(s.Turn().Slice()[0]%3+1).User
			b.news()
			b.everybody(store.Preferences{Pings: store.Pings{Next: true, Direct: c.direct}})
			b.move(id)
			wait(time.Minute)
			b.restart()
			wait(time.Hour)
			third := b.at(id)
			after := third.Player(third.Turn().Slice()[0]%3 + 1).User
			require.NotEqual(t, first, next)
			require.ElementsMatch(t, []string{
				c.clock + " " + next.String() + " ▶️ " + c.where,
				"00:02 " + after.String() + " ⏭️ " + c.where,
			}, b.news())
			b.discord.set(func(d *fakeDiscord) {
				for _, user := range people {
					d.refusing[user.String()] = true
				}
			})
			b.move(id)
			wait(time.Hour)
			require.Len(t, b.news(), 2)
		})
	}
}

// TestAMessageThatMayHavePingedIsNotFollowedByACall has a player change their mind while it is not
// known whether the message about the turn was posted.
func TestAMessageThatMayHavePingedIsNotFollowedByACall(t *testing.T) {
	for _, answer := range []error{nil, errDown} {
		quiet := store.Preferences{Quiet: store.QuietHours{From: 22, To: 6}}
		for _, changed := range []store.Preferences{later, daily, directly, quiet} {
			inBubble(t, func(b *alertBot) {
				b.cutOff(answer)
				b.open(people[:2]...)
				wait(5 * time.Second)
				b.everybody(changed)
				if answer == nil {
					b.restart()
				}
				wait(10 * time.Second)
				b.discord.set(func(d *fakeDiscord) { d.down = false })
				wait(24 * time.Hour)
				require.Len(t, b.news(), 1)
			})
		}
	}
}

// TestAPingIsRepeatedInNewQuietHoursOnlyForMinutes has a player begin quiet hours while it is not
// known whether the message about the turn was posted. The bot repeats it with its ping as long as
// Discord knows the nonce. Later the bot looks for it, and holds back the ping.
func TestAPingIsRepeatedInNewQuietHoursOnlyForMinutes(t *testing.T) {
	for outage, clock := range map[time.Duration]string{10 * time.Second: "00:01", 5 * time.Minute: "09:00"} {
		inBubble(t, func(b *alertBot) {
			id := b.open(people[:2]...)
			wait(time.Minute)
			b.news()
			b.discord.set(func(d *fakeDiscord) { d.down = true })
			b.move(id)
			wait(5 * time.Second)
			b.everybody(store.Preferences{Quiet: store.QuietHours{From: 22, To: 9}})
			wait(outage)
			b.discord.set(func(d *fakeDiscord) { d.down = false })
			wait(24 * time.Hour)
			require.Equal(t, []string{clock + " " + b.inTurn(id).String() + " ▶️ 1"}, b.news())
		})
	}
}

// TestAnAlertThatTheChannelGetsInsteadKeepsToQuietHours has Discord refuse a direct message, then
// fail until quiet hours have begun.
func TestAnAlertThatTheChannelGetsInsteadKeepsToQuietHours(t *testing.T) {
	quiet := store.QuietHours{From: 22, To: 9}
	refuse := func(b *alertBot, user table.UserID, p store.Preferences, moves func(), until time.Duration) {
		b.prefer(user, p)
		b.discord.set(func(d *fakeDiscord) { d.refusing[user.String()], d.downAfterRefusal = true, true })
		moves()
		wait(until)
		require.True(t, b.discord.down, "Discord was down after it refused the direct message")
		wait(2 * time.Hour)
		b.news()
		b.discord.set(func(d *fakeDiscord) { d.down = false })
		wait(24 * time.Hour)
	}
	inBubble(t, func(b *alertBot) {
		wait(21 * time.Hour)
		id := b.open(people...)
		wait(time.Minute)
		then := b.at(id)
		third := then.Player((then.Turn().Slice()[0]+1)%3 + 1).User // next, once the first turn is over
		next := store.Preferences{Pings: store.Pings{Next: true, Direct: true}, Quiet: quiet}
		refuse(b, third, next, func() { b.move(id) }, time.Minute)
		require.Empty(t, b.news())
	})
	inBubble(t, func(b *alertBot) {
		daily := store.Preferences{Pings: store.Pings{When: store.PingDaily, Hour: 21}, Quiet: quiet}
		refuse(b, people[0], daily, func() { b.openFor(people[0]) }, 21*time.Hour+time.Minute)
		require.Equal(t, []string{"09:00 11 ☀️ 1"}, b.news())
	})
}
