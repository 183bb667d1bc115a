package bot

import (
	"context"
	"strings"

	"amytis/bot/session"
	"amytis/bot/text"

	"github.com/bwmarrin/discordgo"
)

// venue is where a game is to be played.
type venue uint8

// The venues, as a set.
const (
	inChannel venue = 1 << iota
	inThread
	// inNewThread is a thread that is yet to be opened, below a note.
	inNewThread
	anywhere = inChannel | inThread | inNewThread
)

// needed are the permissions that the bot's own messages need, by venue.
var needed = []struct {
	bit    int64
	key    string
	venues venue
}{
	{discordgo.PermissionViewChannel, "view", anywhere},
	{discordgo.PermissionSendMessages, "send", inChannel | inNewThread},
	{discordgo.PermissionCreatePublicThreads, "create_threads", inNewThread},
	{discordgo.PermissionSendMessagesInThreads, "send_in_threads", inThread | inNewThread},
	{discordgo.PermissionEmbedLinks, "embed", anywhere},
	{discordgo.PermissionAttachFiles, "attach", anywhere},
}

// lacking names the permissions that the bot lacks here to play at a venue.
func (r *request) lacking(at venue) []string {
	var names []string
	for _, p := range needed {
		if p.venues&at != 0 && r.i.AppPermissions&(p.bit|discordgo.PermissionAdministrator) == 0 {
			names = append(names, r.words.Say("bot.permission."+p.key))
		}
	}
	return names
}

// missing says what the bot lacks to play at a venue, "" if nothing.
func (r *request) missing(at venue) string {
	lacking := r.lacking(at)
	if len(lacking) == 0 {
		return ""
	}
	return r.words.Say("bot.error.permissions", "Permissions", r.words.List(lacking))
}

// caution adds to the answer to somebody who has acted why the channel may not
// hear of it yet.
func (r *request) caution(ctx context.Context, m *session.Message) {
	if !r.acted {
		return
	}
	if missing := r.missing(here(ctx)); missing != "" {
		m.Content = strings.TrimSpace(text.Cut(m.Content, maxLines) + "\n⚠️ " + missing)
	}
}

// cautionApart says the same where the answer is a public message.
func (r *request) cautionApart(ctx context.Context) {
	m := &session.Message{}
	if r.caution(ctx, m); m.Content == "" {
		return
	}
	if _, err := r.client.Followup(ctx, r.i, m, true); err != nil {
		r.log.Warn("telling of permissions", "interaction", r.id, "err", err)
	}
}

// here is the venue of a game in the place that an interaction comes from.
func here(ctx context.Context) venue {
	if session.InThread(ctx) {
		return inThread
	}
	return inChannel
}
