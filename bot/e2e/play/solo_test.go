package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/table"
)

// checkSolo checks that a player alone has the first seat of a running game, and that panel is the
// player's first turn. Computers of a level have the other seats that the game needs.
func checkSolo(
	env *harness.Env, ch *localdiscord.Channel, p *harness.Player, panel *localdiscord.Message, in *engine.Info,
	level int,
) {
	env.Helper()
	require.False(env, p.Refused(panel), panel.Content)
	require.True(env, panel.Ephemeral(), "only %s sees the panel", p.Name)
	menus, moves := harness.PanelControls(panel)
	require.NotEmpty(env, len(menus)+len(moves)+len(harness.CursorButtons(panel)), "the panel offers a step")
	env.CheckPictures(panel)

	now, log := env.At(ch).Load()
	require.Equal(env, table.Opened, log[0].Kind)
	require.Equal(env, in.ID, now.Game.Info().ID)
	require.Len(env, now.Players, in.MinSeats)
	require.Equal(env, p.UserID(), now.Players[0].User)
	for _, computer := range now.Players[1:] {
		_, at, ok := computer.User.Computer()
		require.True(env, ok, "%s is a computer", computer.Name)
		require.Equal(env, level, at)
		require.NotEmpty(env, computer.Name)
	}
	env.Eventually("the game is announced", func() bool {
		return len(ch.Messages()) > 0 && harness.Button(ch.Messages()[0], p.T("bot.button.turn")) != nil
	})
	require.Nil(env, harness.Button(ch.Messages()[0], p.T("bot.button.join")), "nobody has to join")
}

func TestSoloCommandStartsAGameAndShowsTheFirstTurnAtOnce(t *testing.T) {
	env := harness.New(t, harness.Options{})
	for i, g := range games.All {
		locale := harness.Locale(i)
		ch, ana := env.Guild.AddChannel(g.Info().ID+"-"+locale), env.NewPlayer("Ana", locale)
		args, level := localdiscord.Args{"game": g.Info().ID}, 2
		if i == 1 {
			args["level"], level = "4", 4
		}
		begun := time.Now()
		panel := ana.MustCommand(ch, "game solo", args)
		if time.Since(begun) < time.Second { // the bot does not wait longer
			require.Equal(t, panel.ID, ana.Messages(ch)[1].ID, "the panel comes last, where it is seen")
		}
		checkSolo(env, ch, ana, panel, g.Info(), level)
	}
	ch, ana := env.Guild.AddChannel("any"), env.NewPlayer("Ana", "en-US")
	checkSolo(env, ch, ana, ana.MustCommand(ch, "game solo", nil), games.All[0].Info(), 2)
}

// TestSoloGameFollowsTheChannelAndItsRematchStartsAtOnce ends each game by a resignation.
func TestSoloGameFollowsTheChannelAndItsRematchStartsAtOnce(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "de"})
	ana, ch := env.NewPlayer("Ana", "es-ES"), env.Guild.AddChannel("solo")
	again := ana.T("bot.button.rematch") // public texts, too, are in the language of who plays alone
	ana.MustCommand(ch, "game solo", localdiscord.Args{"game": "babel", "level": "1"})
	for range 2 { // the first time the computer begins
		end := env.At(ch).Resign(ana)
		panel := ana.MustClick(end, again)
		require.False(t, ana.Refused(panel), panel.Content)
		require.True(t, panel.Ephemeral(), "only Ana sees the panel")
		env.CheckPictures(panel)
		now := env.At(ch).Now()
		require.Equal(t, table.Running, now.Status)
		require.Equal(t, "babel", now.Game.Info().ID)
		require.Equal(t, 1, now.ComputerLevel())
	}
	env.At(ch).Resign(ana)
	require.False(t, ana.Refused(ana.MustCommand(ch, "game rematch", nil)), "Ana gets a rematch by command")
	env.At(ch).Resign(ana)
	require.Equal(t, "babel", ana.MustSuggest(ch, "game solo", "game")[0])
	require.False(t, ana.Refused(ana.MustCommand(ch, "game solo", nil)), "Ana gets another game")
	require.Equal(t, "babel", env.At(ch).Now().Game.Info().ID)
	require.Equal(t, 2, env.At(ch).Now().ComputerLevel())

	quick := env.Guild.AddChannel("quick")
	foreign := ana.MustCommand(quick, "game solo", localdiscord.Args{"game": "babel", "mode": "quick"})
	require.True(t, ana.Refused(foreign), foreign.Content)
	panel := ana.MustCommand(quick, "game solo", localdiscord.Args{"mode": "quick"})
	require.NotEmpty(t, harness.CursorButtons(panel), "one command leads to the first step")
	require.True(t, env.At(quick).Now().State.Pace().Live, "all act at once in a quick game")
}

// TestNobodyIsStuckWithAGameInTheChannel plays alone. Every way to another game is refused with
// buttons that lead there, with the same options.
func TestNobodyIsStuckWithAGameInTheChannel(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo, ch := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "de"), env.Guild.AddChannel("solo")
	labels := func(m *localdiscord.Message) (all []string) {
		for _, c := range m.Controls() {
			all = append(all, c.Label)
		}
		return all
	}
	there, end, thread := ana.T("bot.button.go_on_there"), ana.T("bot.button.anew_end"), ana.T("bot.button.anew_thread")
	ana.MustCommand(ch, "game solo", localdiscord.Args{"game": "towers"})
	require.Equal(t, []string{bo.T("bot.button.anew_thread")}, labels(bo.MustCommand(ch, "game solo", nil)), "it is not Bo's game")
	require.Equal(t, []string{bo.T("bot.button.boards")}, labels(bo.MustCommand(ch, "game undo", nil)), "Bo can look")
	require.Equal(t, []string{there, end, thread}, labels(ana.MustCommand(ch, "game rematch", nil)))

	require.NotEmpty(t, harness.CursorButtons(ana.MustClick(ana.MustCommand(ch, "game solo", nil), there)), "the game goes on")
	taken := ana.MustCommand(ch, "game solo", localdiscord.Args{"mode": "quick", "level": "4"})
	require.True(t, ana.Refused(taken))
	first := env.At(ch).Now()
	require.NotEmpty(t, harness.CursorButtons(ana.MustClick(taken, end)))
	now := env.At(ch).Now()
	require.NotEqual(t, first.Opened, now.Opened)
	require.True(t, now.State.Pace().Live, "the options are those of the refused command")
	require.Equal(t, 4, now.ComputerLevel())
	taken = ana.MustCommand(ch, "game rematch", nil)
	require.False(t, ana.Refused(ana.MustClick(taken, end)), "a game that was stopped can be played again")
	taken = ana.MustCommand(ch, "game solo", nil)
	require.Equal(t, ana.T("bot.thread.coming", "Game", ana.T("towers.name")), ana.MustClick(taken, thread).Content)

	sure := ana.MustClick(ana.MustOpenPanel(ch), ana.T("bot.button.give_up"))
	require.Contains(t, sure.Content, ana.T("bot.game.resign_sure", "Alone", true))
	ana.MustClick(sure, ana.T("bot.button.resign"))
	require.Equal(t, table.Ended, env.At(ch).Now().Status)
	old := ana.MustCommand(ch, "game undo", nil)
	require.Equal(t, []string{ana.T("bot.button.solo"), ana.T("bot.button.learn")}, labels(old))
	old = ana.MustCommand(ch, "towers done", nil)
	require.Equal(t, []string{ana.T("bot.button.solo"), "Quick", ana.T("bot.button.learn")}, labels(old))
}
