package play_test

import (
	"bytes"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/store"
)

func TestASeasonEndsWhileTheBotIsDown(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t)})
	people := env.NewPlayers(3)
	ana, bo, cleo := people[0], people[1], people[2]
	_, end, _ := store.Quarterly.At(env.Clock.Now()).Span()
	env.Clock.Forward(end.AddDate(0, 0, 10).Sub(env.Clock.Now()))
	season := store.Quarterly.At(env.Clock.Now())
	_, end, _ = season.Span()
	name := sentences.Season(env.Words, season)
	ch := env.Guild.AddChannel("gardens")
	resign(env, ch, ana, bo)
	resign(env, ch, ana, bo)
	allTime := env.Words.Say("bot.leaderboard.all")
	m := ana.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, m.Text(), allTime, "two games make no season")
	require.Empty(t, m.Controls())
	resign(env, ch, cleo, ana)

	row := func(place int, p *harness.Player, halves, wins, games int) string {
		return sentences.SeasonRow(env.Words, place, p.Name, store.Row{Points: halves, Wins: wins, Games: games})
	}
	plain := func(s string) string { return strings.ReplaceAll(s, "*", "") }
	rows := []string{plain(row(1, ana, 8, 2, 3)), plain(row(2, cleo, 4, 1, 1)), plain(row(3, bo, 0, 0, 2))}
	m = ana.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, m.Text(), env.Words.Say("bot.season.title", "Season", name))
	for _, row := range rows {
		require.Contains(t, m.Pictures()[0].Alt, row)
	}
	menu := m.Controls()[0].CustomID
	m = ana.MustChoose(m, menu, "all")
	require.Contains(t, m.Text(), allTime)
	require.Contains(t, told(env, m), "?", "few games make a provisional rating")
	require.Contains(t, ana.MustChoose(m, menu, string(season)).Text(), name)

	lost := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "POST", Path: `^/channels/\d+/messages$`, DropReply: true, Times: 1,
	})
	env.Bot.RestartAfter(end.Add(2 * time.Hour).Sub(env.Clock.Now()))
	over := env.Words.Say("bot.season.over", "Season", name)
	podiums := func() []*localdiscord.Message {
		return slices.DeleteFunc(ch.Messages(), func(m *localdiscord.Message) bool {
			return !strings.Contains(harness.FirstLine(m.Content), over)
		})
	}
	told := func() bool {
		return env.Settings().Told["season"].Message != 0
	}
	env.Eventually("the season's end is told", told)
	require.Positive(t, lost.Hits())
	require.Len(t, podiums(), 1)
	podium := podiums()[0]
	env.CheckPictures(podium)
	require.Contains(t, podium.Content, "<@"+ana.ID+">")
	for _, row := range rows {
		require.Contains(t, podium.Pictures()[0].Alt, row)
	}
	for _, p := range people {
		for _, ping := range p.Pings() {
			require.NotEqual(t, podium.ID, ping.MessageID)
		}
	}
	m = ana.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, m.Text(), allTime, "the new season has no games")
	require.Contains(t, ana.MustChoose(m, menu, string(season)).Pictures()[0].Alt, rows[0])
	require.Contains(t, ana.MustCommand(ch, "profile", nil).Text(), "🥇 "+name)
	require.Contains(t, bo.MustCommand(ch, "profile", nil).Text(), "🥉 "+name)

	env.Bot.RestartAfter(24 * time.Hour)
	resign(env, ch, bo, cleo)
	require.Len(t, podiums(), 1)
	faults, err := env.Store.Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, faults)
}

// resign opens a game of players in a channel, of which the last resigns.
func resign(env *harness.Env, ch *localdiscord.Channel, players ...*harness.Player) {
	env.Settle()
	env.At(ch).Open(nil, players)
	last := players[len(players)-1]
	last.MustClick(last.MustCommand(ch, "game resign", nil), last.T("bot.button.resign"))
	env.Settle()
}

func TestProfileAgreesWithTheLeaderboardAndCanBePrivate(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "de")
	ch := env.Guild.AddChannel("gardens")
	require.Contains(t, ana.MustCommand(ch, "profile", nil).Text(), ana.T("bot.profile.none", "User", "<@"+ana.ID+">"))
	resign(env, ch, ana, bo)
	resign(env, ch, ana, bo)
	require.Empty(t, bo.MustCommand(ch, "profile", localdiscord.Args{"player": ana.ID}).Attachments,
		"two games make no graph")
	resign(env, ch, bo, ana)

	rows := env.Leaderboard(store.Board{})
	for _, args := range []localdiscord.Args{{"player": ana.ID}, {"player": ana.ID, "game": "gardens"}} {
		m := bo.MustCommand(ch, "profile", args)
		require.True(t, m.Ephemeral(), "only Bo sees the profile he asks for")
		require.Len(t, m.Attachments, 1)
		require.Contains(t, m.Attachments[0].Description, "1500")
		picture, err := bo.Download(m, m.Attachments[0])
		require.NoError(t, err)
		_, err = png.Decode(bytes.NewReader(picture))
		require.NoError(t, err)
		for _, row := range rows {
			if row.User == ana.UserID() {
				require.Contains(t, m.Text(), fmt.Sprintf("2 von 3 Partien gewonnen · Wertung **%.0f?**", row.Rating))
			}
		}
		require.Contains(t, m.Text(), "<@"+bo.ID+"> 2:1")
	}
	require.Equal(t, "<@"+ana.ID+">", strings.Split(ana.MustCommand(ch, "profile", nil).Embeds[0].Description, "\n")[0])
	shared := ana.MustCommand(ch, "profile", localdiscord.Args{"public": true})
	require.False(t, shared.Ephemeral(), "all see a profile that is shown in public")

	require.Equal(t, ana.T("bot.me.private.false"), ana.MustCommand(ch, "me private", nil).Text())
	for _, args := range []localdiscord.Args{{"hide": true}, nil} { // without a value it shows the setting
		require.Equal(t, ana.T("bot.me.private.true"), ana.MustCommand(ch, "me private", args).Text())
	}
	hidden := bo.MustCommand(ch, "profile", localdiscord.Args{"player": ana.ID})
	require.Equal(t, bo.T("bot.profile.private", "User", "<@"+ana.ID+">"), hidden.Text())
	require.Empty(t, hidden.Attachments)
	require.Len(t, ana.MustCommand(ch, "profile", nil).Embeds, 1, "one sees one's own profile")
	shown := ana.MustCommand(ch, "me private", localdiscord.Args{"hide": false})
	require.Equal(t, ana.T("bot.me.private.false"), shown.Text())
	require.Len(t, bo.MustCommand(ch, "profile", localdiscord.Args{"player": ana.ID}).Embeds, 1)
}
