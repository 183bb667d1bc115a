package play_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/handle/interaction"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
	"amytis/store"
)

// dataOf returns the file of an answer to /me data, decoded and as text.
func dataOf(t *testing.T, p *harness.Player, m *localdiscord.Message) (all map[string]any, text string) {
	require.True(t, m.Ephemeral(), "only %s sees the data", p.Name)
	require.Len(t, m.Attachments, 1)
	require.NotEmpty(t, m.Attachments[0].Description)
	content, err := p.Download(m, m.Attachments[0])
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(content, &all))
	require.Equal(t, p.ID, all["user"])
	return all, string(content)
}

// partlyDamaged is a store with damage, of which an erasure tells once all else is erased.
type partlyDamaged struct{ store.Store }

func (s partlyDamaged) Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error {
	return errors.Join(s.Store.Erase(ctx, user, as), store.ErrDamaged)
}

func (s partlyDamaged) Mentioning(
	ctx context.Context, user table.UserID, each func(table.ID, store.Header, []table.Event) error,
) error {
	return errors.Join(s.Store.Mentioning(ctx, user, each), fmt.Errorf("%w: table 7", store.ErrDamaged))
}

func TestErasureSaysThatDamageStays(t *testing.T) {
	env := harness.New(t, harness.Options{WrapStore: func(s store.Store) store.Store { return partlyDamaged{s} }})
	gone, ch := env.NewPlayer("Nebuchadnezzar", "de"), env.Guild.AddChannel("gardens")
	gone.MustCommand(ch, "me weekends", localdiscord.Args{"free": true})
	m := gone.MustCommand(ch, "me data", nil)
	file, _ := dataOf(t, gone, m)
	require.Contains(t, file["damaged"], "table 7", "the file says what it lacks")
	done := gone.MustClick(gone.MustClick(m, gone.T("bot.button.erase")), gone.T("bot.button.erase_sure"))
	require.Contains(t, done.Text(), gone.T("bot.data.partly"))
	env.BotLog.ForgetErrors()
	file, _ = dataOf(t, gone, gone.MustCommand(ch, "me data", nil))
	require.NotContains(t, file["preferences"], "weekends", "all else is erased")
}

// TestErasedPlayerLeavesGamesAndNoName wants neither name nor ID in the store's file afterwards.
func TestErasedPlayerLeavesGamesAndNoName(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "fr"})
	bo := env.NewPlayer("Bo", "en-US")
	gone := env.NewPlayer("Nebuchadnezzar", "de")
	ch := env.Guild.AddChannel("gardens")
	gone.MustCommand(ch, "me quiet", localdiscord.Args{"from": 22, "to": 8, "zone": "Berlin"})
	gone.MustCommand(ch, "me away", localdiscord.Args{"until": "3"})
	gone.MustCommand(ch, "me weekends", localdiscord.Args{"free": true})
	_ = harness.MustFill(gone, ch, "me invites", localdiscord.Args{"games": []string{"gardens"}})
	env.At(ch).Open(nil, []*harness.Player{bo, gone})

	m := gone.MustCommand(ch, "me data", nil)
	file, text := dataOf(t, gone, m)
	for _, preference := range []string{"quiet", "zone", "absences", "weekends", "invites"} {
		require.Contains(t, file["preferences"], preference)
	}
	games := file["servers"].([]any)[0].(map[string]any)["games"].([]any)
	require.Len(t, games, 1)
	require.Equal(t, "running", games[0].(map[string]any)["status"])
	require.NotContains(t, text, bo.ID, "the file is about nobody else")
	require.NotContains(t, text, `"setup"`)

	asked := gone.MustClick(m, gone.T("bot.button.erase"))
	require.Contains(t, asked.Text(), env.Words.Say("bot.former"))
	refused := gone.MustClick(asked, gone.T("bot.button.erase_sure"))
	require.True(t, gone.Refused(refused), "a player of a running game: %s", refused.Text())

	env.At(ch).Resign(gone)
	before := env.Leaderboard(store.Board{})
	m = gone.MustCommand(ch, "me data", nil)
	file, _ = dataOf(t, gone, m)
	game := file["servers"].([]any)[0].(map[string]any)
	require.EqualValues(t, 2, game["games"].([]any)[0].(map[string]any)["rank"])
	require.Len(t, game["leaderboards"], 3, "of the game, of all games and of the season")

	done := gone.MustClick(gone.MustClick(m, gone.T("bot.button.erase")), gone.T("bot.button.erase_sure"))
	require.Contains(t, done.Text(), gone.T("bot.data.erased"))
	content := env.File()
	for what, trace := range map[string][]byte{
		"name": []byte("Nebuchadnezzar"), "ID": []byte(gone.ID),
		"ID in keys": binary.BigEndian.AppendUint64(nil, uint64(gone.UserID())),
	} {
		require.False(t, bytes.Contains(content, trace), "the file holds the %s", what)
	}

	after := env.Leaderboard(store.Board{})
	require.Len(t, after, 2)
	others := slices.IndexFunc(before, func(r store.Row) bool { return r.User == bo.UserID() })
	require.Contains(t, after, before[others], "the rating of the others stays")
	shown := told(env, bo.MustCommand(ch, "leaderboard", nil))
	require.Contains(t, shown, env.Words.Say("bot.former"))
	require.NotContains(t, shown, gone.ID)
	require.Equal(t, 1, strings.Count(shown, "<@"), "a former player is not mentioned")
	record := bo.MustCommand(ch, "game record", nil)
	require.Contains(t, record.Text(), bo.T("bot.former"), "in the reader's language")
	content, err := bo.Download(record, record.Attachments[0])
	require.NoError(t, err)
	require.Contains(t, string(content), `"name":"`+env.Words.Say("bot.former")+`"`)
	bo.MustCommand(ch, "board", nil)

	// A rematch leaves the former player out, and nothing is kept about the person.
	harness.MustDo(bo, ch, "game rematch", nil)
	file, _ = dataOf(t, gone, gone.MustCommand(ch, "me data", nil))
	require.Empty(t, file["servers"])
}

