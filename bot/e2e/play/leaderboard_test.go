package play_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
)

func TestLeaderboardAgreesWithTheResults(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana := env.NewPlayer("Ana", "fr")
	ch := env.Guild.AddChannel("gardens")
	require.Contains(t, ana.MustCommand(ch, "leaderboard", nil).Text(),
		env.Mentioning(env.Words.Say("bot.leaderboard.empty")))
	// Twelve players fill two pages. Each game ends by a resignation. The alt text has no room for
	// the last of ten such names with points.
	var people []*harness.Player
	for i := range 12 {
		people = append(people, env.NewPlayer(fmt.Sprintf("P%02d", i)+strings.Repeat("🌹", 28), "en-US"))
	}
	for i := range 12 {
		pair := []*harness.Player{people[i], people[(i*5+1)%12]}
		if pair[0] == pair[1] {
			pair[1] = people[(i+1)%12]
		}
		resign(env, ch, pair...)
	}
	rows := env.Leaderboard(store.Board{})
	require.Len(t, rows, len(people))

	for _, args := range []localdiscord.Args{nil, {"game": "gardens"}} {
		m := ana.MustCommand(ch, "leaderboard", args)
		if args == nil { // which shows the season
			m = ana.MustChoose(m, m.Controls()[len(m.Controls())-1].CustomID, "all")
		}
		require.False(t, m.Ephemeral(), "all see the leaderboard")
		text := told(env, m)
		require.Contains(t, text, env.Words.Say("bot.leaderboard.footer", "Page", 1, "Pages", 2))
		previous, next := m.Controls()[0], m.Controls()[1]
		require.True(t, previous.Disabled, "nothing comes before the first page")
		second := ana.MustClick(m, next.Label)
		require.Equal(t, m.ID, second.ID)
		require.True(t, second.Controls()[1].Disabled, "nothing comes after the last page")
		text += "\n" + told(env, second)
		first := ana.MustClick(second, previous.Label)
		require.Equal(t, told(env, m), told(env, first))
		require.Contains(t, ana.MustCommand(ch, "leaderboard", localdiscord.Args{"page": 99}).Text(),
			env.Words.Say("bot.season.footer", "Page", 2, "Pages", 2))
		for _, row := range rows {
			p := harness.PlayerOf(people, row.User)
			line := fmt.Sprintf(`\d\.(\*\*)? (%s|<@%s>) · (\*\*)?%.0f\?(\*\*)? · %d `, p.Name, p.ID, row.Rating, row.Wins)
			require.Len(t, regexp.MustCompile(line).FindAllString(text, -1), 1, "%+v in\n%s", row, text)
		}
		require.Equal(t, args != nil, strings.Contains(text, "<@"), text)
		for _, p := range people {
			for _, ping := range p.Pings() {
				require.NotEqual(t, m.ID, ping.MessageID, "a leaderboard pings nobody")
			}
		}
	}
}

// told is a leaderboard as everybody gets it: its text, and its picture in words.
func told(env *harness.Env, m *localdiscord.Message) string {
	env.CheckPictures(m)
	require.Empty(env, m.Embeds)
	return m.Text() + "\n" + m.Pictures()[0].Alt
}

// TestLeaderboardAlsoTellsItsReadersRowAndTheNamesThatNoPictureShows has a reader with such a name.
func TestLeaderboardAlsoTellsItsReadersRowAndTheNamesThatNoPictureShows(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo, han := env.NewPlayer("Ana", "en-US"), env.NewPlayer("B_o", "de"), env.NewPlayer("漢字", "fr")
	ch := env.Guild.AddChannel("gardens")
	resign(env, ch, han, bo)
	resign(env, ch, ana, bo)
	row := func(p *harness.Player, place, rating, wins, games int) string {
		return fmt.Sprintf("\n**%d.** <@%s> · **%d?** · %d of %d game", place, p.ID, rating, wins, games)
	}
	m := ana.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, m.Text(), row(han, 1, 1516, 1, 1))
	require.Contains(t, m.Text(), row(ana, 2, 1515, 1, 1))
	require.NotContains(t, m.Text(), bo.ID)
	require.Regexp(t, `(?s)2\. Ana · 1515\?.*3\. B_o · 1469\? · 0 of 2 games won$`, m.Pictures()[0].Alt)
	require.NotContains(t, m.Pictures()[0].Alt, "1516", "the text has that row already")
	own := bo.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, own.Text(), row(bo, 3, 1469, 0, 2))
	require.NotContains(t, own.Text(), ana.ID)
	require.NotEqual(t, env.PictureHashes(m), env.PictureHashes(own), "each has the own row marked")
	require.Equal(t, env.PictureHashes(m), env.PictureHashes(ana.MustCommand(ch, "leaderboard", nil)))
}

func checkLeaderboard(env *harness.Env, ch *localdiscord.Channel, people []*harness.Player) {
	m := people[0].MustCommand(ch, "leaderboard", localdiscord.Args{"game": env.Variant.Game})
	for _, p := range people {
		require.Regexp(env, `(?m)^\d+\. `+p.Name+` · `, told(env, m))
	}
}

// withADamagedResult is a store that cannot read one of its results.
type withADamagedResult struct{ store.Store }

