package announce

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
)

// shown is a message that the fake Discord shows, in a channel or as a direct message.
type shown struct {
	discord.Posted
	channel  string
	mentions []string
	at       time.Time
}

// fakeDiscord keeps messages in memory, in the time of a synctest bubble.
type fakeDiscord struct {
	mu       sync.Mutex
	messages []*shown
	sent     int
	// asked lists what the bot has done, as "send", "direct", "edit", "retire" or "thread".
	asked []string
	down  bool
	// afterNext is called when the next message has been posted, and decides about the answer.
	afterNext        func() error
	refusing         map[string]bool // the users who accept no direct messages
	downAfterRefusal bool            // makes all requests fail after the next refused one
	onPost           func(*shown)
}

var errDown = &rest.Error{Route: "fake", Status: 502}

// epoch is where the times of Discord's IDs begin, in Unix milliseconds.
const epoch = 1420070400000

// nonceTime is how long the fake Discord remembers a nonce.
const nonceTime = 3 * time.Minute

func (d *fakeDiscord) set(change func(d *fakeDiscord)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change(d)
}

func (d *fakeDiscord) last(channel string) *shown {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range slices.Backward(d.messages) {
		if m.channel == channel {
			return m
		}
	}
	return nil
}

func (d *fakeDiscord) post(channel string, m *message.Message, nonce string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.down {
		return "", errDown
	}
	for _, old := range d.messages {
		if nonce != "" && old.Nonce == nonce && time.Since(old.at) < nonceTime {
			return old.ID, nil
		}
	}
	d.sent++
	at := time.Now()
	id := strconv.FormatInt((at.UnixMilli()-epoch)<<22+int64(d.sent), 10)
	p := &shown{
		Posted:  discord.Posted{ID: id, Nonce: nonce, Content: m.Content, Controls: controlsOf(m.Components)},
		channel: channel, mentions: slices.Clone(m.Mentions), at: at,
	}
	d.messages = append(d.messages, p)
	d.onPost(p)
	if after := d.afterNext; after != nil {
		d.afterNext = nil
		if err := after(); err != nil {
			return "", err
		}
	}
	return id, nil
}

func controlsOf(rows []discordgo.MessageComponent) (ids []string) {
	for _, row := range rows {
		for _, c := range row.(discordgo.ActionsRow).Components {
			if b, is := c.(discordgo.Button); is && b.CustomID != "" {
				ids = append(ids, b.CustomID)
			}
		}
	}
	return ids
}

func (d *fakeDiscord) Send(_ context.Context, channel string, m *message.Message, nonce string) (string, error) {
	d.note("send")
	return d.post(channel, m, nonce)
}

func (d *fakeDiscord) Direct(ctx context.Context, user string, m *message.Message, nonce string) (string, error) {
	channel, err := d.DirectChannel(ctx, user)
	if err != nil {
		return "", err
	}
	d.note("direct")
	return d.post(channel, m, nonce)
}

func (d *fakeDiscord) DirectChannel(_ context.Context, user string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.down:
		return "", errDown
	case d.refusing[user]:
		d.down, d.downAfterRefusal = d.downAfterRefusal, false
		return "", fmt.Errorf("fake: %w", errors.Join(rest.ErrNoDirect, rest.ErrPermanent))
	}
	return "@" + user, nil
}

func (d *fakeDiscord) FindPosted(
	_ context.Context, channel string, after uint64, fits func(discord.Posted) bool,
) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.down {
		return "", errDown
	}
	for _, m := range d.messages {
		id, _ := strconv.ParseUint(m.ID, 10, 64)
		listed := m.Posted
		listed.Nonce = "" // Discord is not documented to list it
		if m.channel == channel && id > after && fits(listed) {
			return m.ID, nil
		}
	}
	return "", nil
}

func (d *fakeDiscord) Edit(_ context.Context, _, id string, m *message.Message) error {
	d.note("edit")
	return d.change(id, func(was *shown) { was.Content = m.Content })
}

func (d *fakeDiscord) Retire(_ context.Context, _, id string) error {
	d.note("retire")
	return d.change(id, func(m *shown) { m.Controls = nil })
}

func (d *fakeDiscord) note(what string) {
	d.set(func(d *fakeDiscord) { d.asked = append(d.asked, what) })
}

func (d *fakeDiscord) change(id string, how func(*shown)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.down {
		return errDown
	}
	for _, m := range d.messages {
		if m.ID == id {
			how(m)
			return nil
		}
	}
	return fmt.Errorf("fake: %w", errors.Join(rest.ErrMessageGone, rest.ErrPermanent))
}

func (d *fakeDiscord) StartThread(context.Context, string, string, string, int) error {
	d.note("thread")
	return nil
}

func (d *fakeDiscord) Unarchive(context.Context, string) error { return nil }

func (d *fakeDiscord) StartPost(
	_ context.Context, forum, _ string, m *message.Message, _ int, _ discord.ChooseTags,
) (string, error) {
	d.note("open")
	return d.post(forum, m, "")
}

func (d *fakeDiscord) FindPost(
	ctx context.Context, _, forum string, after uint64, fits func(discord.Posted) bool,
) (string, error) {
	return d.FindPosted(ctx, forum, after, fits)
}

func (d *fakeDiscord) Retag(context.Context, string, discord.ChooseTags) error {
	d.note("tags")
	return nil
}

func (d *fakeDiscord) Seeing(_ context.Context, _, _ string, users []string, _ int) (seeing, gone []string, err error) {
	return users, nil, nil
}

func (d *fakeDiscord) TimedOut(context.Context, string, string) time.Time { return time.Time{} }
