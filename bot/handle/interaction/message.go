package interaction

import (
	"context"
	"log/slog"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
)

// TextView is the view of /board in words: the whole position, the chosen player's things first.
const TextView = "text"

// AttachBoard adds a table's picture to a message that only the user sees, which has its controls;
// see pictures.Drawer.Attach. For a user who wants the position as text, the alt text is short, and
// the last button answers with the rest.
func (r *Request) AttachBoard(
	ctx context.Context, m *message.Message, id table.ID, t *table.Table, want pictures.Request,
) error {
	want.Brief = r.Prefers(ctx).Text
	if err := r.Pictures.Attach(ctx, r.Words, m, id, t, want); err != nil {
		return err
	}
	m.Embeds = []*discordgo.MessageEmbed{} // panels used to have the text
	if want.Brief {
		board := control.At(control.Boards, id, t, TextView)
		AddButton(m, control.Button(r.Words, "bot.textboard.view", discordgo.SecondaryButton, board))
	}
	return nil
}

// AddAway adds to a message about a table which players in turn are away, and whether the user is.
func (r *Request) AddAway(ctx context.Context, m *message.Message, t *table.Table) {
	calendar, err := r.Tables.Calendar(ctx, t)
	if err != nil {
		r.Log.Error("reading who is away", slog.Any("err", err))
		return
	}
	now := r.Now().UnixMilli()
	others := func(user table.UserID, after int64) (begin, end int64) {
		if user == r.User {
			return 0, 0
		}
		return calendar.Absent(user, after)
	}
	lines := append([]string{m.Content}, sentences.AwayLines(r.Words, t, others, now)...)
	if begin, end := calendar.Absent(r.User, now); end != 0 && begin <= now {
		lines = append(lines, r.Words.Say("bot.away.you", "When", sentences.FixedTime(end)))
	}
	m.Content = strings.Join(lines, "\n")
}

// PlayOn returns the button that begins a sandbox at an earlier position of an ended game. It
// returns none if that is not possible. how is "", or "!" for a sandbox of one turn.
func PlayOn(w *text.Words, key string, s tables.Loaded, at *table.Table, how string) []discordgo.MessageComponent {
	if MayPlayOn(s.Table) != nil || at.State.Turn() == 0 {
		return nil
	}
	c := control.At(control.PlayOn, s.ID, s.Table, strconv.Itoa(len(at.Moves))+how)
	return []discordgo.MessageComponent{control.Button(w, key, discordgo.SecondaryButton, c)}
}
