package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"amytis/bot/session"
	"amytis/engine/table"
	"amytis/store"

	"github.com/bwmarrin/discordgo"
)

// announcer sends what is in the outbox: in order for each channel, several
// channels at once. What cannot be sent now stays there and is tried again, also
// after a restart.
type announcer struct {
	bot *Bot
	// prefix makes nonces differ between stores, and stay the same for the
	// same entry: Discord takes a repeated one for the same message.
	prefix string
	slots  chan struct{}
	// retry is the pause before an entry is tried again for the first time.
	retry time.Duration
	// beat is the pause between two changes of a live game's message.
	beat time.Duration

	mu    sync.Mutex
	lanes map[table.ChannelID]*lane
}

// lane is the queue of a channel.
type lane struct {
	queue []store.Message
	// grown receives when an entry is added.
	grown chan struct{}
	// changed is when a live game's message was changed last.
	changed time.Time
}

// Bounds of the announcer.
const (
	announceAtOnce = 8
	outboxPage     = 256
	retryMin       = time.Second
	retryMax       = 5 * time.Minute
	liveBeat       = 2 * time.Second
	// outboxEvery is how often the outbox is read without being told to.
	outboxEvery = 30 * time.Second
)

func newAnnouncer(b *Bot) *announcer {
	return &announcer{bot: b, slots: make(chan struct{}, announceAtOnce), retry: retryMin, beat: liveBeat, lanes: map[table.ChannelID]*lane{}}
}

// instanceNote is the store's note of a name of its own.
const instanceNote = "instance"

// run sends until the context ends.
func (a *announcer) run(ctx context.Context) {
	if err := a.nameInstance(ctx); err != nil {
		a.bot.log.Error("announcing", "err", err)
		return
	}
	var lanes sync.WaitGroup
	defer lanes.Wait()
	last := uint64(0)
	for {
		page, err := a.bot.desk.store.Outbox(ctx, last, outboxPage)
		switch {
		case err != nil && ctx.Err() == nil:
			a.bot.log.Error("reading the outbox", "err", err)
		case len(page) > 0:
			last = page[len(page)-1].Seq
			for _, m := range page {
				a.enqueue(ctx, &lanes, m)
			}
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-a.bot.desk.store.Notify():
		case <-time.After(outboxEvery):
		}
	}
}

// nameInstance reads the store's name, or makes one.
func (a *announcer) nameInstance(ctx context.Context) error {
	name, err := a.bot.desk.store.Note(ctx, instanceNote)
	if err != nil {
		return err
	}
	if name == "" {
		name = strconv.FormatUint(rand.Uint64()>>16, 36)
		if err := a.bot.desk.store.SetNote(ctx, instanceNote, name); err != nil {
			return err
		}
	}
	a.prefix = name
	return nil
}

// enqueue adds an entry to its channel's lane, and starts the lane if it stands.
func (a *announcer) enqueue(ctx context.Context, lanes *sync.WaitGroup, m store.Message) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l, found := a.lanes[m.Channel]
	if !found {
		l = &lane{grown: make(chan struct{}, 1)}
		a.lanes[m.Channel] = l
		lanes.Go(func() { a.drive(ctx, m.Channel, l) })
	}
	l.queue = append(l.queue, m)
	select {
	case l.grown <- struct{}{}:
	default:
	}
}

// drive sends a lane's entries one after another until it is empty. A message
// that follows a live game is changed at every beat at most.
func (a *announcer) drive(ctx context.Context, id table.ChannelID, l *lane) {
	for {
		a.mu.Lock()
		rest := a.beat - time.Since(l.changed)
		idle := len(l.queue) == 0
		if ctx.Err() != nil || idle && rest <= 0 {
			delete(a.lanes, id)
			a.mu.Unlock()
			return
		}
		if rest > 0 && (idle || len(l.queue) == 1 && l.queue[0].Kind == followLive) {
			a.mu.Unlock()
			l.wait(ctx, rest)
			continue
		}
		m := l.queue[0]
		l.queue = l.queue[1:]
		superseded := hasNewer(l.queue, m)
		a.mu.Unlock()
		a.deliver(ctx, m, superseded)
		if m.Kind == followLive && !superseded {
			l.changed = time.Now()
		}
	}
}

