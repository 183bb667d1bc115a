package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"amytis/bot/session"
	"amytis/engine/table"
	"amytis/store"
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
	outage *outage
	// retry is the pause before an entry is tried again for the first time.
	retry time.Duration
	// beat is the pause between two changes of a live game's message, and before
	// something is tried again because the server has changed.
	beat time.Duration

	mu    sync.Mutex
	lanes map[table.ChannelID]*lane
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

func newAnnouncer(b *Bot, retry, beat time.Duration) *announcer {
	return &announcer{bot: b, slots: make(chan struct{}, announceAtOnce), outage: newOutage(), retry: retry, beat: beat, lanes: map[table.ChannelID]*lane{}}
}

// instanceNote is the store's note of a name of its own.
const instanceNote = "instance"

// run sends until the context ends.
func (a *announcer) run(ctx context.Context) {
	for wait := a.retry; ; wait = min(2*wait, retryMax) {
		err := a.nameInstance(ctx)
		if err == nil {
			break
		}
		if ctx.Err() == nil {
			a.bot.log.Error("announcing nothing yet", "again in", wait, "err", err)
		}
		if !sleep(ctx, wait) {
			return
		}
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

// deliver sends one entry and settles it, trying again while that can help: after
// pauses that grow, and soon when an outage is over or the server has changed.
func (a *announcer) deliver(ctx context.Context, l *lane, m store.Message, superseded bool) {
	wait := a.retry
	for {
		back := a.outage.ending()
		settlement, err := store.Settlement{}, error(nil)
		if !superseded {
			settlement, err = a.attempt(ctx, l, m)
			a.learn(err)
		}
		if err == nil {
			if err = a.bot.desk.store.Settle(ctx, m.Seq, settlement); err == nil || errors.Is(err, store.ErrNotFound) {
				return
			}
		}
		if ctx.Err() != nil {
			return
		}
		asked := session.RetryAfter(err)
		a.bot.log.Warn("announcing later", "table", m.Table, "kind", m.Kind, "in", max(wait, asked), "err", err)
		if !sleep(ctx, asked) {
			return
		}
		pause := wait - asked
		wait = min(2*wait, retryMax)
		if l.rest(ctx, back, pause) {
			wait = a.retry
			sleep(ctx, a.beat) // changes come in swarms
		}
	}
}

// learn takes note of whether Discord is there.
func (a *announcer) learn(err error) {
	switch {
	case err == nil:
		a.outage.success()
	case errors.Is(err, session.ErrTemporary):
		a.outage.failure()
	}
}

// attempt carries out one entry, or finds that it is not to be carried out any
// more.
func (a *announcer) attempt(ctx context.Context, l *lane, m store.Message) (store.Settlement, error) {
	s, err := a.bot.desk.load(ctx, m.Table)
	if err != nil || s.table.Lost {
		return store.Settlement{}, err
	}
	a.place(l, s.header.Guild)
	settlement, err := a.send(ctx, m, s.header)
	if errors.Is(err, session.ErrArchived) {
		settlement, err = a.reopen(ctx, m, s.header)
	}
	switch {
	case a.placeLost(ctx, s.header.Guild, err):
		a.bot.log.Warn("the place of a game is gone", "table", m.Table, "guild", s.header.Guild, "channel", m.Channel, "err", err)
		return store.Settlement{}, a.bot.desk.giveUp(ctx, m.Table)
	case hopeless(err):
		a.bot.log.Warn("cannot be announced", "table", m.Table, "kind", m.Kind, "err", err)
		return store.Settlement{}, nil
	}
	return settlement, err
}

// placeLost reports whether a request failed because the channel is gone, or the
// bot not on the server any more.
func (a *announcer) placeLost(ctx context.Context, guild table.GuildID, err error) bool {
	if !errors.Is(err, session.ErrForbidden) {
		return errors.Is(err, session.ErrChannelGone)
	}
	on, err := a.bot.client.OnGuild(ctx, guild.String())
	return err == nil && !on
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
