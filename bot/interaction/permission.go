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

// Venue is a kind of place for a game, or a set of such kinds.
type Venue uint8

// The venues. They are bits of a set.
const (
	inChannel Venue = 1 << iota
	// InThread is an existing thread.
	InThread
	// InNewThread is a thread that the bot opens below a note.
	InNewThread
	anywhere = inChannel | InThread | InNewThread
)

// Here returns the venue that the interaction comes from: a channel or an existing thread.
func Here(ctx context.Context) Venue {
	if session.InThread(ctx) {
		return InThread
	}
	return inChannel
}

// needed lists the permissions that the bot needs for its messages, with their venues.
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

// missingPermissions returns the names of the permissions that the bot needs at a venue but lacks.
func (r *Request) missingPermissions(at Venue) []string {
	var names []string
	for _, p := range needed {
		if p.venues&at != 0 && r.Interaction.AppPermissions&(p.bit|discordgo.PermissionAdministrator) == 0 {
			names = append(names, r.Words.Say("bot.permission."+p.key))
		}
	}
	return names
}

// Missing returns a text about the permissions that the bot needs at a venue but lacks, "" if it
// has all.
func (r *Request) Missing(at Venue) string {
	missing := r.missingPermissions(at)
	if len(missing) == 0 {
		return ""
	}
	return r.Words.Say("bot.error.permissions", "Permissions", r.Words.List(missing))
}

// addWarning adds a warning to the answer if the request changed a table but the bot lacks the
// permissions to announce it in the channel.
func (r *Request) addWarning(ctx context.Context, m *session.Message) {
	if !r.acted {
		return
	}
	if missing := r.Missing(Here(ctx)); missing != "" {
		m.Content = strings.TrimSpace(text.Cut(m.Content, control.MaxLines) + "\n⚠️ " + missing)
	}
}

// WarnSeparately sends the warning about missing permissions, if any, as an ephemeral message after
// a public answer.
func (r *Request) WarnSeparately(ctx context.Context) {
	m := &session.Message{}
	if r.addWarning(ctx, m); m.Content == "" {
		return
	}
	if _, err := r.Client.Followup(ctx, r.Interaction, m, true); err != nil {
		r.Log.Warn("warning about missing permissions", slog.Any("interaction", r.ID), slog.Any("err", err))
	}
}