// TestOldGamesLoseTheirNames ends a game. After the host's days, nobody is named in it, and it can
// still be shown. The leaderboard and the data of a player still have the result.
func TestOldGamesLoseTheirNames(t *testing.T) {
	env := harness.New(t, harness.Options{Privacy: interaction.Privacy{KeepDays: 10}})
	bo, old := env.NewPlayer("Boaz-Theta", "fr"), env.NewPlayer("Nebuchadnezzar", "de")
	people := []*harness.Player{bo, old}
	ch, other := env.Guild.AddChannel("gardens"), env.Guild.AddChannel("other")
	said := bo.MustCommand(ch, "privacy", nil)
	require.True(t, said.Ephemeral(), "only Boaz sees the answer")
	require.Contains(t, said.Content, "10")
	require.Contains(t, said.Content, "</me data:")
	env.At(ch).Open(nil, people)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, 5, 6))
	env.At(ch).Resign(old)
	env.At(other).Open(nil, people)
	env.Settle()
	id := env.At(ch).ID()
	named := func() bool {
		_, log, err := env.Store.Table(t.Context(), id)
		require.NoError(t, err)
		return strings.Contains(mustJSON(t, log), old.Name)
	}
	before := env.Leaderboard(store.Board{})
	shown := bo.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, shown.Pictures()[0].Alt, "2. "+old.Name)
	require.NotContains(t, shown.Text(), old.ID)

	env.Clock.Forward(11 * 24 * time.Hour)
	env.Eventually("the game has no names", func() bool { return !named() })
	header, log, err := env.Store.Table(t.Context(), id)
	require.NoError(t, err)
	for _, p := range people {
		require.NotContains(t, mustJSON(t, log)+mustJSON(t, header), p.Name)
		require.NotContains(t, mustJSON(t, log)+mustJSON(t, header), p.ID)
	}

	record := bo.MustCommand(ch, "game record", nil)
	require.Contains(t, record.Text(), bo.T("bot.anonymous", "Number", 2))
	content, err := bo.Download(record, record.Attachments[0])
	require.NoError(t, err)
	require.Contains(t, string(content), `"Player 1"`)
	require.NotEmpty(t, old.MustCommand(ch, "board", nil).Attachments)
	require.NotEmpty(t, old.MustCommand(ch, "replay", nil).Attachments)
	unnamed := bo.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, unnamed.Text(), "**2.** <@"+old.ID+">", "no picture can show a mention")
	require.NotContains(t, unnamed.Pictures()[0].Alt, old.Name)
	require.ElementsMatch(t, before, env.Leaderboard(store.Board{}))

	m := old.MustCommand(ch, "me data", nil)
	file, text := dataOf(t, old, m)
	games := file["servers"].([]any)[0].(map[string]any)["games"].([]any)
	require.Len(t, games, 2, text)
	require.EqualValues(t, 2, games[0].(map[string]any)["rank"])
	require.Empty(t, games[0].(map[string]any)["events"])

	env.At(other).Resign(old)
	old.MustClick(old.MustClick(m, old.T("bot.button.erase")), old.T("bot.button.erase_sure"))
	env.Settle()
	content = env.File()
	require.False(t, strings.Contains(string(content), old.ID), "the results of both games")
}

func mustJSON(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}
