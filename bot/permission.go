package bot

import "github.com/bwmarrin/discordgo"

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
			names = append(names, r.say("bot.permission."+p.key))
		}
	}
	return names
}
