package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

type Guilds struct {
	rest *rest.Client
}

// Sight is whether the bot sees a channel or thread.
type Sight uint8

const (
	Unknown Sight = iota // Discord knows no such channel, or does not tell a bot that cannot see it
	Hidden               // also a locked thread, unless the bot manages threads: nobody else writes there
	Visible
)

// Sight returns whether the bot sees a channel or thread. Errors are as for [Messages.Send].
// https://discord.com/developers/docs/resources/channel#get-channel
func (g *Guilds) Sight(ctx context.Context, channelID string) (Sight, error) {
	ch, err := channelOf(ctx, g.rest, channelID)
	switch {
	case errors.Is(err, rest.ErrChannelGone):
		return Unknown, nil
	case errors.Is(err, rest.ErrForbidden):
		return Hidden, nil
	case err == nil && isLocked(ch):
		manages, err := g.managesThreads(ctx, ch.GuildID)
		if !manages {
			return Hidden, err
		}
	}
	return Visible, err
}

func isLocked(ch *discordgo.Channel) bool {
	return ch.ThreadMetadata != nil && ch.ThreadMetadata.Locked
}

// managesThreads reports whether the roles of the bot let it manage the threads of a server.
func (g *Guilds) managesThreads(ctx context.Context, guildID string) (manages bool, err error) {
	q := rest.To(http.MethodGet, "/users/@me/guilds")
	q.Query = fmt.Sprintf("limit=1&after=%d", idNumber(guildID)-1)
	var mine []discordgo.UserGuild
	err = g.rest.Do(ctx, q, &mine)
	for _, on := range mine {
		const enough = discordgo.PermissionManageThreads | discordgo.PermissionAdministrator
		manages = manages || on.ID == guildID && on.Permissions&enough != 0
	}
	return manages, err
}

// FlagHidden marks a channel that the gateway tells of although the bot cannot see it, since 16
// November 2026. https://github.com/discord/discord-api-docs/pull/8454
const FlagHidden discordgo.ChannelFlags = 1 << 17

// Seen tells, by ID, whether the bot sees the channels and threads of a list. It leaves out locked
// threads, in which the bot may write or not.
func Seen(channels, threads []*discordgo.Channel) map[string]bool {
	seen := map[string]bool{}
	for _, ch := range append(slices.Clone(channels), threads...) {
		if !isLocked(ch) {
			seen[ch.ID] = ch.Flags&FlagHidden == 0
		}
	}
	return seen
}

// Seen is [Seen] for the channels of a server that the bot sees, and the active threads. Errors are
// as for [Messages.Send].
func (g *Guilds) Seen(ctx context.Context, guildID string) (map[string]bool, error) {
	var channels []*discordgo.Channel
	var active discordgo.ThreadsList
	err := g.rest.Do(ctx, rest.To(http.MethodGet, "/guilds/{guild}/channels", guildID), &channels)
	if err == nil {
		err = g.rest.Do(ctx, rest.To(http.MethodGet, "/guilds/{guild}/threads/active", guildID), &active)
	}
	return Seen(channels, active.Threads), err
}

// Around returns the channel of a thread, and any other channel, without a parent, itself. Nobody
// can post in a forum, so a post there counts as a channel. Errors are as for [Messages.Send].
func (g *Guilds) Around(ctx context.Context, channelID, parentID string) (string, error) {
	if idNumber(parentID) == 0 {
		return channelID, nil
	}
	parent, err := channelOf(ctx, g.rest, parentID)
	if err != nil || isForum(parent) {
		return channelID, err
	}
	return parentID, nil
}

// OnGuild reports whether the bot is on a server. Every server lets its members read it. Errors are
// as for [Messages.Send]. https://discord.com/developers/docs/resources/guild#get-guild
func (g *Guilds) OnGuild(ctx context.Context, guildID string) (bool, error) {
	err := g.rest.Do(ctx, rest.To(http.MethodGet, "/guilds/{guild}", guildID), nil)
	if errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrGone) {
		return false, nil
	}
	return err == nil, err
}

// IsMember reports whether a user is on a server. Errors are as for [Messages.Send].
func (g *Guilds) IsMember(ctx context.Context, guildID, userID string) (bool, error) {
	member, err := g.member(ctx, guildID, userID)
	return member != nil, err
}

// member returns nil for a user who is not on a server. It needs no intent. It is an error while
// much is to be sent. https://discord.com/developers/docs/resources/guild#get-guild-member
func (g *Guilds) member(ctx context.Context, guildID, userID string) (m *discordgo.Member, err error) {
	q := rest.To(http.MethodGet, "/guilds/{guild}/members/{user}", guildID, userID)
	q.Turn = rest.IfFree
	err = g.rest.Do(ctx, q, &m)
	if e, is := errors.AsType[*rest.Error](err); is &&
		(e.Code == discordgo.ErrCodeUnknownMember || e.Code == discordgo.ErrCodeUnknownUser) {
		return nil, nil
	}
	return m, err
}

// TimedOut returns when a member's last timeout on a server ends, the zero time if that is unknown.
func (g *Guilds) TimedOut(ctx context.Context, guildID, userID string) (until time.Time) {
	if m, err := g.member(ctx, guildID, userID); err == nil && m != nil && m.CommunicationDisabledUntil != nil {
		until = *m.CommunicationDisabledUntil
	}
	return until
}

// Rooms are the channels of a server and its active threads at one time. They tell who sees what.
type Rooms struct {
	state *discordgo.State
	guild string
	rules map[string]*discordgo.Channel // whose permissions count, by the IDs of channels and public threads
}

// Rooms asks Discord for the rooms of a server. Errors are as for [Messages.Send].
func (g *Guilds) Rooms(ctx context.Context, guildID string) (*Rooms, error) {
	return RoomsOf(ctx, g.rest, guildID)
}

func RoomsOf(ctx context.Context, c *rest.Client, guildID string) (*Rooms, error) {
	var guild discordgo.Guild
	var active discordgo.ThreadsList
	for path, result := range map[string]any{
		"/guilds/{guild}": &guild, "/guilds/{guild}/channels": &guild.Channels,
		"/guilds/{guild}/threads/active": &active,
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

// Permissions returns what a user with some roles may do in a channel or an active public thread.
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
		if id == ch.ID && ch.Type == discordgo.ChannelTypeGuildText &&
			r.Permissions(userID, roles, id)&permissions == permissions {
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