func (s withADamagedResult) Results(ctx context.Context, guild table.GuildID, limit int) ([]store.Result, error) {
	all, err := s.Store.Results(ctx, guild, limit)
	return all, errors.Join(err, fmt.Errorf("%w: a result", store.ErrDamaged))
}

func TestADamagedResultIsLeftOut(t *testing.T) {
	env := harness.New(t, harness.Options{WrapStore: func(s store.Store) store.Store { return withADamagedResult{s} }})
	ana, ch := env.NewPlayer("Ana", "en-US"), env.Guild.AddChannel("gardens")
	resignAgainst(env, ch, ana, true, 3)
	require.Contains(t, told(env, ana.MustCommand(ch, "leaderboard", nil)), ana.Name)
	dataOf(t, ana, ana.MustCommand(ch, "me data", nil))
	require.Contains(t, strings.Join(env.BotLog.Errors(), "\n"), "results are damaged and left out")
	require.NotContains(t, env.BotLog.Text(), "a message of the server failed", "the season")
	env.BotLog.ForgetErrors()
}

// resignAgainst has a player play a game against computers of levels, which ends by resignations:
// of the player, or of all computers. The host may resign for these.
func resignAgainst(env *harness.Env, ch *localdiscord.Channel, p *harness.Player, wins bool, levels ...int) table.ID {
	at := env.At(ch)
	at.Open(localdiscord.Args{"game": "gardens"}, []*harness.Player{p}, levels...)
	if !wins {
		at.Resign(p)
		return at.ID()
	}
	takeOut(at, p)
	return at.ID()
}

// takeOut has a host or moderator end a game by the resignation of all computers.
func takeOut(at *harness.Table, p *harness.Player) {
	for _, seat := range at.Now().Computers().Slice() {
		question := p.MustCommand(at.Channel, "game resign", localdiscord.Args{"player": seat.String()})
		p.MustClick(question, p.T("bot.button.take_out"))
	}
	at.Settle()
	require.True(at, at.Won(), "a player without opponents has won")
}

func TestLeaderboardHasAPartAgainstComputers(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo := env.NewPlayer("Ana", "fr"), env.NewPlayer("Bo", "en-US")
	ch := env.Guild.AddChannel("gardens")
	row := func(p *harness.Player, level, wins, count int) string {
		return env.Mentioning(env.Words.Say("bot.leaderboard_against.row",
			"User", p.Name, "Level", level, "Wins", wins, "Helped", 0, "Count", count))
	}
	resignAgainst(env, ch, ana, true, 3)
	resignAgainst(env, ch, ana, false, 3)
	resignAgainst(env, ch, ana, true, 5)
	resignAgainst(env, ch, bo, true, 3, 1, 1)

	for _, args := range []localdiscord.Args{nil, {"game": "gardens"}} {
		m := bo.MustCommand(ch, "leaderboard", args)
		text := told(env, m)
		require.Contains(t, text, row(ana, 5, 1, 1)+"\n"+row(bo, 3, 1, 1)+"\n"+row(ana, 3, 1, 2))
		require.Contains(t, m.Content, strings.Replace(row(bo, 3, 1, 1), "Bo", "<@"+bo.ID+">", 1))
		require.NotContains(t, text, "1500")
		require.Empty(t, m.Controls(), "nobody has played against people")
	}
	require.Contains(t, bo.MustCommand(ch, "leaderboard", localdiscord.Args{"game": "babel"}).Text(),
		env.Mentioning(env.Words.Say("bot.leaderboard.empty")))

	resign(env, ch, ana, bo)
	m := ana.MustCommand(ch, "leaderboard", nil)
	require.Contains(t, told(env, m), "Ana · 1516? ·")
	require.Contains(t, told(env, m), "Bo · 1484? ·", "only the game between people changes ratings")
	require.NotContains(t, told(env, m), row(ana, 5, 1, 1))
	against := ana.MustClick(m, env.Words.Say("bot.button.against_computers"))
	require.Equal(t, m.ID, against.ID)
	require.Contains(t, told(env, against), row(ana, 5, 1, 1))
	back := ana.MustClick(against, env.Words.Say("bot.button.between_people"))
	require.Equal(t, told(env, m), told(env, back))
}

// TestWinsWithHintsCountApart has the host resign for the computer in each game.
func TestWinsWithHintsCountApart(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, ch := env.NewPlayer("Ana", "en-US"), env.Guild.AddChannel("solo")
	for _, helped := range []bool{true, false, true} {
		ana.MustCommand(ch, "game solo", localdiscord.Args{"level": "1"})
		if helped {
			hinted(t, ana, ana.MustCommand(ch, "game hint", nil))
		}
		takeOut(env.At(ch), ana)
	}
	counts := []any{"User", "<@" + ana.ID + ">", "Level", 1, "Wins", 1, "Helped", 2, "Count", 3}
	require.Contains(t, ana.MustCommand(ch, "leaderboard", nil).Text(), ana.T("bot.leaderboard_against.row", counts...))
	require.Contains(t, ana.MustCommand(ch, "profile", nil).Text(), ana.T("bot.profile.level", counts...))
}

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
}

// resign opens a game of two in a channel, of which the second resigns.
func resign(env *harness.Env, ch *localdiscord.Channel, players ...*harness.Player) {
	env.At(ch).Open(nil, players)
	env.At(ch).Resign(players[1])
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
