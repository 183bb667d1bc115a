package challenge

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine/table"
	"amytis/store"
)

// playOn begins a puzzle on a day.
func playOn(c *store.Challenge, day string) {
	c.Next = &store.Puzzle{Mark: "m" + day[6:7] + day[8:] + "x"}
	BeginDay(c, day)
}

func TestStarsAddUpByMonthAndInARow(t *testing.T) {
	var c store.Challenge
	score := func() store.ChallengeScore { return c.Scores[len(c.Scores)-1] }
	for i, step := range []struct {
		day                              string
		stars                            int // -1 for no turn
		wantStars, wantDays, wantStreaks int
	}{
		{"2026-11-28", 3, 3, 1, 1}, {"2026-11-29", 1, 4, 2, 2}, {"2026-11-30", 0, 4, 3, 0}, {"2026-12-01", 2, 2, 1, 1},
		{"2026-12-03", 3, 5, 2, 2}, {"2026-12-04", -1, 5, 2, 2}, {"2026-12-05", 3, 8, 3, 1},
	} {
		playOn(&c, step.day)
		if step.stars >= 0 {
			require.True(t, Submit(&c, store.Solve{User: 5, Stars: step.stars}), "%+v", step)
			require.False(t, Submit(&c, store.Solve{User: 5, Stars: 3}), "a second turn")
		}
		s := score()
		require.Equal(t, []int{step.wantStars, step.wantDays, step.wantStreaks}, []int{s.Stars, s.Days, s.Streak}, i)
	}
	playOn(&c, "2027-01-01")
	require.Len(t, c.Scores, 1, "the last message of December shows it")
	playOn(&c, "2027-02-01")
	require.Empty(t, c.Scores)
}

func TestInvitesLeaveTheChallengeAlone(t *testing.T) {
	var s store.Settings
	playOn(&s.Challenge, "2026-11-28")
	Submit(&s.Challenge, store.Solve{User: 5, Stars: 3})
	for _, wants := range []bool{true, true, false} {
		require.True(t, s.Invite(5, wants), "wants %v", wants)
		require.Equal(t, wants, len(s.Invited) == 1)
	}
	require.Len(t, s.Challenge.Scores, 1)
	require.Len(t, s.Challenge.Now.Solves, 1)
}

// TestChallengesStaySmallAndForgetPeople plays years with random solvers.
func TestChallengesStaySmallAndForgetPeople(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c store.Challenge
		day := 0
		for range rapid.IntRange(1, 800).Draw(t, "days") {
			day++
			c.Next = &store.Puzzle{Mark: fmt.Sprintf("%05d", day)}
			BeginDay(&c, fmt.Sprintf("%04d-%02d-%02d", 2026+day/336, 1+day/28%12, 1+day%28))
			if user := rapid.IntRange(0, 3).Draw(t, "user"); user > 0 {
				Submit(&c, store.Solve{User: table.UserID(1e6 + user), Stars: user})
			}
		}
		require.Contains(t, c.Used, fmt.Sprintf("%05d", day))
		require.Equal(t, day <= yearLen, slices.Contains(c.Used, "00001"), "for a year")
		s := store.Settings{Challenge: c}
		for user := range 4 {
			s.Forget(table.UserID(1e6 + user))
		}
		text, err := json.Marshal(s)
		require.NoError(t, err)
		require.NotContains(t, string(text), "100000")
		require.LessOrEqual(t, len(text), 3600)
	})
}
