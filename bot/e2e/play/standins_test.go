package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/store"
)

func awaitedBy(at *harness.Table, people []*harness.Player) *harness.Player {
	at.Settle()
	return harness.PlayerOf(people, at.Awaited())
}

// asksForStandIn has a player press the button for a stand-in below the status, read what that
// costs, and confirm. It waits until the stand-in has played the turn.
func asksForStandIn(at *harness.Table, p *harness.Player) {
	status := p.MustCommand(at.Channel, "game status", nil)
	question := p.MustClick(status, p.T("bot.button.ask_stand_in"))
	require.Equal(at, p.T("bot.stand_in.sure"), question.Content)
	require.Zero(at, at.Now().StoodIn(), "it waits for the confirmation")
	panel := p.MustClick(question, p.T("bot.button.stand_in_sure"))
	require.Equal(at, question.ID, panel.ID)
	require.Contains(at, panel.Content, p.T("bot.stand_in.yours", "Level", 1))
	require.NotNil(at, harness.Button(panel, p.T("bot.button.return")))
	seat := at.Now().Seat(p.UserID())
	at.Eventually("the stand-in has played the turn", func() bool {
		now := at.Now()
		return now.Assisted.Has(seat) && !now.Turn().Has(seat)
	})
	at.Settle()
}

// TestPlayerAsksForAStandInAndReturns has the player in turn hand a turn to a stand-in by presses.
// The bot starts again meanwhile. The player returns by one press below the message,
// and wins when the others resign, without any gain.
func TestPlayerAsksForAStandInAndReturns(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t), Seed: 261, Variant: harness.Babel})
	people, ch := env.NewPlayers(2, "de"), env.Guild.AddChannel("play")
	at := env.At(ch)
	at.Open(localdiscord.Args{"game": "babel", "stand-in": "1"}, people)
	away := awaitedBy(at, people)
	for turn := 0; turn < 2 || awaitedBy(at, people) != away; turn++ {
		p := awaitedBy(at, people)
		p.ByPanel, p.Patient = true, true
		p.Inbox.TakePing()
		require.NoError(t, p.TakeTurn(ch))
	}
	asksForStandIn(at, away)
	told := env.Words.Say("bot.table.stood_in", "Name", away.Name, "Level", 1)
	tells := false
	for _, m := range ch.Messages() {
		tells = tells || harness.Tells(m.Content, told)
	}
	require.True(t, tells, "everyone reads that a computer plays")
	require.True(t, harness.Tells(ch.Last().Content,
		env.Words.Say("bot.table.standing_in", "Players", away.Name)), ch.Last().Content)
	env.Bot.RestartAfter(0)
	env.Settle()

	back := env.Words.Say("bot.button.return")
	other := awaitedBy(at, people)
	other.CheckRefused(other.MustClick(ch.Last(), back), "not_stood_in")
	stranger := env.NewPlayer("Eve", "en-US")
	stranger.CheckRefused(stranger.MustClick(ch.Last(), back), "not_player")
	panel := away.MustClick(ch.Last(), back)
	require.Contains(t, panel.Content, away.T("bot.stand_in.welcome"))
	require.Zero(t, at.Now().StoodIn())
	env.Settle()
	require.True(t, harness.Tells(ch.Last().Content,
		env.Words.Say("bot.table.returned", "Name", away.Name)), ch.Last().Content)
	require.Nil(t, harness.Button(ch.Last(), back))

	for _, p := range people {
		if p != away {
			p.MustClick(p.MustCommand(ch, "game resign", nil), p.T("bot.button.resign"))
		}
	}
	checkAssisted(at, away, people)
	_, log := at.Ended()
	for _, p := range people {
		p.Acks.Check(log)
	}
}

// checkAssisted checks the end of a game in which a stand-in has played for a player: the record
// says so, the player gains nothing, and the store is sound.
func checkAssisted(at *harness.Table, away *harness.Player, people []*harness.Player) {
	at.Settle()
	require.Empty(at, at.BotLog.Errors(), "errors in the log")
	ended, _ := at.Ended()
	seat := ended.Seat(away.UserID())
	require.Equal(at, engine.Seats(seat), ended.Assisted)
	require.True(at, harness.Tells(at.Channel.Last().Content,
		at.Words.Say("bot.table.assisted", "Players", away.Name)), at.Channel.Last().Content)
	at.CheckRecord(ended)
	at.CheckStore()
	rec, err := ended.Record()
	require.NoError(at, err)
	var by []string
	for _, stint := range rec.Seats[seat-1]["played"].([]engine.Stint) {
		by = append(by, stint.By)
	}
	require.Contains(at, by, "computer 1")
	require.Contains(at, by, away.Name)
	rows := at.Leaderboard(store.Board{Game: ended.Game.Info().ID})
	require.Len(at, rows, len(people))
	for _, row := range rows {
		if row.User == away.UserID() {
			require.LessOrEqual(at, row.Rating, float64(store.FirstRating))
			require.Zero(at, row.Wins)
		}
	}
	for _, p := range people {
		if p != away {
			profile := away.MustCommand(at.Channel, "profile", nil)
			require.Contains(at, profile.Text(), p.Mention()+" 0:0", "no win over anybody either")
		}
	}
	at.CheckNoButtons()
}

// TestReturnShowsWhatHappenedSinceThePlayersOwnLastTurn has a stand-in play a turn, which the
// player has not seen.
func TestReturnShowsWhatHappenedSinceThePlayersOwnLastTurn(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t)},
		localdiscord.Args{"stand-in": "1"})
	at := env.At(ch)
	second.MustClick(second.MustCommand(ch, "game stand-in", nil), second.T("bot.button.stand_in_sure"))
	first.MustRemoveTile(ch)
	at.Eventually("the stand-in has played", func() bool { return at.Now().Assisted != 0 && at.Now().Turn().Has(1) })
	panel := second.MustCommand(ch, "game back", nil)
	require.Contains(t, panel.Content, second.T("bot.stand_in.welcome"))
	first.MustRemoveTile(ch)
	env.Settle()
	panel = second.MustOpenPanel(ch)
	told, err := sentences.SinceText(second.Words, at.Now(), 2, true)
	require.NoError(t, err)
	require.Contains(t, told, second.T("bot.since.first"), "the player has made no step")
	require.Contains(t, panel.Content, env.Mentioning(told))
}
