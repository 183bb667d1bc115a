package play_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/background/reviewqueue"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

// solvers is a server with a challenge of the day in a channel of its own.
type solvers struct {
	*harness.Env
	ch   *localdiscord.Channel
	mara *harness.Player
}

func newSolvers(t *testing.T, env *harness.Env) *solvers {
	env.Clock.ToMidday()
	for env.Clock.Now().UTC().Day() > 20 { // no month ends in the test
		env.Clock.Forward(24 * time.Hour)
	}
	s := &solvers{env, env.Guild.AddChannel("puzzles"), env.NewManager("Mara", "en-US")}
	m := harness.MustFillAgain(s.mara, s.mara.MustCommand(s.ch, "settings", localdiscord.Args{"pings": "mention"}),
		s.mara.T("bot.button.posts"), localdiscord.Args{"challenge": []string{s.ch.ID}, "hour": []string{"12"}})
	require.Contains(t, m.Content, "<#"+s.ch.ID+">")
	return s
}

func (s *solvers) challenge() store.Challenge {
	all := s.Settings()
	return all.Challenge
}

// posted waits for the puzzle of another day than one, and returns its message.
func (s *solvers) posted(after string) *localdiscord.Message {
	s.Eventually("a new puzzle is posted", func() bool {
		now := s.challenge().Now
		if now == nil || now.Day == after || s.ch.Last() == nil {
			return false
		}
		button := harness.Button(s.ch.Last(), s.Words.Say("bot.button.try_puzzle"))
		return button != nil && strings.HasSuffix(button.CustomID, now.Mark)
	})
	return s.ch.Last()
}

// solve has a player submit the best turn, or one by chance. The player has known the game or not.
func (s *solvers) solve(p *harness.Player, puzzle *localdiscord.Message, best, known bool) (done *localdiscord.Message) {
	panel := p.MustClick(puzzle, s.Words.Say("bot.button.try_puzzle"))
	require.Nil(s, harness.Button(panel, p.T("bot.button.hint")), "it would be the answer")
	s.CheckPictures(panel)
	now := s.challenge().Now
	if best {
		require.NoError(s, s.Store.ChangePreferences(s.Context(), p.UserID(), func(prefs *store.Preferences) error {
			prefs.Attempt.Moves = now.Best
			return nil
		}))
		panel = p.MustClick(puzzle, s.Words.Say("bot.button.try_puzzle"))
	} else {
		seen := p.TryUntil(s.ch, panel, func(m *localdiscord.Message) bool {
			return harness.Button(m, p.T("bot.button.submit_puzzle")) != nil
		})
		panel = seen[len(seen)-1]
	}
	beside := p.MustClick(puzzle, s.Words.Say("bot.button.try_puzzle"))
	done = p.MustClick(panel, p.T("bot.button.submit_puzzle"))
	require.Contains(s, done.Content, p.T("bot.challenge.tomorrow", "Known", known))
	require.Equal(s, done.Content, p.MustClick(beside, p.T("bot.button.submit_puzzle")).Content, "another device")
	return done
}

// answerOf returns the best turn of a puzzle as messages spell it.
func (s *solvers) answerOf(p *store.Puzzle) string {
	g, found := games.Find(p.Record.Game)
	require.True(s, found, "the game %q of the puzzle exists", p.Record.Game)
	var moves []string
	for _, line := range p.Best {
		m, err := g.ParseMove(line)
		require.NoError(s, err)
		moves = append(moves, "**"+sentences.Spelled(s.Words, &table.Table{Game: g}, m)+"**")
	}
	return strings.Join(moves, ", ")
}

func (s *solvers) all() (text string) {
	for _, m := range s.ch.Messages() {
		text += m.Content + "\n"
	}
	return text
}

