package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
)

const redacted = "[redacted]"

// Redact keeps secrets out of a log: the given ones, such as the bot token, and everything that
// looks like an interaction token, with which anybody could answer in the bot's name for 15
// minutes. It looks into messages, attributes, groups, errors and values of any type.
func Redact(h slog.Handler, secrets ...string) slog.Handler {
	r := &redactor{next: h}
	for _, s := range secrets {
		if s = CleanToken(s); s != "" {
			r.secrets = append(r.secrets, s)
		}
	}
	return r
}

type redactor struct {
	next    slog.Handler
	secrets []string
}

func (r *redactor) Enabled(ctx context.Context, level slog.Level) bool {
	return r.next.Enabled(ctx, level)
}

func (r *redactor) Handle(ctx context.Context, rec slog.Record) error {
	clean := slog.NewRecord(rec.Time, rec.Level, r.text(rec.Message), rec.PC)
	rec.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(r.attr(a))
		return true
	})
	return r.next.Handle(ctx, clean)
}

func (r *redactor) WithAttrs(attrs []slog.Attr) slog.Handler {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = r.attr(a)
	}
	return &redactor{next: r.next.WithAttrs(clean), secrets: r.secrets}
}

func (r *redactor) WithGroup(name string) slog.Handler {
	return &redactor{next: r.next.WithGroup(r.text(name)), secrets: r.secrets}
}

func (r *redactor) attr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		if strings.Contains(strings.ToLower(a.Key), "token") && v.String() != "" {
			return slog.String(r.text(a.Key), redacted)
		}
		v = slog.StringValue(r.text(v.String()))
	case slog.KindGroup:
		group := v.Group()
		clean := make([]slog.Attr, len(group))
		for i, in := range group {
			clean[i] = r.attr(in)
		}
		v = slog.GroupValue(clean...)
	case slog.KindAny:
		v = r.any(v)
	}
	return slog.Attr{Key: r.text(a.Key), Value: v}
}

// any redacts a value in every form in which a handler may print it.
func (r *redactor) any(v slog.Value) slog.Value {
	switch x := v.Any().(type) {
	case nil:
		return v
	case error:
		return slog.StringValue(r.text(x.Error()))
	case []byte:
		return slog.StringValue(r.text(string(x)))
	}
	printed := fmt.Sprintf("%+v", v.Any())
	if clean := r.text(printed); clean != printed {
		return slog.StringValue(clean)
	}
	if encoded, err := json.Marshal(v.Any()); err == nil {
		if clean := r.text(string(encoded)); clean != string(encoded) {
			return slog.StringValue(clean)
		}
	}
	return v
}

func (r *redactor) text(s string) string {
	for _, secret := range r.secrets {
		if strings.Contains(s, secret) {
			s = strings.ReplaceAll(s, secret, redacted)
		}
	}
	return scrub(s)
}

// tokenShapes are the forms in which tokens appear. The hint is a cheap test before the pattern.
var tokenShapes = []struct {
	hint    string
	pattern *regexp.Regexp
	clean   string
}{
	{"/interactions/", regexp.MustCompile(`(/interactions/[^/\s"']+/)[^/?\s"']+`), "${1}" + redacted},
	{"/webhooks/", regexp.MustCompile(`(/webhooks/[^/\s"']+/)[^/?\s"']+`), "${1}" + redacted},
	{`token`, regexp.MustCompile(`(token\\*"\s*:\s*\\*")[^"\\]+`), "${1}" + redacted},
	{"Token:", regexp.MustCompile(`(Token:\s*"?)[^\s"}\]]+`), "${1}" + redacted},
	{"Bot ", regexp.MustCompile(`\bBot [\w-]{5,}\.[\w.-]+`), "Bot " + redacted},
	// Interaction tokens are base64 of "interaction:...".
	{"aW50ZXJhY3Rpb24", regexp.MustCompile(`aW50ZXJhY3Rpb24[\w+/=-]*`), redacted},
}

func scrub(s string) string {
	for _, shape := range tokenShapes {
		if strings.Contains(s, shape.hint) {
			s = shape.pattern.ReplaceAllString(s, shape.clean)
		}
	}
	return s
}
