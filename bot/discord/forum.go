package discord

import (
	"context"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

// ChooseTags returns the IDs of the tags for a post, of those that its forum offers. applied are
// those that it has.
type ChooseTags func(offered []discordgo.ForumTag, applied []string) []string

// Forum returns the forum with an ID, nil for any other channel and for "". Errors are as for
// [Messages.Send].
func (ms *Messages) Forum(ctx context.Context, channelID string) (*discordgo.Channel, error) {
	if channelID == "" {
		return nil, nil
	}
	c, err := ms.channel(ctx, channelID)
	if err != nil || c.Type != discordgo.ChannelTypeGuildForum && c.Type != discordgo.ChannelTypeGuildMedia {
		return nil, err
	}
	return c, nil
}

func (ms *Messages) channel(ctx context.Context, channelID string) (*discordgo.Channel, error) {
	c := &discordgo.Channel{}
	return c, ms.rest.Do(ctx, rest.To(http.MethodGet, "/channels/{channel}", channelID), c)
}

// CheckGuild refuses a channel or thread of another server like one that is deleted.
func (ms *Messages) CheckGuild(ctx context.Context, channelID, guildID string) error {
	c, err := ms.channel(ctx, channelID)
	if err == nil && c.GuildID != guildID {
		err = &rest.Error{Status: http.StatusNotFound, Code: discordgo.ErrCodeUnknownChannel}
	}
	return err
}

// StartPost opens a post in a forum with a first message, whose ID is the post's. Discord opens
// another one if it is repeated; see [Messages.FindPost]. Errors are as for [Messages.Send].
// https://discord.com/developers/docs/resources/channel#start-thread-in-forum-or-media-channel
func (ms *Messages) StartPost(
	ctx context.Context, forumID, name string, m *message.Message, autoArchiveMinutes int, choose ChooseTags,
) (postID string, err error) {
	forum, err := ms.channel(ctx, forumID)
	if err != nil {
		return "", err
	}
	q := rest.To(http.MethodPost, "/channels/{channel}/threads", forumID)
	q.JSON = map[string]any{"name": name, "auto_archive_duration": autoArchiveMinutes, "message": ms.rewrite.Message(m).Create(),
		"applied_tags": choose(forum.AvailableTags, nil)}
	var made rest.Object
	err = ms.rest.Do(ctx, q, &made)
	return made.ID, err
}

// FindPost is [Messages.FindPosted] for the active posts of a forum.
// https://discord.com/developers/docs/resources/guild#list-active-guild-threads
func (ms *Messages) FindPost(
	ctx context.Context, guildID, forumID string, after uint64, fits func(Posted) bool,
) (postID string, err error) {
	var active discordgo.ThreadsList
	err = ms.rest.Do(ctx, rest.To(http.MethodGet, "/guilds/{guild}/threads/active", guildID), &active)
	for _, post := range active.Threads {
		if id := idNumber(post.ID); err == nil && postID == "" && post.ParentID == forumID && id > after {
			postID, err = ms.FindPosted(ctx, post.ID, id-1, fits)
		}
	}
	return postID, err
}

// Retag changes the tags of a post of the bot, and reopens it. Errors are as for [Messages.Send].
func (ms *Messages) Retag(ctx context.Context, postID string, choose ChooseTags) error {
	post, err := ms.channel(ctx, postID)
	if err != nil {
		return err
	}
	forum, err := ms.channel(ctx, post.ParentID)
	if err != nil {
		return err
	}
	tags := choose(forum.AvailableTags, post.AppliedTags)
	if slices.Equal(slices.Sorted(slices.Values(tags)), slices.Sorted(slices.Values(post.AppliedTags))) {
		return nil
	}
	return ms.editThread(ctx, postID, map[string]any{"archived": false, "applied_tags": tags})
}

func (ms *Messages) editThread(ctx context.Context, threadID string, fields map[string]any) error {
	q := rest.To(http.MethodPatch, "/channels/{channel}", threadID)
	q.JSON = fields
	return ms.rest.Do(ctx, q, nil)
}
