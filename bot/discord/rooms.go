package discord

import (
	"context"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

// Rooms are the channels of a server and its active threads, as they were at one time. They tell
// who sees what.
type Rooms struct {
	state *discordgo.State
	guild string
	// rules has the channel whose permissions count, by the IDs of channels and public threads.
	rules map[string]*discordgo.Channel
}

// Rooms asks Discord for the rooms of a server. Errors are as for [Messages.Send].
func (g *Guilds) Rooms(ctx context.Context, guildID string) (*Rooms, error) {
	return RoomsOf(ctx, g.rest, guildID)
}

func RoomsOf(ctx context.Context, c *rest.Client, guildID string) (*Rooms, error) {
	var guild discordgo.Guild
	var active discordgo.ThreadsList
	for path, result := range map[string]any{
		"/guilds/{guild}": &guild, "/guilds/{guild}/channels": &guild.Channels, "/guilds/{guild}/threads/active": &active,
	} {
		if err := c.Do(ctx, rest.To(http.MethodGet, path, guildID), result); err != nil {
			return nil, err
		}
	}
	r := &Rooms{state: discordgo.NewState(), guild: guildID, rules: map[string]*discordgo.Channel{}}
	for _, ch := range guild.Channels {
		ch.GuildID = guildID
		r.rules[ch.ID] = ch
	}
	for _, thread := range active.Threads {
		if parent := r.rules[thread.ParentID]; parent != nil && thread.Type != discordgo.ChannelTypeGuildPrivateThread {
			r.rules[thread.ID] = parent
		}
	}
	return r, r.state.GuildAdd(&guild)
}

// Has reports whether the server has a role, or a channel or active public thread that the bot
// sees. Nothing is known to be missing in nil Rooms.
func (r *Rooms) Has(id fmt.Stringer) bool {
	if r == nil {
		return true
	}
	_, err := r.state.Role(r.guild, id.String())
	return err == nil || r.rules[id.String()] != nil
}

// Permissions returns what a user with some roles may do in a channel or an active public thread, 0
// for nothing.
func (r *Rooms) Permissions(userID string, roles []string, channelID string) (may int64) {
	ch := r.rules[channelID]
	m := &discordgo.Member{GuildID: r.guild, User: &discordgo.User{ID: userID}, Roles: roles}
	if ch != nil && r.state.MemberAdd(m) == nil {
		may, _ = r.state.UserChannelPermissions(userID, ch.ID)
	}
	return may
}

// Sees reports whether a user with some roles sees a channel or an active public thread.
func (r *Rooms) Sees(userID string, roles []string, channelID string) bool {
	return r.Permissions(userID, roles, channelID)&discordgo.PermissionViewChannel != 0
}

// CanUseText reports whether a user with some roles has all these permissions in a text channel.
func (r *Rooms) CanUseText(userID string, roles []string, permissions int64) bool {
	for id, ch := range r.rules {
		if id == ch.ID && ch.Type == discordgo.ChannelTypeGuildText && r.Permissions(userID, roles, id)&permissions == permissions {
			return true
		}
	}
	return false
}

// OpenTo reports whether all who see one channel see another one too, as far as what the channels
// themselves allow and deny tells: it may be false for less.
func (r *Rooms) OpenTo(readers, channelID string) bool {
	const view = discordgo.PermissionViewChannel
	from, to := r.rules[readers], r.rules[channelID]
	everyone, err := r.state.Role(r.guild, r.guild)
	if from == nil || to == nil || err != nil {
		return false
	}
	open := true
	all := everyone.Permissions&view != 0
	for _, o := range to.PermissionOverwrites {
		open = open && (o.Deny&view == 0 || ruleOf(from, o.ID).Deny&view != 0)
		all = all && o.Deny&view == 0
	}
	for _, o := range from.PermissionOverwrites {
		open = open && (o.Allow&view == 0 || ruleOf(to, o.ID).Allow&view != 0)
	}
	return open || all
}

// ruleOf returns what a channel allows and denies a role or a member.
func ruleOf(ch *discordgo.Channel, id string) (rule discordgo.PermissionOverwrite) {
	for _, o := range ch.PermissionOverwrites {
		if o.ID == id {
			rule = *o
		}
	}
	return rule
}

// Seeing returns the first of some users, at most a number, who are on a server and see a channel.
// It asks Discord for each, but no more than three times that number. gone are those who have left.
func (g *Guilds) Seeing(
	ctx context.Context, guildID, channelID string, userIDs []string, most int,
) (seeing, gone []string, err error) {
	r, err := g.Rooms(ctx, guildID)
	for _, user := range userIDs[:min(len(userIDs), 3*most)] {
		if err != nil || len(seeing) == most {
			break
		}
		var m *discordgo.Member
		switch m, err = g.member(ctx, guildID, user); {
		case err != nil:
		case m == nil:
			gone = append(gone, user)
		case r.Sees(user, m.Roles, channelID):
			seeing = append(seeing, user)
		}
	}
	return seeing, gone, err
}
