// Package announce sends the messages of the store's outbox to Discord. It keeps the order of the
// games of a channel, and retries until Discord has a message. Package posts writes the messages.
package announce

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"amytis/bot/discord"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
)

// Announcer sends the entries of the outbox. One that fails stays there and is retried.
type Announcer struct {
	Options
	slots  chan struct{} // a value for each entry that is being sent
	poster poster

	mu       sync.Mutex
	queues   map[queueKey]*queue
	taken    map[uint64]*entry      // those that this process has taken and not settled, by Seq
	settled  map[uint64]bool        // those settled since it last began to read new ones
	progress time.Time              // when an entry was last settled
	failed   int                    // temporary failures since the last success, in all channels
	guilds   map[table.GuildID]bool // the servers with announcements so far
}

// Options is what an Announcer needs. All fields but Retry and Beat are required.
type Options struct {
	Messages  Messages
	Guilds    Guilds
	Store     store.Store
	Tables    *tables.Tables
	Languages *sentences.Languages
	Writer    *posts.Writer
	Log       *slog.Logger
	Now       func() time.Time
	// Retry is the pause before the first retry of an entry; 0 is a second. Each failure doubles it
	// up to five minutes, or to two seconds if the store failed.
	Retry time.Duration
	// Beat is the minimum time between two edits of a live game's message, and between a change on
	// a server and the retry that it causes; 0 is two seconds.
	Beat time.Duration
}

type Messages interface {
	Send(ctx context.Context, channelID string, m *message.Message, nonce string) (messageID string, err error)
	Direct(ctx context.Context, userID string, m *message.Message, nonce string) (messageID string, err error)
	DirectChannel(ctx context.Context, userID string) (channelID string, err error)
	Edit(ctx context.Context, channelID, messageID string, m *message.Message) error
	Retire(ctx context.Context, channelID, messageID string) error
	FindPosted(
		ctx context.Context, channelID string, after uint64, fits func(discord.Posted) bool,
	) (messageID string, err error)
	StartThread(ctx context.Context, channelID, messageID, name string, autoArchiveMinutes int) error
	Unarchive(ctx context.Context, threadID string) error
	StartPost(
		ctx context.Context, forumID, name string, m *message.Message, autoArchiveMinutes int, choose discord.ChooseTags,
	) (postID string, err error)
	FindPost(
		ctx context.Context, guildID, forumID string, after uint64, fits func(discord.Posted) bool,
	) (postID string, err error)
	Retag(ctx context.Context, postID string, choose discord.ChooseTags) error
}

type Guilds interface {
	TimedOut(ctx context.Context, guildID, userID string) (until time.Time)
	Seeing(
		ctx context.Context, guildID, channelID string, userIDs []string, most int,
	) (seeing, gone []string, err error)
}

const (
	announceAtOnce = 8 // limits the entries sent at the same time
	defaultRetry   = time.Second
	retryMax       = 5 * time.Minute
	storeRetryMax  = 2 * time.Second // short because a retry of the store costs nobody anything
	defaultBeat    = 2 * time.Second
	// outageAfter is how many failures in a row count as an outage, after which a success wakes all
	// queues. After fewer it would retry a message that always fails for ever.
	outageAfter = 3
	// hopelessAfter is after how long a failure is the message's own fault, not an outage.
	hopelessAfter = 24 * time.Hour
)

func New(o Options) *Announcer {
	o.Retry, o.Beat = cmp.Or(o.Retry, defaultRetry), cmp.Or(o.Beat, defaultBeat)
	return &Announcer{
		Options: o, poster: poster{Options: o}, slots: make(chan struct{}, announceAtOnce),
		queues: map[queueKey]*queue{}, taken: map[uint64]*entry{}, settled: map[uint64]bool{},
		guilds: map[table.GuildID]bool{},
	}
}

// Down reports whether Discord takes no announcements now: several have failed in a row. A failure
// that one server has alone does not count, unless there is no other.
func (a *Announcer) Down() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.failed < outageAfter {
		return false
	}
	failing := map[table.GuildID]bool{}
	for _, e := range a.taken {
		if e.failing != 0 && time.Since(e.takenAt) < hopelessAfter {
			failing[e.failing] = true
		}
	}
	return len(failing) > 1 || len(failing) == 1 && len(a.guilds) == 1
}

// Reconnected retries all entries that wait after a failure.
func (a *Announcer) Reconnected() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed = 0
	a.wakeQueues(func(*queue) bool { return true })
}

// RetryIn does the same for a server's channels that reached reports. Only a thread has a parent.
func (a *Announcer) RetryIn(guild table.GuildID, reached func(channel, parent table.ChannelID) bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.wakeQueues(func(q *queue) bool { return q.guild == guild && reached(q.key.channel, q.parent) })
}

// wakeQueues ends the pauses between retries in some queues. The caller holds mu.
func (a *Announcer) wakeQueues(which func(*queue) bool) {
	for _, q := range a.queues {
		if which(q) {
			rest.Signal(q.woken, struct{}{})
		}
	}
}

// Stuck returns for how long no entry was settled though some could be, 0 if nothing is to do.
func (a *Announcer) Stuck() time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	var longest time.Duration
	for _, e := range a.taken {
		if !e.refused {
			longest = max(longest, now.Sub(e.takenAt))
		}
	}
	return min(longest, now.Sub(a.progress))
}
