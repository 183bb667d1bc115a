package harness

import (
	"context"
	"log/slog"
	"sync"

	"amytis/bot/discord/rest/resttest"
)

// Log is a slog.Handler that keeps what is logged, for tests to read.
type Log struct {
	*logged
	handler slog.Handler
}

// logged is what a log and its variants with attributes share.
type logged struct {
	text   resttest.LockedBuffer
	mu     sync.Mutex
	errors []string
	// connected is how often the bot said that it is connected.
	connected int
}

func newLog(level slog.Level) *Log {
	l := &logged{}
	return &Log{l, slog.NewTextHandler(&l.text, &slog.HandlerOptions{Level: level})}
}

func (l *Log) Text() string { return l.text.String() }

// Errors returns the message and attributes of each error that was logged.
func (l *Log) Errors() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.errors...)
}

func (l *Log) ForgetErrors() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errors = nil
}

func (l *Log) Enabled(ctx context.Context, level slog.Level) bool {
	return l.handler.Enabled(ctx, level)
}

func (l *Log) Handle(ctx context.Context, r slog.Record) error {
	l.note(r)
	return l.handler.Handle(ctx, r)
}

func (l *Log) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &Log{l.logged, l.handler.WithAttrs(attrs)}
}

func (l *Log) WithGroup(name string) slog.Handler { return &Log{l.logged, l.handler.WithGroup(name)} }

func (l *Log) timesConnected() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.connected
}

func (l *Log) note(r slog.Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.Message == "connected" {
		l.connected++
	}
	if r.Level < slog.LevelError {
		return
	}
	message := r.Message
	r.Attrs(func(a slog.Attr) bool { message += " " + a.String(); return true })
	l.errors = append(l.errors, message)
}

// Tail returns the last n bytes.
func Tail(text string, n int) string { return text[max(0, len(text)-n):] }
