package play_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// checkSolo checks that a player alone has the first seat of a running game, and that panel is the
// player's first turn. Computers of a level have the other seats that the game needs.
func checkSolo(
	env *harness.Env, ch *localdiscord.Channel, p *harness.Player, panel *localdiscord.Message, in *engine.Info,
	level int,
) {
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

// TestSoloGameFollowsTheChannelAndItsRematchStartsAtOnce begins in an empty channel, and ends each
// game by a resignation.
func TestSoloGameFollowsTheChannelAndItsRematchStartsAtOnce(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "de"})
	ana, ch := env.NewPlayer("Ana", "es-ES"), env.Guild.AddChannel("solo")
	empty, begun := env.Guild.AddChannel("any"), time.Now()
	first := ana.MustCommand(empty, "game solo", nil)
	if time.Since(begun) < time.Second { // the bot does not wait longer
		require.Equal(t, first.ID, ana.Messages(empty)[1].ID, "the panel comes last, where it is seen")
	}
	checkSolo(env, empty, ana, first, games.All[0].Info(), 2)

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
	harness.MustDo(ana, ch, "game rematch", nil)
	env.At(ch).Resign(ana)
	require.Equal(t, "babel", ana.MustSuggest(ch, "game solo", "game")[0])
	harness.MustDo(ana, ch, "game solo", nil)
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

// solo is a game of one person against computers, which the command has opened.
type solo struct {
	*harness.Table
	ana *harness.Player
}

func newSolo(t *testing.T, v *harness.Variant, seed uint64) solo {
	env := harness.New(t, harness.Options{Seed: seed, Variant: v})
	ana, ch := env.NewPlayer("Ana", "fr"), env.Guild.AddChannel("solo")
	ana.ByPanel, ana.Patient, ana.Retries = true, true, 20
	ana.MustCommand(ch, "game solo", localdiscord.Args{"game": v.Game, "level": "1"})
	return solo{env.At(ch), ana}
}

// round has Ana take a turn, and waits for the computers. It returns false if the game is over.
func (s solo) round() (*table.Table, bool) {
	require.NoError(s, s.ana.TakeTurn(s.Channel))
	var now *table.Table
	s.Eventually("Ana is in turn again", func() bool {
		now = s.Now()
		return now.Status == table.Ended || now.Turn().Has(now.Seat(s.ana.UserID()))
	})
	return now, now.Status == table.Running
}

func computersAreLast(t *table.Table) bool {
	return t.Computers().Has(t.Moves[len(t.Moves)-1].Move.Seat)
}

func (s solo) helped() bool {
	h, err := s.Store.Header(s.Context(), s.ID())
	require.NoError(s, err)
	return h.Helped.Has(s.Now().Seat(s.ana.UserID()))
}

// undo presses Undo in a panel, and checks that Ana's last move and all after it are taken back.
// The channel is told at once if it has read of them. It returns the panel then.
func (s solo) undo(panel *localdiscord.Message) *localdiscord.Message {
	before := s.Now()
	last := len(before.Moves) - 1
	for before.Moves[last].By != s.ana.UserID() {
		last--
	}
	after := s.ana.MustClick(panel, s.ana.T("bot.button.undo"))
	if computersAreLast(before) {
		require.Equal(s, "⚠️ "+s.ana.T("bot.turn.undo_far"), after.Content)
		require.Equal(s, before.Version, s.Now().Version, "it waits for the confirmation")
		back := s.ana.MustClick(after, s.ana.T("bot.button.back"))
		require.NotNil(s, harness.Button(back, s.ana.T("bot.button.undo")))
		command := s.ana.MustCommand(s.Channel, "game undo", nil)
		require.Equal(s, after.Content, command.Content)
		after = s.ana.MustClick(s.ana.MustClick(back, s.ana.T("bot.button.undo")), s.ana.T("bot.button.sure"))
		outdated := s.ana.MustClick(command, s.ana.T("bot.button.sure"))
		require.Contains(s, outdated.Content, s.ana.T("bot.turn.moved_on"))
		require.Equal(s, before.Version+1, s.Now().Version, "it acts once")
		require.True(s, s.helped(), "a win counts apart from now on")
	}
	require.True(s, strings.HasPrefix(after.Content, s.ana.T("bot.turn.undone")+"\n"), after.Content)
	require.Equal(s, panel.ID, after.ID)
	require.Equal(s, before.Moves[:last], s.Now().Moves)
	s.Settle()
	if computersAreLast(before) {
		content := s.Channel.Last().Content
		require.True(s, harness.Tells(content, sentences.UndoLine(s.ana.Words, before, before.Seat(s.ana.UserID()))),
			content)
	}
	s.ana.Acks.Record(after, nil, "undo")
	return after
}

// TestUndoButtonGoesBackAcrossComputersTurns takes back a whole turn to which two computers have
// answered, and then plays another.
func TestUndoButtonGoesBackAcrossComputersTurns(t *testing.T) {
	s := newSolo(t, harness.Towers, 240)
	now, running := s.round()
	require.True(t, running, "the game goes on after the round")
	require.True(t, computersAreLast(now), "the computers have answered")
	require.False(t, s.helped(), "Ana has had no help yet")
	panel := s.ana.MustOpenPanel(s.Channel)
	presses := 0
	for ; harness.Button(panel, s.ana.T("bot.button.undo")) != nil; presses++ {
		panel = s.undo(panel)
	}
	require.GreaterOrEqual(t, presses, 5, "a turn has four or five pieces, and an end")
	require.Empty(t, s.Now().Moves)
	s.ana.CheckRefused(s.ana.MustCommand(s.Channel, "game undo", nil), "nothing_to_undo")

	_, running = s.round()
	require.True(t, running, "the game goes on")
	_, log := s.Load()
	s.ana.Acks.Check(log)
}
