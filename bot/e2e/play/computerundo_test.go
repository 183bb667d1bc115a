package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// solo is a game of one person against computers, which the command has opened.
type solo struct {
	*harness.Table
	ana *harness.Player
}

// newSolo opens a game of Ana against computers of level 1.
func newSolo(t *testing.T, script *harness.Script, seed uint64) solo {
	t.Helper()
	env := harness.New(t, harness.Options{Seed: seed, Script: script})
	ana, ch := env.NewPlayer("Ana", "fr"), env.Guild.AddChannel("solo")
	ana.ByPanel, ana.Patient, ana.Retries = true, true, 20
	ana.MustCommand(ch, "game solo", localdiscord.Args{"game": script.GameID, "level": "1"})
	return solo{env.At(ch), ana}
}

// round has Ana take a turn, and waits until the computers have answered. It returns the table, and
// false if the game is over.
func (s solo) round() (*table.Table, bool) {
	s.Helper()
	require.NoError(s, s.ana.TakeTurn(s.Channel))
	var now *table.Table
	s.Eventually("Ana is in turn again", func() bool {
		now = s.Now()
		return now.Status == table.Ended || now.Turn().Has(now.Seat(s.ana.UserID()))
	})
	return now, now.Status == table.Running
}

// computersAreLast reports whether a computer has made the last step.
func computersAreLast(t *table.Table) bool {
	return t.Computers().Has(t.Moves[len(t.Moves)-1].Move.Seat)
}

// helped reports whether the store knows that Ana was helped.
func (s solo) helped() bool {
	s.Helper()
	h, err := s.Store.Header(s.Context(), s.ID())
	require.NoError(s, err)
	return h.Helped.Has(s.Now().Seat(s.ana.UserID()))
}

// undo presses Undo in a panel, and checks that Ana's last move and all after it are taken back.
// The channel is told at once if it has read of them. It returns the panel then.
func (s solo) undo(panel *localdiscord.Message) *localdiscord.Message {
	s.Helper()
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
		require.True(s, harness.Tells(content, sentences.UndoLine(s.ana.Words, before, before.Seat(s.ana.UserID()))), content)
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
	refused := s.ana.MustCommand(s.Channel, "game undo", nil)
	require.Equal(t, "⛔ "+s.ana.T("table.refused.nothing_to_undo"), refused.Content)

	_, running = s.round()
	require.True(t, running, "the game goes on")
	s.CheckClean()
	now, log := s.Load()
	s.ana.Acks.Check(log)
	checkComputersMoved(t, now, 2)
}

// checkComputersMoved checks that some computers have played to the end of a game, and only for
// themselves.
func checkComputersMoved(t *testing.T, ended *table.Table, computers int) {
	t.Helper()
	require.Equal(t, computers, ended.Computers().Len())
	var moved engine.SeatSet
	for _, m := range ended.Moves {
		if m.Move.Seat != engine.Chance {
			require.Equal(t, ended.Player(m.Move.Seat).User, m.By)
			moved |= engine.Seats(m.Move.Seat)
		}
	}
	require.Equal(t, ended.Computers(), moved&ended.Computers())
}
