package interaction

import (
	"context"
	"log/slog"
	"strings"

	"amytis/bot/discord/message"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

// AddAway adds to a message about a table which players in turn are away, and whether the user is.
func AddAway(ctx context.Context, r *Request, m *message.Message, t *table.Table) {
	calendar, err := r.Tables.Calendar(ctx, t)
	if err != nil {
		r.Log.Error("reading who is away", slog.Any("err", err))
		return
	}
	now := r.Now().UnixMilli()
	lines := append([]string{m.Content}, sentences.AwayLines(r.Words, t, func(
		user table.UserID, after int64,
	) (begin, end int64) {
		if user == r.User {
			return 0, 0
		}
		return calendar.Absent(user, after)
	}, now)...)
	if begin, end := calendar.Absent(r.User, now); end != 0 && begin <= now {
		lines = append(lines, r.Words.Say("bot.away.you", "When", sentences.FixedTime(end)))
	}
	m.Content = strings.Join(lines, "\n")
}
