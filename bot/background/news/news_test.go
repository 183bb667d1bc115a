package news

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/bolt/bolttest"
)

const guild table.GuildID = 71

// fakeDiscord keeps messages by ID. It remembers a nonce for three minutes and lists none.
type fakeDiscord struct {
	messages map[string]*posted
	last     uint64
	// edits are those carried out.
	sends, edits int
	// refuse fails requests, and lose fails the next one after it was carried out.
	refuse, lose error
}

type posted struct {
	channel, content, nonce string
	at                      time.Time
}

func (d *fakeDiscord) Send(_ context.Context, channel string, m *message.Message, nonce string) (id string, err error) {
	d.sends++
	if d.refuse != nil {
		return "", d.refuse
	}
	err, d.lose = d.lose, nil
	for id, old := range d.messages {
		if old.nonce == nonce && time.Since(old.at) < 3*time.Minute {
			return id, err
		}
	}
	d.last = max(d.last+1, discord.IDBefore(time.Now().Add(15*time.Minute).UnixMilli()))
	id = strconv.FormatUint(d.last, 10)
	d.messages[id] = &posted{channel, m.Content, nonce, time.Now()}
	return id, err
}

func (d *fakeDiscord) CheckGuild(_ context.Context, channel, _ string) error {
	if channel == "99" { // of another server
		return &rest.Error{Status: 404, Code: 10003}
	}
	return nil
}

func (d *fakeDiscord) Edit(_ context.Context, channel, id string, m *message.Message) error {
	old := d.messages[id]
	if old == nil || old.channel != channel {
		return &rest.Error{Status: 404, Code: 10008}
	}
	old.content = m.Content
	d.edits++
	err := d.lose
	d.lose = nil
	return err
}

func (d *fakeDiscord) Delete(_ context.Context, _, id string) error {
	delete(d.messages, id)
	return d.refuse
}

func (d *fakeDiscord) Unarchive(context.Context, string) error { return nil }

func (d *fakeDiscord) FindPosted(
	_ context.Context, channel string, after uint64, fits func(discord.Posted) bool,
) (string, error) {
	for id, m := range d.messages {
		n, _ := strconv.ParseUint(id, 10, 64)
		if m.channel == channel && n > after && fits(discord.Posted{ID: id, Content: m.content}) {
			return id, d.refuse
		}
	}
	return "", d.refuse
}

func (d *fakeDiscord) all() (contents []string) {
	for _, m := range d.messages {
		contents = append(contents, m.channel+" "+m.content)
	}
	return contents
}

// lab is a server with one source, whose message is due now if post is set.
type lab struct {
	*testing.T
	*fakeDiscord
	store *bolt.DB
	post  *Post
	log   bytes.Buffer
	slog  *slog.Logger
}

func newLab(t *testing.T) *lab {
	l := &lab{T: t, fakeDiscord: &fakeDiscord{messages: map[string]*posted{}}, store: bolttest.New(t)}
	l.slog = slog.New(slog.NewTextHandler(&l.log, nil))
	sentences.NewLanguages(l.store, l.slog).Note(t.Context(), guild, "de")
	l.is("season 1", 5, "")
	return l
}

// is has a message be due whose second line is its version.
func (l *lab) is(key string, channel table.ChannelID, version string) {
	l.post = &Post{Key: key, Channel: channel, Version: version, Make: func(context.Context) (*message.Message, error) {
		return &message.Message{Content: fmt.Sprintf("%s\n%s", key, version)}, nil
	}}
}

// worker returns a worker as a process has after its start.
func (l *lab) worker(s store.Store) *Worker {
	w := New(Options{
		Messages: l, Store: s, Languages: sentences.NewLanguages(s, l.slog), Log: l.slog, Now: time.Now,
		Mine: func(context.Context) bool { return true },
	})
	due := func(context.Context, table.GuildID, store.Settings, time.Time) (*Post, error) { return l.post, nil }
	w.Sources = append([]Source{{"test", due}}, w.Sources...)
	return w
}

// inBubble runs a test with a lab and its worker in a bubble.
func inBubble(t *testing.T, test func(t *testing.T, l *lab, w *Worker)) {
	synctest.Test(t, func(t *testing.T) {
		l := newLab(t)
		test(t, l, l.worker(l.store))
	})
}

func (l *lab) look(w *Worker) { require.NoError(l, w.Look(l.Context())) }

