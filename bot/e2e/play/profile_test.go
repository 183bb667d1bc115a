package play_test

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
	"amytis/store"
)

// resign opens a game of players in a channel, of which the last resigns.
func resign(env *harness.Env, ch *localdiscord.Channel, players ...*harness.Player) {
	env.Helper()
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

	rows, err := env.Store.Leaderboard(t.Context(), table.GuildID(harness.Snowflake(env.Guild.ID)), store.Board{})
	require.NoError(t, err)
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
