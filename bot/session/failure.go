package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// What an Error is, for errors.Is. Every Error is either ErrTemporary or ErrPermanent; the others say more.
var (
	// ErrTemporary: the same request may succeed later: too many requests, a fault of Discord, no network.
	ErrTemporary = errors.New("temporary")
	// ErrPermanent: the same request will not succeed, unless somebody changes something on the server.
	ErrPermanent = errors.New("permanent")
	// ErrForbidden: the bot lacks a permission in that place, or cannot see it.
	ErrForbidden = errors.New("forbidden")
	// ErrGone: the channel, thread, message or server does not exist any more.
	ErrGone = errors.New("gone")
	// ErrChannelGone: the channel, thread or server does not exist any more. It is an ErrGone.
	ErrChannelGone = errors.New("channel gone")
	// ErrAnswered: the interaction was answered before.
	ErrAnswered = errors.New("already answered")
	// ErrTooLate: the interaction can no longer be answered: 3 s have passed, or 15 min for what follows.
	ErrTooLate = errors.New("too late to answer")
	// ErrArchived: the thread is archived: nothing works there.
	ErrArchived = errors.New("archived")
)

// Error is a request that Discord refused or that did not reach it. It holds no token.
type Error struct {
	// Route is the method and the path with placeholders for ids and tokens.
	Route string
	// Status is the HTTP status; 0 if there was no answer.
	Status int
	// Code is Discord's own code (discordgo.ErrCode...); 0 if it gave none.
	Code int
	// Message is what Discord says about it, with the fields it found wrong.
	Message string
	// RetryAfter is how long Discord wants to be left alone; 0 if it did not say: then the caller backs off.
	RetryAfter time.Duration
	// Err is what went wrong where there was no answer.
	Err error

	global bool // the limit that was met is that of the whole bot
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Route)
	if e.Status != 0 {
		fmt.Fprintf(&b, ": HTTP %d", e.Status)
	}
	if e.Code != 0 {
		fmt.Fprintf(&b, ", code %d", e.Code)
	}
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	if e.RetryAfter > 0 {
		fmt.Fprintf(&b, " (again in %v)", e.RetryAfter)
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// Temporary tells whether trying again can help.
func (e *Error) Temporary() bool {
	return e.Status == 0 || e.Status == http.StatusTooManyRequests || e.Status == http.StatusRequestTimeout || e.Status >= 500
}

// Is makes the errors above work with errors.Is.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrTemporary:
		return e.Temporary()
	case ErrPermanent:
		return !e.Temporary()
	case ErrForbidden:
		return e.Status == http.StatusForbidden
	case ErrGone:
		return e.Status == http.StatusNotFound && e.Code != discordgo.ErrCodeUnknownInteraction &&
			e.Code != discordgo.ErrCodeUnknownWebhook
	case ErrChannelGone:
		return e.Code == discordgo.ErrCodeUnknownChannel || e.Code == discordgo.ErrCodeUnknownGuild
	case ErrAnswered:
		return e.Code == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged
	case ErrTooLate:
		return e.Code == discordgo.ErrCodeUnknownInteraction || e.Code == discordgo.ErrCodeUnknownWebhook ||
			e.Code == discordgo.ErrCodeInvalidWebhookTokenProvided
	case ErrArchived:
		return e.Code == discordgo.ErrCodePerformedOperationOnArchivedThread
	}
	return false
}

// RetryAfter is the pause Discord asked for before a request that failed with err is made again; 0 if it did not.
func RetryAfter(err error) time.Duration {
	var e *Error
	if errors.As(err, &e) {
		return e.RetryAfter
	}
	return 0
}

// unreachable is the error of a request without an answer.
func unreachable(q request, err error) error {
	return &Error{Route: q.route, Err: scrubbed(withoutURL(err), q.path)}
}

// waitedTooLong is the error of a request that was not made, because the context ended while it waited for its turn or
// because it would have done harm.
func waitedTooLong(q request, err error) error {
	var refused *Error
	if errors.As(err, &refused) {
		refused.Route = q.route
		return refused
	}
	return &Error{Route: q.route, Err: fmt.Errorf("waiting for the rate limit: %w", err)}
}

// refusal is the error of an answer other than 2xx.
func refusal(q request, resp *http.Response, body []byte) error {
	e := &Error{Route: q.route, Status: resp.StatusCode}
	var answer struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		Errors     json.RawMessage `json:"errors"`
		RetryAfter float64         `json:"retry_after"` // seconds
		Global     bool            `json:"global"`
	}
	if json.Unmarshal(body, &answer) == nil {
		e.Code, e.Message = answer.Code, answer.Message
		if len(answer.Errors) > 0 {
			e.Message += " " + truncated(string(answer.Errors), 1000)
		}
	} else {
		e.Message = truncated(http.StatusText(resp.StatusCode), 200) // a proxy's HTML says nothing more
	}
	e.Message = scrub(e.Message)
	if seconds, err := strconv.ParseFloat(resp.Header.Get("Retry-After"), 64); err == nil && seconds > answer.RetryAfter {
		answer.RetryAfter = seconds
	}
	e.RetryAfter = seconds(answer.RetryAfter)
	if e.Status == http.StatusTooManyRequests && e.RetryAfter == 0 {
		e.RetryAfter = time.Second
	}
	e.global = answer.Global || resp.Header.Get("X-RateLimit-Global") == "true"
	return e
}

// seconds converts, and bounds what a broken header can do.
func seconds(s float64) time.Duration {
	return time.Duration(min(max(s, 0), 3600*24) * float64(time.Second))
}

// truncated is the first n bytes of a text, or a few less, cut between characters where it is longer.
func truncated(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// scrubbedError is an error whose text held a token; what it wraps can still be asked for with errors.Is.
type scrubbedError struct {
	text string
	err  error
}

func (e *scrubbedError) Error() string        { return e.text }
func (e *scrubbedError) Is(target error) bool { return errors.Is(e.err, target) }

// scrubbed is err without tokens in its text.
func scrubbed(err error, path string) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	text := strings.ReplaceAll(err.Error(), path, "(path)")
	if text = scrub(text); text != err.Error() {
		return &scrubbedError{text: text, err: err}
	}
	return err
}
