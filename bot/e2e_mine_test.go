package bot_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// until makes moves until it is somebody's turn alone.
func (h *house) until(ch *localdiscord.Channel, people []*person, turn *person, seed uint64) {
	h.Helper()
	for {
		t := h.tableOf(ch)
		if t.Turn() == engine.Seats(t.Seat(table.UserID(snowflake(turn.ID)))) && len(t.Moves) > 0 {
			return
		}
		require.NoError(h, h.walk(ch, people, seed+uint64(t.Version), 1))
	}
}

var moments = regexp.MustCompile(`<t:\d+:R>`)

func TestMyGamesBeginWithTheOneThatHasWaitedForMeTheLongest(t *testing.T) {
	t.Parallel()
	for _, locale := range locales {
		h := build(t, setup{locale: locale, seed: 140})
		people := h.people(locale, 2)
		ana, bo := people[0], people[1]
		require.Equal(t, ana.say("bot.mine.none"), must(t)(ana.slash(h.guild.AddChannel("hall"), "game mine", nil)).Content)
		var channels []*localdiscord.Channel
		for _, name := range []string{"bos", "second", "first"} {
			ch := h.guild.AddChannel(name)
			h.open(ch, nil, people)
			channels = append(channels, ch)
		}
		thread := h.newThread(channels[0], ana, localdiscord.Args{"game": "babel"})
		h.until(channels[0], people, bo, 141)
		h.until(channels[2], people, ana, 142)
		h.until(channels[1], people, ana, 143)
		h.settle()

		m := must(t)(ana.slash(channels[0], "game mine", nil))
		require.True(t, m.Ephemeral())
		var want []string
		line := func(ch *localdiscord.Channel, key string, args ...any) {
			link := fmt.Sprintf("https://discord.com/channels/%s/%s/%s", h.guild.ID, ch.ID, ch.Last().ID)
			want = append(want, "• "+ana.say(key, append(args, "Since", "(then)")...)+" · "+link)
		}
		line(channels[2], "bot.mine.yours", "Game", ana.say("gardens.name"))
		line(channels[1], "bot.mine.yours", "Game", ana.say("gardens.name"))
		line(channels[0], "bot.mine.theirs", "Game", ana.say("gardens.name"), "Players", "Bo")
		line(thread, "bot.mine.lobby", "Game", ana.say("babel.name"), "Joined", 1, "Max", 2)
		lines := strings.Split(moments.ReplaceAllString(m.Content, "(then)"), "\n")
		require.Equal(t, ana.say("bot.mine.title"), lines[0])
		require.Equal(t, want, lines[1:])

		require.Equal(t, 3, strings.Count(must(t)(bo.slash(channels[0], "game mine", nil)).Content, "• "))
		h.resigned(channels[2], bo)
		require.Equal(t, 3, strings.Count(must(t)(ana.slash(channels[0], "game mine", nil)).Content, "• "), "what is over is gone")
		h.clean()
	}
}

// TestAGameWaitsForEachSinceItsTurnBegan has one of two who may act let two days pass,
// in which the other does something.
func TestAGameWaitsForEachSinceItsTurnBegan(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 144})
	people, ch := h.people("en-US", 2), h.guild.AddChannel("gardens")
	h.open(ch, localdiscord.Args{"build": "together"}, people)
	now := h.tableOf(ch)
	for seed := uint64(0); now.Turn().Len() < 2; seed++ {
		require.NoError(h, h.walk(ch, people, seed, 1))
		now = h.tableOf(ch)
	}
	last := now.Moves[len(now.Moves)-1]
	busy, idle := last.Move.Seat, now.Turn()&^engine.Seats(last.Move.Seat)
	h.clock.forward(48 * time.Hour)
	sub, args := commandOf(now.Game, now.State.Sound(busy, nil)[0])
	m := must(t)(playerOf(people, now.Player(busy).User).slash(ch, "garden "+sub, args))
	require.False(t, playerOf(people, now.Player(busy).User).refused(m), m.Content)

	m = must(t)(playerOf(people, now.Player(idle.Slice()[0]).User).slash(ch, "game mine", nil))
	require.Equal(t, []string{fmt.Sprintf("<t:%d:R>", last.At/1000)}, moments.FindAllString(m.Content, -1))
	h.clean()
}

func TestMyGamesAreThoseOfThisServer(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana := h.person("Ana", "en-US")
	elsewhere := h.discord.AddGuild("Nineveh", "en-US")
	elsewhere.Join(ana.User)
	must(t)(ana.slash(elsewhere.AddChannel("gardens"), "game new", nil))
	require.Equal(t, ana.say("bot.mine.none"), must(t)(ana.slash(h.guild.AddChannel("gardens"), "game mine", nil)).Content)
	h.clean()
}

func TestMoreGamesThanAMessageHoldsAreCounted(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana := h.person("Ana", "en-US")
	const tables = 30
	ch := h.guild.AddChannel("gardens")
	for range tables {
		must(t)(ana.slash(h.guild.AddChannel("gardens"), "game new", nil))
	}
	m := must(t)(ana.slash(ch, "game mine", nil))
	shown := strings.Count(m.Content, "• ")
	require.Greater(t, shown, 5)
	require.True(t, strings.HasSuffix(m.Content, ana.say("bot.mine.more", "Count", tables-shown)), m.Content)
	h.clean()
}
