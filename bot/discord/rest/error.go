package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The kinds of [Error], for errors.Is. Every Error is either ErrTemporary or ErrPermanent.
var (
	ErrTemporary   = errors.New("temporary")          // too many requests, a failure of Discord, or no network
	ErrPermanent   = errors.New("permanent")          // in vain until something on the server changes
	ErrForbidden   = errors.New("forbidden")          // the bot lacks a permission in that place or cannot see it
	ErrHidden      = errors.New("hidden")             // the bot cannot see the place; also an ErrForbidden
	ErrGone        = errors.New("gone")               // the channel, thread, message or server no longer exists
	ErrChannelGone = errors.New("channel gone")       // a channel, thread or server, or hidden; also an ErrGone
	ErrMessageGone = errors.New("message gone")       // also an ErrGone
	ErrAnswered    = errors.New("already answered")   // the interaction
	ErrTooLate     = errors.New("too late to answer") // the interaction, after 3 s or 15 min
	// ErrArchived means that the thread is archived or locked: somebody must reopen it first.
	ErrArchived = errors.New("archived")
	// ErrTooManyEdits means that messages older than an hour were edited too often. It concerns no
	// newer message, and Discord does not document when it ends.
	ErrTooManyEdits = errors.New("too many edits of old messages")
	// ErrNoDirect means that Discord does not let the bot send direct messages to a user. A message
	// in a channel may still reach the user. It is also an ErrPermanent, but neither an
	// ErrForbidden nor an ErrGone, which concern places on servers.
	ErrNoDirect = errors.New("no direct messages")
	// ErrEmoji means that Discord does not accept an emoji on a button or in a menu.
	ErrEmoji = errors.New("emoji refused")
)

// Error codes that discordgo does not name.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
const (
	codeTooManyEdits   = 30046
	codeThreadLocked   = 160005
	codeNoMutualGuilds = 50278
)

// Error is a request that Discord refused or that did not reach Discord. It contains no token.
type Error struct {
	Route      string        // the method and the path, with placeholders for IDs and tokens
	Status     int           // the HTTP status, 0 without a response
	Code       int           // Discord's error code, 0 if there is none
	Message    string        // Discord's explanation, including the fields it found wrong
	RetryAfter time.Duration // the pause that Discord asks for, 0 for none
	Err        error         // the cause if there was no response

	global bool // the limit of the whole bot was reached
	banned bool // by Cloudflare
	direct bool // the request was about direct messages
}

func (e *Error) Error() string {
	text := e.Route
	if e.Status != 0 {
		text += fmt.Sprintf(": HTTP %d", e.Status)
	}
	if e.Code != 0 {
		text += fmt.Sprintf(", code %d", e.Code)
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.RetryAfter > 0 {
		text += fmt.Sprintf(" (retry in %v)", e.RetryAfter)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Temporary() bool {
	return e.Status == 0 || e.Status == http.StatusTooManyRequests || e.Status == http.StatusRequestTimeout ||
		e.Status >= 500
}

func (e *Error) Is(target error) bool {
	switch target {
	case ErrTemporary:
		return e.Temporary()
	case ErrPermanent:
		return !e.Temporary()
	case ErrNoDirect:
		return e.isNoDirect()
	case ErrForbidden:
		return e.Status == http.StatusForbidden && !e.direct
	case ErrHidden:
		return e.Status == http.StatusForbidden && e.Code == discordgo.ErrCodeMissingAccess && !e.direct
	case ErrGone:
		return e.Status == http.StatusNotFound && !e.direct && e.Code != discordgo.ErrCodeUnknownInteraction &&
			e.Code != discordgo.ErrCodeUnknownWebhook
	case ErrChannelGone:
		return !e.direct && (e.Code == discordgo.ErrCodeUnknownChannel || e.Code == discordgo.ErrCodeUnknownGuild)
	case ErrMessageGone:
		return e.Code == discordgo.ErrCodeUnknownMessage
	case ErrAnswered:
		return e.Code == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged
	case ErrTooLate:
		return e.Code == discordgo.ErrCodeUnknownInteraction || e.Code == discordgo.ErrCodeUnknownWebhook ||
			e.Code == discordgo.ErrCodeInvalidWebhookTokenProvided
	case ErrArchived:
		return e.Code == discordgo.ErrCodePerformedOperationOnArchivedThread || e.Code == codeThreadLocked
	case ErrTooManyEdits:
		return e.Code == codeTooManyEdits
	case ErrEmoji:
		return strings.Contains(e.Message, "BUTTON_COMPONENT_INVALID_EMOJI") // in menus too
	}
	return false
}

// OfDirect marks the error of a request about direct messages.
func OfDirect(err error) error {
	if e, is := errors.AsType[*Error](err); is {
		e.direct = true
	}
	return err
}

// isNoDirect reports whether Discord does not let the bot send the user direct messages. The status
// does not always tell: Discord refuses another bot as the recipient with 400.
func (e *Error) isNoDirect() bool {
	if !e.direct || e.Temporary() {
		return false
	}
	switch e.Code {
	case discordgo.ErrCodeCannotSendMessagesToThisUser, codeNoMutualGuilds,
		discordgo.ErrCodeOpeningDirectMessagesTooFast, discordgo.ErrCodeUnknownUser, discordgo.ErrCodeInvalidRecipients:
		return true
	}
	return e.Status == http.StatusForbidden || e.Status == http.StatusNotFound
}

// RetryAfter returns the pause that Discord asked for, 0 for none.
func RetryAfter(err error) time.Duration {
	if e, is := errors.AsType[*Error](err); is {
		return e.RetryAfter
	}
	return 0
}

func noResponseError(q Request, err error) error { return &Error{Route: q.Name(), Err: err} }

func responseError(q Request, resp *http.Response, body []byte) *Error {
	e := &Error{Route: q.Name(), Status: resp.StatusCode}
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
			e.Message += fmt.Sprintf(" %.1000s", string(answer.Errors))
		}
	} else {
		e.Message = http.StatusText(resp.StatusCode) // a proxy's HTML explains no more than the status
	}
	e.direct = e.Code == discordgo.ErrCodeCannotSendMessagesToThisUser || e.Code == codeNoMutualGuilds
	for _, id := range q.IDs {
		if len(id) > 20 { // longer than any ID: the token of an interaction
			e.Message = strings.ReplaceAll(e.Message, id, "{token}")
		}
	}
	header, _ := strconv.ParseFloat(resp.Header.Get("Retry-After"), 64) // 0 if there is none
	e.RetryAfter = seconds(max(header, answer.RetryAfter))
	// A refusal of Discord says when to try again, tells its limits or has passed through its
	// proxy. https://github.com/discord/discord-api-docs/issues/5810
	h := resp.Header
	refused := e.Status == http.StatusTooManyRequests
	e.banned = refused && e.Code == 0 && !bytes.Contains(body, []byte(`"retry_after"`)) &&
		h.Get("Via")+h.Get("X-RateLimit-Limit")+h.Get("X-RateLimit-Scope")+h.Get("X-RateLimit-Global") == ""
	if e.banned {
		e.Message = banText
		e.RetryAfter = cmp.Or(e.RetryAfter, time.Minute)
	} else if refused {
		e.RetryAfter = cmp.Or(e.RetryAfter, time.Second)
	}
	e.global = answer.Global || resp.Header.Get("X-RateLimit-Global") == "true"
	return e
}

// seconds is between 0 and a day, whatever a broken header says.
func seconds(s float64) time.Duration {
	return time.Duration(min(max(s, 0), 3600*24) * float64(time.Second))
}