// wait waits for a while, but no longer than until the lane grows.
func (l *lane) wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-l.grown:
	case <-t.C:
	}
}

// hasNewer reports whether a later entry makes one needless: it brings the same
// message up to date.
func hasNewer(queue []store.Message, m store.Message) bool {
	if m.Kind != postLobby && m.Kind != followLive {
		return false
	}
	return slices.ContainsFunc(queue, func(later store.Message) bool {
		return later.Kind == m.Kind && later.Table == m.Table && (m.Kind == postLobby || later.From == m.From)
	})
}

// deliver sends one entry and settles it, trying again while that can help.
func (a *announcer) deliver(ctx context.Context, m store.Message, superseded bool) {
	wait := a.retry
	for {
		settlement, err := store.Settlement{}, error(nil)
		if !superseded {
			settlement, err = a.send(ctx, m)
			if errors.Is(err, session.ErrArchived) {
				settlement, err = a.reopen(ctx, m)
			}
		}
		if err == nil || hopeless(err) {
			if err != nil {
				a.bot.log.Warn("cannot be announced", "table", m.Table, "kind", m.Kind, "err", err)
			}
			if err = a.bot.desk.store.Settle(ctx, m.Seq, settlement); err == nil || errors.Is(err, store.ErrNotFound) {
				return
			}
		}
		if ctx.Err() != nil {
			return
		}
		pause := max(wait, session.RetryAfter(err))
		a.bot.log.Warn("announcing later", "table", m.Table, "kind", m.Kind, "in", pause, "err", err)
		if !sleep(ctx, pause) {
			return
		}
		wait = min(2*wait, retryMax)
	}
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// send carries out one entry.
func (a *announcer) send(ctx context.Context, m store.Message) (store.Settlement, error) {
	select {
	case a.slots <- struct{}{}:
		defer func() { <-a.slots }()
	case <-ctx.Done():
		return store.Settlement{}, ctx.Err()
	}
	header, err := a.bot.desk.store.Header(ctx, m.Table)
	if err != nil {
		return store.Settlement{}, err
	}
	switch m.Kind {
	case postLobby:
		return a.sendLobby(ctx, m, header)
	case postTable:
		return a.sendTable(ctx, m, header)
	case followLive:
		return a.sendLive(ctx, m, header)
	case postReminder, postExtension:
		return a.sendNotice(ctx, m, header)
	case noteThread:
		return a.noteInChannel(ctx, m, header)
	case openThread:
		return a.threadUnder(ctx, m, header)
	case stripButtons:
		return store.Settlement{}, a.strip(ctx, m)
	}
	a.bot.log.Error("unknown outbox entry", "table", m.Table, "kind", m.Kind)
	return store.Settlement{}, nil
}

func (a *announcer) nonce(m store.Message) string {
	return a.prefix + "-" + strconv.FormatUint(m.Seq, 36)
}

// sendLobby posts the lobby message, or edits the one there is.
func (a *announcer) sendLobby(ctx context.Context, m store.Message, header store.Header) (store.Settlement, error) {
	s, err := a.bot.desk.load(ctx, m.Table)
	if err != nil {
		return store.Settlement{}, err
	}
	out := a.bot.lobby(a.bot.publicWords(ctx, header.Guild, ""), s)
	for header.LastMessage != 0 {
		err := a.bot.client.Edit(ctx, m.Channel.String(), header.LastMessage.String(), out)
		if errors.Is(err, session.ErrGone) {
			break
		}
		if err != nil || s.table.Status != table.Lobby { // a closed lobby stays as it is
			return store.Settlement{}, err
		}
		now, err := a.bot.desk.load(ctx, m.Table)
		if err != nil || now.table.Version == s.table.Version {
			return store.Settlement{}, err
		}
		// A press has changed the message while this was on its way: the newest state comes last.
		s, out = now, a.bot.lobby(a.bot.publicWords(ctx, header.Guild, ""), now)
	}
	if s.table.Status != table.Lobby && header.LastMessage == 0 {
		return store.Settlement{}, nil
	}
	if s.table.Order != nil && header.LastMessage == 0 {
		if err := a.invite(ctx, out, s); err != nil {
			return store.Settlement{}, err
		}
	}
	id, err := a.bot.client.Send(ctx, m.Channel.String(), out, a.nonce(m))
	return store.Settlement{Sent: table.MessageID(snowflake(id))}, err
}

// sendTable posts a table message, and pings whose turn it is.
func (a *announcer) sendTable(ctx context.Context, m store.Message, header store.Header) (store.Settlement, error) {
	settings, err := a.bot.desk.store.Settings(ctx, header.Guild)
	if err != nil {
		return store.Settlement{}, err
	}
	out, err := a.bot.tableMessage(ctx, a.bot.publicWords(ctx, header.Guild, ""), m, !settings.Quiet)
	if err != nil {
		return store.Settlement{}, err
	}
	return a.post(ctx, m, header, out)
}

// sendLive changes the newest table message, or posts one if it is gone or too
// old to be changed as often as need be.
func (a *announcer) sendLive(ctx context.Context, m store.Message, header store.Header) (store.Settlement, error) {
	out, err := a.bot.tableMessage(ctx, a.bot.publicWords(ctx, header.Guild, ""), m, false)
	if err != nil {
		return store.Settlement{}, err
	}
	if header.LastMessage != 0 && !a.old(header.LastMessage) {
		err := a.bot.client.Edit(ctx, m.Channel.String(), header.LastMessage.String(), out)
		if !errors.Is(err, session.ErrGone) {
			return store.Settlement{}, err
		}
	}
	return a.post(ctx, m, header, out)
}

// old reports whether a message was sent so long ago that Discord limits how
// often it may be changed.
func (a *announcer) old(id table.MessageID) bool {
	sent, err := discordgo.SnowflakeTimestamp(id.String())
	return err != nil || a.bot.now().Sub(sent) > changeable
}

// changeable is how long a message may be changed without limits:
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json code
// 30046.
const changeable = 55 * time.Minute

// post sends a table message; the one before loses its buttons.
func (a *announcer) post(ctx context.Context, m store.Message, header store.Header, out *session.Message) (store.Settlement, error) {
	id, err := a.bot.client.Send(ctx, m.Channel.String(), out, a.nonce(m))
	if err != nil {
		return store.Settlement{}, err
	}
	done := store.Settlement{Sent: table.MessageID(snowflake(id))}
	if header.LastMessage != 0 {
		done.Follow = []store.Message{{
			Table: m.Table, Channel: m.Channel, Kind: stripButtons, From: m.From, Version: m.Version, Target: header.LastMessage,
		}}
	}
	return done, nil
}

// strip takes the buttons off a message.
func (a *announcer) strip(ctx context.Context, m store.Message) error {
	err := a.bot.client.Edit(ctx, m.Channel.String(), m.Target.String(), &session.Message{
		Components: noComponents, KeepAttachments: true,
	})
	if errors.Is(err, session.ErrGone) {
		return nil
	}
	return err
}

// flush waits until everything is announced, but no longer than d.
func (a *announcer) flush(d time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	for {
		left, err := a.bot.desk.store.Outbox(ctx, 0, 1)
		if err != nil || len(left) == 0 || !sleep(ctx, flushPause) {
			return
		}
	}
}

// flushPause is how often flush looks.
const flushPause = 2 * time.Millisecond
