package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

type Messages struct {
	rest    *rest.Client
	rewrite message.Rewriter
	self    ownID // of the bot's user

	directs simplelru.LRUCache[string, string] // the channels for direct messages, by their users
	refused simplelru.LRUCache[string, bool]   // those for which Discord has refused the last message
	paused  atomic.Pointer[time.Time]          // until when the bot opens no such channel, nil for no pause
}

func newMessages(r *rest.Client, rewrite message.Rewriter) *Messages {
	directs, _ := lru.New[string, string](maxDirectChannels) // both fail only for a size of 0
	refused, _ := lru.New[string, bool](maxDirectChannels)
	return &Messages{rest: r, rewrite: rewrite, directs: directs, refused: refused}
}

const maxNonce = 25

// Send posts a message in a channel or thread and returns its ID. A nonce of at most 25 characters
// identifies the message: for a few minutes, Discord turns a second Send with it into the first
// one. Send waits for its turn in the rate limits but does not retry. The error is an [rest.Error],
// either [rest.ErrTemporary] (see [rest.RetryAfter]) or [rest.ErrPermanent].
func (ms *Messages) Send(ctx context.Context, channelID string, m *message.Message, nonce string) (messageID string, err error) {
	if len(nonce) > maxNonce {
		return "", fmt.Errorf("discord: nonce %q is longer than %d characters", nonce, maxNonce)
	}
	create := ms.rewrite.Message(m).Create()
	create.Nonce, create.EnforceNonce = nonce, nonce != ""
	body, err := message.Encode(create, m.Files)
	if err != nil {
		return "", err
	}
	q := rest.To(http.MethodPost, "/channels/{channel}/messages", channelID)
	q.Body = body
	q.Repeatable = nonce != ""
	var made rest.Object
	err = ms.rest.Do(ctx, q, &made)
	ms.noteSent(channelID, err)
	return made.ID, err
}

// Edit changes a message of the bot. [message.Message] says which fields an edit leaves unchanged.
// Errors are as for [Messages.Send], and [rest.ErrTooManyEdits].
func (ms *Messages) Edit(ctx context.Context, channelID, messageID string, m *message.Message) error {
	return ms.edit(ctx, "", channelID, messageID, m, nil)
}

// edit decodes the message after it into edited, unless that is nil.
func (ms *Messages) edit(ctx context.Context, bucket, channelID, messageID string, m *message.Message, edited any) error {
	body, err := message.Encode(ms.rewrite.Message(m).Edit(), m.Files)
	if err != nil {
		return err
	}
	q := rest.To(http.MethodPatch, "/channels/{channel}/messages/{message}", channelID, messageID)
	q.Body, q.Bucket = body, bucket
	return ms.rest.Do(ctx, q, edited)
}

// Retire removes the buttons and menus of a message of the bot, then its embeds if it has a content
// too. It has a lane of its own, so a slow one delays no [Messages.Edit] in the channel. It returns
// errors as [Messages.Send] does, and [rest.ErrTooManyEdits].
func (ms *Messages) Retire(ctx context.Context, channelID, messageID string) error {
	bucket := "strip " + channelID
	var edited struct {
		Content string            `json:"content"`
		Embeds  []json.RawMessage `json:"embeds"`
	}
	m := &message.Message{Components: message.NoComponents, KeepAttachments: true}
	err := ms.edit(ctx, bucket, channelID, messageID, m, &edited)
	if err != nil || edited.Content == "" || len(edited.Embeds) == 0 {
		return err
	}
	m = &message.Message{Embeds: []*discordgo.MessageEmbed{}, KeepAttachments: true}
	return ms.edit(ctx, bucket, channelID, messageID, m, nil)
}

// Delete takes a missing message for deleted. Errors are as for [Messages.Send].
func (ms *Messages) Delete(ctx context.Context, channelID, messageID string) error {
	err := ms.rest.Do(ctx, rest.To(http.MethodDelete, "/channels/{channel}/messages/{message}", channelID, messageID), nil)
	if errors.Is(err, rest.ErrGone) {
		return nil
	}
	return err
}

// StartThread opens the public thread of a message, unless it exists; its ID is the message's. The
// name has 1 to 100 characters. autoArchiveMinutes is the silence after which the thread is
// archived: 60, 1,440, 4,320 or 10,080. Errors are as for [Messages.Send].
// https://discord.com/developers/docs/resources/channel#start-thread-from-message
func (ms *Messages) StartThread(ctx context.Context, channelID, messageID, name string, autoArchiveMinutes int) error {
	q := rest.To(http.MethodPost, "/channels/{channel}/messages/{message}/threads", channelID, messageID)
	q.JSON = map[string]any{"name": name, "auto_archive_duration": autoArchiveMinutes}
	q.Repeatable = true // a message has one thread
	err := ms.rest.Do(ctx, q, nil)
	if e, is := errors.AsType[*rest.Error](err); is && e.Code == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil
	}
	return err
}

// Unarchive reopens a thread, so that messages can be sent there again. Without the permission that
// a locked one needs, the error is [rest.ErrForbidden]. Errors are as for [Messages.Send].
func (ms *Messages) Unarchive(ctx context.Context, threadID string) error {
	return ms.editThread(ctx, threadID, map[string]any{"archived": false})
}

// ChooseTags returns the IDs of the offered tags that a post gets. applied are its present ones.
type ChooseTags func(offered []discordgo.ForumTag, applied []string) []string

// Forum returns a forum, nil for any other channel and for "". Errors are as for [Messages.Send].
func (ms *Messages) Forum(ctx context.Context, channelID string) (*discordgo.Channel, error) {
	if channelID == "" {
		return nil, nil
	}
	c, err := channelOf(ctx, ms.rest, channelID)
	if err != nil || !isForum(c) {
		return nil, err
	}
	return c, nil
}

func isForum(c *discordgo.Channel) bool {
	return c.Type == discordgo.ChannelTypeGuildForum || c.Type == discordgo.ChannelTypeGuildMedia
}

func channelOf(ctx context.Context, r *rest.Client, channelID string) (*discordgo.Channel, error) {
	c := &discordgo.Channel{}
	return c, r.Do(ctx, rest.To(http.MethodGet, "/channels/{channel}", channelID), c)
}

// CheckGuild refuses a channel or thread of another server like one that is deleted.
func (ms *Messages) CheckGuild(ctx context.Context, channelID, guildID string) error {
	c, err := channelOf(ctx, ms.rest, channelID)
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
	forum, err := channelOf(ctx, ms.rest, forumID)
	if err != nil {
		return "", err
	}
	q := rest.To(http.MethodPost, "/channels/{channel}/threads", forumID)
	q.JSON = map[string]any{"name": name, "auto_archive_duration": autoArchiveMinutes,
		"message": ms.rewrite.Message(m).Create(), "applied_tags": choose(forum.AvailableTags, nil)}
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
	post, err := channelOf(ctx, ms.rest, postID)
	if err != nil {
		return err
	}
	forum, err := channelOf(ctx, ms.rest, post.ParentID)
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
