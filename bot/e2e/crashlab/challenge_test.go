package crashlab_test

import (
	"encoding/json"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/background/challenge"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// giveChallenge gives a guild yesterday's challenge, which somebody has solved, and one that is
// ready for today. So its channel is to be told an answer and a puzzle.
func (l *lab) giveChallenge(guild *localdiscord.Guild, solver *harness.Player) {
	l.Helper()
	db, err := bolt.Open(l.StorePath, bolt.Options{Program: "test", Replay: tables.Verify})
	require.NoError(l, err)
	defer func() { require.NoError(l, db.Close()) }()
	ch := guild.AddChannel("puzzles")
	l.puzzles = append(l.puzzles, ch)
	puzzle := func(mark string) *store.Puzzle {
		seat := map[string]any{"name": ""}
		return &store.Puzzle{Mark: mark, Seat: 1, Best: []string{"1 tower m14.1 n"}, Total: 9, Lost: 5, Record: &engine.Record{
			Format: engine.RecordFormat, Game: "towers", Seats: []map[string]any{seat, seat, seat}, Setup: json.RawMessage("{}"),
		}}
	}
	now := time.Now().UTC()
	require.NoError(l, db.ChangeSettings(l.Context(), table.GuildID(harness.Snowflake(guild.ID)), func(s *store.Settings) error {
		c := &s.Challenge
		*c = store.Challenge{Channel: table.ChannelID(harness.Snowflake(ch.ID)), Hour: now.Hour(), Next: puzzle("aaaaa")}
		challenge.BeginDay(c, now.AddDate(0, 0, -1).Format(time.DateOnly))
		challenge.Submit(c, store.Solve{User: solver.UserID(), Stars: challenge.MaxStars})
		c.Next = puzzle("bbbbb")
		return nil
	}))
}

// checkChallenges checks that no guild was told an answer or a puzzle twice.
func (l *lab) checkChallenges() {
	l.Helper()
	for _, ch := range l.puzzles {
		seen := map[string]bool{}
		for _, m := range ch.Messages() {
			line := harness.FirstLine(m.Content)
			require.False(l, seen[line], "told twice: %s", line)
			seen[line] = true
		}
	}
}
