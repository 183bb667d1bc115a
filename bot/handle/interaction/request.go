// Package interaction reads and answers one Discord interaction: a command, a pressed control or an
// autocomplete. The handlers are in other packages.
package interaction

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/emoji"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/refresh"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Request is one interaction of a user. It belongs to a single handler.
type Request struct {
	*Services
	Input
	Answer  *Answer
	Trial   Trial         // the table that Enter has led to, nil for none
	outside *Services     // before Enter
	pressed table.ID      // 0 for the control's
	At      tables.Loaded // the table that the interaction is about, once it is read; see Table
	// prefs and settings are nil until Prefers and Settings have read them.
	prefs    *store.Preferences
	settings *store.Settings
}

// New returns the request of an interaction. If ok is false, r can only answer.
func New(s *Services, i *discordgo.Interaction) (r *Request, ok bool) {
	in, ok := read(i)
	r = &Request{Services: s, Input: in}
	r.Answer = &Answer{request: r}
	return r, ok
}

// Settings returns the settings of the server, as the request first read them.
func (r *Request) Settings(ctx context.Context) (store.Settings, error) {
	if r.settings == nil {
		s, err := r.Store.Settings(ctx, r.Guild)
		if err != nil {
			return s, err
		}
		r.settings = &s
	}
	return *r.settings, nil
}

// PublicWords returns the words for public messages: the settings' language or else the locale's.
func (r *Request) PublicWords(ctx context.Context) *text.Words {
	s, err := r.Settings(ctx)
	if err != nil {
		r.Log.Error("cannot read a server's settings", slog.Any("guild", r.Guild), slog.Any("err", err))
	}
	return r.Languages.WordsBy(ctx, s, r.Guild, r.GuildLocale())
}

// Results returns all results of a server that can be read, the latest first.
func (r *Request) Results(ctx context.Context, guild table.GuildID) ([]store.Result, error) {
	list, err := r.Store.Results(ctx, guild, math.MaxInt)
	if errors.Is(err, store.ErrDamaged) {
		r.Log.Error("results are damaged and left out", slog.Any("guild", guild), slog.Any("err", err))
	}
	return list, store.NotDamage(err)
}

// Audience reports whether everybody sees the answer about t, which may be nil, and in what words.
func (r *Request) Audience(ctx context.Context, t *table.Table) (public bool, w *text.Words) {
	switch lang := t.SoloLanguage(); {
	case !r.inPublic():
		return false, r.Words
	case lang != "":
		return true, text.For(lang)
	}
	return true, r.PublicWords(ctx)
}

// Act changes the interaction's table by a plan for the user, and returns it as it was just before;
// see Table and tables.Tables.Act. At is then the table after the change, or as it was refused. The
// table learns the user's name, if that has changed.
func (r *Request) Act(ctx context.Context, p tables.Plan, meanwhile tables.Meanwhile) (before tables.Loaded, err error) {
	if before, err = r.Table(ctx); err != nil {
		return before, err
	}
	before, after, err := r.Tables.Act(ctx, before, r.ID, func(t *table.Table) ([]table.Event, error) {
		events, err := p(t)
		own := slices.IndexFunc(events, func(e table.Event) bool { return e.By == r.User && e.User == 0 })
		if own >= 0 && slices.ContainsFunc(t.Players, func(p table.Player) bool { return p.User == r.User && p.Name != r.Name }) {
			events[own].Name = r.Name
		}
		return events, err
	}, meanwhile)
	switch {
	case err != nil:
		r.At = before
	case r.Trial != nil: // which nothing announces, and which may have another ID now
		r.At, err = r.Tables.Load(ctx, r.Trial.ID())
	default:
		r.At = after
		r.Answer.acted = r.Answer.acted || after.Table.Version != before.Table.Version
	}
	return before, err
}

// Done reports whether another process has already carried out this interaction. If a process dies
// while it answers, a balancer gives the interaction to another, which must not refuse it then.
func (r *Request) Done(ctx context.Context) bool {
	if r.Answer.acted {
		return false // by this process
	}
	done, err := r.Store.Committed(ctx, r.ID)
	return err == nil && done
}

// Open opens a table for the user, who may have a new name and language; see tables.Tables.Open.
func (r *Request) Open(ctx context.Context, o tables.Opening) error {
	o.Events[0].Name, o.Events[0].Language = r.Name, string(r.Words.Lang())
	err := r.Tables.Open(ctx, o)
	if err == nil {
		r.Answer.acted = true
	}
	return err
}

// KeepFresh has the panel just sent, which shows s, drawn again after changes; see refresh.Panels.
func (r *Request) KeepFresh(
	s tables.Loaded, seat engine.Seat, draw func(ctx context.Context, now tables.Loaded) *message.Message,
) {
	if r.Answer.sent && r.Trial == nil {
		r.Panels.Opened(refresh.Panel{
			Shown: s, Seat: seat, User: r.User, Interaction: r.Interaction, Message: r.Answer.message, Draw: draw,
		})
	}
}

// Services holds what handlers need. Requests share it, so it never changes.
type Services struct {
	Responder  *interactions.Responder
	Guilds     *discord.Guilds
	Messages   *discord.Messages
	Log        *slog.Logger
	Store      tables.Store
	Tables     *tables.Tables
	Pictures   *pictures.Drawer
	Languages  *sentences.Languages
	Rankings   *choice.Rankings
	Icons      *emoji.Icons
	Panels     *refresh.Panels
	Now        func() time.Time
	Caps       func() tables.Caps
	Privacy    Privacy
	LookWithin time.Duration // for Discord to say who is on a server, while somebody waits
}

// Privacy holds the choices of the bot's host about people's data.
type Privacy struct {
	KeepDays int    // for which an ended game keeps names, 0 for ever
	Contact  string // where to ask about data, "" for nowhere in particular
}

func (p Privacy) KeepNames() time.Duration { return time.Duration(p.KeepDays) * 24 * time.Hour }

// Prefers returns what the user prefers, as the request first read it. It only logs a failure.
func (r *Request) Prefers(ctx context.Context) *store.Preferences {
	if r.prefs == nil {
		p, err := r.Store.Preferences(ctx, r.User)
		if err != nil && ctx.Err() == nil {
			r.Log.Error("reading what a user prefers", slog.Any("user", r.User), slog.Any("err", err))
		}
		r.prefs = &p
	}
	return r.prefs
}

// Explained is how often something is explained to a user who uses it.
const Explained = 3

// CountUse counts a use of something that is explained the first times. count finds the number.
func (r *Request) CountUse(ctx context.Context, count func(*store.Preferences) *int) error {
	if *count(r.Prefers(ctx)) > Explained {
		return nil
	}
	return r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		*count(p) = min(*count(p)+1, Explained+1)
		*r.prefs = *p
		return nil
	})
}
