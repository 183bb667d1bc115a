package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

type Posted struct {
	ID string
	// Nonce is what Send was given, or "": Discord soon forgets nonces, and may not list them.
	Nonce     string
	Content   string
	Controls  []string // custom_ids
	HasThread bool     // a thread was opened under the message
}

const (
	clockError = 15 * time.Minute // how wrong this host's clock may be in a search for a message by its time
	// epoch is where the times of Discord's IDs begin, in Unix milliseconds.
	// https://discord.com/developers/docs/reference#snowflakes
	epoch = 1420070400000
)

// IDBefore returns an ID below the IDs of all messages since a time in Unix milliseconds.
func IDBefore(at int64) uint64 { return uint64(max(at-clockError.Milliseconds()-epoch, 0)) << 22 }

// commandMention matches a mention of a command with its ID.
var commandMention = regexp.MustCompile(`</([^:>]+):\d+>`)

var moment = regexp.MustCompile(`<t:\d+(:[a-zA-Z])?>`)

// Comparable returns a content with commands as they are typed, and without times: those change
// between two attempts to post a message.
func Comparable(content string) string {
	return moment.ReplaceAllString(commandMention.ReplaceAllString(content, "/$1"), "")
}

func FirstLine(content string) string {
	line, _, _ := strings.Cut(content, "\n")
	return line
}

// ErrUnreadable means that the bot may not read a channel's messages (Read Message History).
var ErrUnreadable = errors.New("discord: the messages of the channel cannot be read")

const (
	messagesPage = 100 // how many messages Discord lists at once
	maxPages     = 20
)

// FindPosted returns the ID of the first of the bot's messages in a channel that fits, or "". It
// reads at most 2,000 messages with IDs above after, oldest first. Errors are as for
// [Messages.Send], and [ErrUnreadable].
// https://discord.com/developers/docs/resources/message#get-channel-messages
func (ms *Messages) FindPosted(
	ctx context.Context, channelID string, after uint64, fits func(Posted) bool,
) (messageID string, err error) {
	self, err := ms.self.lookUp(ctx, ms.rest, ownUser)
	if err != nil {
		return "", err
	}
	var unreadable error // after an empty list of a channel that has messages
	for n := range maxPages {
		page, err := ms.messagesAfter(ctx, channelID, after)
		if err != nil {
			return "", err
		}
		for _, m := range page {
			if p := m.posted(); m.Author.ID == self && fits(p) {
				return p.ID, nil
			}
		}
		switch {
		case len(page) == 0 && unreadable != nil:
			return "", unreadable
		case n == 0 && len(page) == 0:
			unreadable = ms.checkReadable(ctx, channelID, after)
			if !errors.Is(unreadable, ErrUnreadable) {
				return "", unreadable
			}
			continue // they may have come since the list, even the message that is looked for
		case len(page) < messagesPage:
			return "", nil
		}
		after = idNumber(page[len(page)-1].ID)
	}
	return "", nil
}

type listedMessage struct {
	ID         string                 `json:"id"`
	Author     rest.Object            `json:"author"`
	Nonce      any                    `json:"nonce"` // text or a number
	Content    string                 `json:"content"`
	Components []message.Component    `json:"components"`
	Flags      discordgo.MessageFlags `json:"flags"`
	Thread     *struct{}              `json:"thread"`
}

func (m *listedMessage) posted() Posted {
	nonce, _ := m.Nonce.(string) // the bot sends no numbers
	return Posted{
		ID: m.ID, Nonce: nonce, Content: m.Content, Controls: message.ControlIDs(m.Components),
		HasThread: m.Thread != nil || m.Flags&discordgo.MessageFlagsHasThread != 0,
	}
}

// messagesAfter has the oldest first.
func (ms *Messages) messagesAfter(ctx context.Context, channelID string, after uint64) ([]listedMessage, error) {
	q := rest.To(http.MethodGet, "/channels/{channel}/messages", channelID)
	q.Query = fmt.Sprintf("after=%d&limit=%d", after, messagesPage)
	var page []listedMessage
	err := ms.rest.Do(ctx, q, &page)
	if errors.Is(err, rest.ErrForbidden) {
		return nil, errors.Join(ErrUnreadable, err)
	}
	slices.Reverse(page) // Discord lists the newest first
	return page, err
}

// checkReadable returns ErrUnreadable if a channel has messages after an ID: Discord listed none.
func (ms *Messages) checkReadable(ctx context.Context, channelID string, after uint64) error {
	c, err := channelOf(ctx, ms.rest, channelID)
	if err == nil && idNumber(c.LastMessageID) > after {
		return ErrUnreadable
	}
	return err
}

// idNumber returns 0 for a text that is no ID.
func idNumber(id string) uint64 {
	n, _ := strconv.ParseUint(id, 10, 64)
	return n
}