// TestDaysOfChallenges solves key moments of a reviewed game, then positions of computers: by day
// for two days, in the long run for a week.
func TestDaysOfChallenges(t *testing.T) {
	days := longrun.Choose(2, 7)
	env, table, people := harness.OpenedGame(t, harness.Options{Seed: 91, Locale: "en-US"},
		localdiscord.Args{"game": "gardens"}, 2)
	require.NoError(t, env.At(table).PlayRandomMoves(people, 91, 60))
	resignAll(env, table, people)
	ana := env.NewPlayer("Eve", "en-US")
	rita := env.NewPlayer("Rita", "en-US") // knows the answer
	reviewedIn(env, rita, rita.MustCommand(table, "review", nil))
	own, err := reviewqueue.Stored(t.Context(), env.Store, env.At(table).ID())
	require.NoError(t, err)
	require.NotEmpty(t, own.Key)
	s := newSolvers(t, env)
	bo, day, marks := env.NewPlayer("Bo", "de"), "", map[string]bool{}
	var old *localdiscord.Message
	computers := false
	for i := range days {
		puzzle := s.posted(day)
		c := s.challenge()
		require.False(t, marks[c.Now.Mark], "no position comes twice")
		day, marks[c.Now.Mark] = c.Now.Day, true
		fromOwn := c.Now.Seed == uint64(env.At(table).ID())
		require.False(t, fromOwn && computers || i == 0 && !fromOwn, "own games come first")
		computers = !fromOwn
		require.Contains(t, puzzle.Content, "to play")
		require.NotRegexp(t, `\b(Ana|Bo|Eve)\b`, puzzle.Content+puzzle.Pictures()[0].Alt)
		env.CheckPictures(puzzle)
		if old != nil {
			bo.CheckRefused(bo.MustClick(old, env.Words.Say("bot.button.try_puzzle")), "puzzle_over")
			require.Contains(t, s.all(), s.answerOf(c.Last))
		}
		require.NotContains(t, s.all(), s.answerOf(c.Now), "it is told with the next")
		done := s.solve(ana, puzzle, true, false)
		require.Contains(t, done.Content, "★★★")
		if fromOwn { // computers also play other games
			s.solve(bo, puzzle, false, false)
			for _, knows := range []*harness.Player{rita, people[0]} {
				s.solve(knows, puzzle, true, true)
				require.NotContains(t, knows.MustClick(puzzle, knows.T("bot.button.puzzle_table")).Content, knows.Mention())
			}
			require.Len(t, s.challenge().Now.Solves, 4)
		}
		again := ana.MustClick(puzzle, ana.T("bot.button.try_puzzle"))
		require.Equal(t, done.Content, again.Content, "one turn counts")
		require.Nil(t, harness.Button(again, ana.T("bot.button.plan_back")))
		require.NotContains(t, again.Content, s.answerOf(c.Now))
		require.Contains(t, ana.MustClick(puzzle, ana.T("bot.button.puzzle_table")).Content, "1. "+ana.Mention())
		if old = puzzle; i == days/2 {
			env.Bot.RestartAfter(24 * time.Hour)
		} else {
			env.Clock.Forward(24 * time.Hour)
		}
	}
	s.posted(day)
	var told *localdiscord.Message
	for _, m := range s.ch.Messages() {
		if strings.Contains(m.Content, env.Words.Say("bot.challenge.streaks", "Names", fmt.Sprintf("%s (%d)", ana.Mention(), days))) {
			told = m
		}
	}
	require.NotNil(t, told, s.all())
	require.Len(t, s.ch.Messages(), 2*days+1, "each message once")
	env.CheckPictures(told)

	data := bo.MustCommand(s.ch, "me data", nil)
	_, kept := dataOf(t, bo, data)
	require.Contains(t, kept, `"challenge"`)
	bo.MustClick(bo.MustClick(data, bo.T("bot.button.erase")), bo.T("bot.button.erase_sure"))
	require.Len(t, s.challenge().Scores, 1)
	require.NotContains(t, ana.MustClick(s.ch.Last(), ana.T("bot.button.puzzle_table")).Content, bo.ID)
}
