package interaction

import (
	"context"
	"log/slog"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/session"
	"amytis/bot/text"
)

// Venue is where a game is to be played.
type Venue uint8

// The venues, as a set.
const (
	inChannel Venue = 1 << iota
	// InThread is a thread that exists already.
	InThread
	// InNewThread is a thread that is yet to be opened, below a note.
	InNewThread
	anywhere = inChannel | InThread | InNewThread
)

// Here is the venue of a game in the place that an interaction comes from.
func Here(ctx context.Context) Venue {
	if session.InThread(ctx) {
		return InThread
	}
	return inChannel
}

// needed are the permissions that the bot's own messages need, by venue.
var needed = []struct {
	bit    int64
	key    string
	venues Venue
}{
	{discordgo.PermissionViewChannel, "view", anywhere},
	{discordgo.PermissionSendMessages, "send", inChannel | InNewThread},
	{discordgo.PermissionCreatePublicThreads, "create_threads", InNewThread},
	{discordgo.PermissionSendMessagesInThreads, "send_in_threads", InThread | InNewThread},
	{discordgo.PermissionEmbedLinks, "embed", anywhere},
	{discordgo.PermissionAttachFiles, "attach", anywhere},
}

// lacking names the permissions that the bot lacks here to play at a venue.
func (r *Request) lacking(at Venue) []string {
	var names []string
	for _, p := range needed {
		if p.venues&at != 0 && r.Interaction.AppPermissions&(p.bit|discordgo.PermissionAdministrator) == 0 {
			names = append(names, r.Words.Say("bot.permission."+p.key))
		}
	}
	return names
}

// Missing says what the bot lacks to play at a venue, "" if nothing.
func (r *Request) Missing(at Venue) string {
	lacking := r.lacking(at)
	if len(lacking) == 0 {
		return ""
	}
	return r.Words.Say("bot.error.permissions", "Permissions", r.Words.List(lacking))
}

// caution adds to the answer to somebody who has acted why the channel may not hear of it yet.
func (r *Request) caution(ctx context.Context, m *session.Message) {
	if !r.acted {
		return
	}
	if missing := r.Missing(Here(ctx)); missing != "" {
		m.Content = strings.TrimSpace(text.Cut(m.Content, control.MaxLines) + "\n⚠️ " + missing)
	}
}

// CautionApart says the same where the answer is a public message.
func (r *Request) CautionApart(ctx context.Context) {
	m := &session.Message{}
	if r.caution(ctx, m); m.Content == "" {
		return
	}
	if _, err := r.Client.Followup(ctx, r.Interaction, m, true); err != nil {
		r.Log.Warn("telling of permissions", slog.Any("interaction", r.ID), slog.Any("err", err))
	}
}