func TestAMessageIsPostedOnce(t *testing.T) {
	lost := &rest.Error{Status: 502}
	for name, trouble := range map[string]func(l *lab, w *Worker) *Worker{
		"nothing": func(_ *lab, w *Worker) *Worker { return w },
		"a lost reply": func(l *lab, w *Worker) *Worker {
			l.lose = lost
			return w
		},
		"a lost reply and an outage": func(l *lab, w *Worker) *Worker {
			l.lose = lost
			l.look(w)
			l.refuse = lost
			time.Sleep(10 * time.Hour)
			l.look(w)
			time.Sleep(10 * time.Hour)
			l.refuse = nil
			return w
		},
		"a kill after the post": func(l *lab, w *Worker) *Worker {
			l.lose = context.Canceled
			l.look(w)
			time.Sleep(time.Hour)
			return l.worker(l.store)
		},
		"another process": func(l *lab, w *Worker) *Worker {
			l.look(w)
			return l.worker(l.store.Second())
		},
		"another process in between": func(l *lab, w *Worker) *Worker {
			other, makes := l.worker(l.store.Second()), l.post.Make
			l.post.Make = func(ctx context.Context) (*message.Message, error) {
				l.post.Make = makes
				l.look(other)
				return makes(ctx)
			}
			return w
		},
		"a backup of before": func(l *lab, w *Worker) *Worker {
			l.post.Since = time.Now()
			l.look(w)
			time.Sleep(time.Hour)
			require.NoError(l, l.store.ChangeSettings(l.Context(), guild, func(s *store.Settings) error {
				s.Told = nil
				return nil
			}))
			return l.worker(l.store)
		},
		"another channel": func(l *lab, w *Worker) *Worker {
			l.look(w)
			l.post.Channel = 6
			return w
		},
		"another channel after a lost reply": func(l *lab, w *Worker) *Worker {
			l.lose = lost
			l.look(w)
			l.post.Channel = 6
			return w
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, l *lab, w *Worker) {
				w = trouble(l, w)
				for range 5 {
					l.look(w)
					time.Sleep(10 * time.Minute)
				}
				require.Equal(t, []string{"5 season 1\n"}, l.all())
				l.is("season 2", 7, "")
				l.look(w)
				require.ElementsMatch(t, []string{"5 season 1\n", "7 season 2\n"}, l.all(), l.log.String())
			})
		})
	}
}

func TestAStandingMessageIsEditedMovedAndReplaced(t *testing.T) {
	inBubble(t, func(t *testing.T, l *lab, w *Worker) {
		l.is("board", 5, "a")
		l.look(w)
		l.is("board", 5, "b")
		l.lose = errors.New("killed")
		l.look(w)
		l.look(l.worker(l.store))
		require.Equal(t, []string{"5 board\nb"}, l.all())
		require.Equal(t, 1, l.sends)
		clear(l.messages)
		l.is("board", 5, "c")
		time.Sleep(time.Hour)
		l.look(w)
		require.Equal(t, []string{"5 board\nc"}, l.all(), "it was deleted")
		l.is("board", 6, "c")
		l.look(w)
		l.look(w)
		require.Equal(t, []string{"6 board\nc"}, l.all())
		require.Equal(t, 3, l.sends)
	})
}

func TestAStandingMessageThatChangesAllTheTimeIsEditedTwiceAMinute(t *testing.T) {
	inBubble(t, func(t *testing.T, l *lab, w *Worker) {
		changes := 0
		w.Sources[0].Due = func(context.Context, table.GuildID, store.Settings, time.Time) (*Post, error) {
			changes++
			l.is("board", 5, strconv.Itoa(changes))
			return l.post, nil
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		w.Run(ctx)
		require.Equal(t, 1, l.sends)
		require.InDelta(t, 120, l.edits, 2, "Discord limits the edits of old messages to 3 in 6 s")
	})
}

func TestARefusedMessageWaitsWithoutAStorm(t *testing.T) {
	inBubble(t, func(t *testing.T, l *lab, w *Worker) {
		l.refuse = &rest.Error{Status: 404, Code: 10003}
		for range 24 * 60 {
			l.look(w)
			time.Sleep(time.Minute)
		}
		require.InDelta(t, 29, l.sends, 3, "tries of a day")
		require.Contains(t, l.log.String(), "its channel is deleted")
		l.post.Channel, l.refuse = 99, nil
		time.Sleep(time.Hour)
		l.look(w)
		require.Empty(t, l.all(), "nothing is posted on another server")
		l.post.Channel, l.refuse = 6, nil
		time.Sleep(time.Hour)
		l.look(w)
		require.Equal(t, []string{"6 season 1\n"}, l.all())
	})
}

func TestAServerThatTheBotHasLeftIsToldNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, l *lab, w *Worker) {
		require.NoError(t, l.store.SetNote(t.Context(), store.GoneNote(guild), store.Gone{Since: 1}.String()))
		l.look(w)
		require.Empty(t, l.all())
	})
}
