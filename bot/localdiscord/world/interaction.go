package world

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"time"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// Interaction is what a user did and the bot has to answer. Only its progress changes.
type Interaction struct {
	Cause
	ID, Token string
	Created   time.Time
	ChannelID string
	GuildID   string // "" in a direct conversation
	// Owners are the installations that allow the interaction.
	Owners map[string]string
	// MessageID is the message of a component, or of the component that opened the form; "" for
	// commands.
	MessageID string

	state *State
	Progress
}

// Cause is what a user did.
type Cause struct {
	Kind   int // wire.InteractionCommand and so on
	UserID string
	// Name is "garden dig" for a command, the custom id for a component.
	Name       string
	OptionType int          // of an autocomplete
	Menu       bool         // the command is from a menu
	Opener     *Interaction // what opened the form that was sent
}

// answerPermissions are all that an application without its bot has: it can only answer.
// https://github.com/discord/discord-api-docs/issues/5316
const answerPermissions = wire.AttachFiles | wire.EmbedLinks

// dmPermissions are what the application has in a direct conversation with its bot.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
const dmPermissions = answerPermissions | wire.MentionEveryone | wire.UseExternalEmojis

// tokenLife is how long the token of an interaction works.
// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
const tokenLife = 15 * time.Minute

// beginInteraction returns the event for deliver, too.
func (w *World) beginInteraction(a *attempt) (*Interaction, *wire.InteractionCreate) {
	ch, user := a.Channel, a.user
	a.UserID = user.ID
	in := &Interaction{state: w.state, Cause: a.Cause, ID: w.NewID(), Created: w.Now(), ChannelID: ch.ID,
		GuildID: ch.GuildID, Owners: user.installations(ch),
		Progress: Progress{first: make(chan struct{}), settled: make(chan struct{})}}
	in.Token = base64.RawURLEncoding.EncodeToString([]byte("interaction:" + in.ID + ":" + rand.Text()))
	w.interactions[in.Token] = in
	if old, dropped := wire.Push(&w.interactionOrder, in.Token, w.state.MaxInteractions); dropped {
		delete(w.interactions, old)
	}
	channel := ch.Wire()
	mine := ch.Permissions(a.UserID)
	channel.Permissions = &mine
	channel.PermissionOverwrites = nil
	sent := &wire.InteractionCreate{ID: in.ID, ApplicationID: w.Bot.ID, Type: a.Kind, Token: in.Token, Version: 1,
		GuildID: ch.GuildID, ChannelID: ch.ID, Channel: channel, AppPermissions: ch.Permissions(w.Bot.ID),
		Locale: user.Locale, Entitlements: []any{}, AttachmentSizeLimit: body.MaxAttachmentSize, Data: a.Data,
		AuthorizingIntegrationOwners: in.Owners}
	if a.Message != nil {
		in.MessageID = a.Message.ID
		sent.Message = a.Message.Sent()
	}
	if g := ch.Guild(); g != nil {
		sent.GuildLocale = g.Locale
		if !g.HasBot {
			sent.AppPermissions = answerPermissions
		}
		sent.Member = g.memberIn(ch, a.UserID, true)
	} else {
		person := user.Wire()
		sent.User = &person
		sent.Context = 1
		sent.AppPermissions = dmPermissions
	}
	return in, sent
}

// deliver tells the bot of an interaction, and starts the time for the first answer.
func (s *State) deliver(in *Interaction, event *wire.InteractionCreate) {
	raw := wire.Encode(event)
	s.WithWorld(func(w *World) {
		if !w.closed {
			in.timer = time.AfterFunc(w.state.AnswerWithin, in.expire)
		}
	})
	if missed := s.EmitInteraction(raw); missed { // no answer can come
		in.expire()
	}
}

// Interaction is nil for unknown and forgotten tokens.
func (w *World) Interaction(token string) *Interaction { return w.interactions[token] }

func (in *Interaction) Expired(w *World) bool { return w.Now().Sub(in.Created) > tokenLife }

// Close gives up all interactions, also those to come.
func (s *State) Close() {
	s.WithWorld(func(w *World) {
		w.closed = true
		w.giveUpInteractions("Discord was closed")
	})
}

func (w *World) giveUpInteractions(failure string) {
	for _, in := range w.interactions {
		in.stopTimer()
		in.fail(failure)
	}
}

// Wait returns the outcome, after a deferral what follows. A failure is an outcome too. The error
// is the context's, with the outcome until then.
func (in *Interaction) Wait(ctx context.Context) (Outcome, error) {
	return in.await(ctx, in.settled)
}

// FirstAnswer returns the outcome of the first answer, which may be a deferral.
func (in *Interaction) FirstAnswer(ctx context.Context) (Outcome, error) {
	return in.await(ctx, in.first)
}

func (in *Interaction) await(ctx context.Context, done <-chan struct{}) (outcome Outcome, err error) {
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	in.state.WithWorld(func(*World) { outcome = in.outcome })
	return outcome, err
}

// Form returns the form that the interaction opened, or nil.
func (in *Interaction) Form() *wire.Modal {
	return Read(in.state, func(*World) *wire.Modal { return in.outcome.Form })
}

// Followups returns the messages after the first answer, as they are now.
func (in *Interaction) Followups() (list []*wire.Message) {
	in.state.WithWorld(func(w *World) {
		for _, id := range in.FollowupIDs {
			if m := w.Messages.ByID(id); m != nil {
				list = append(list, m)
			}
		}
	})
	return list
}

// Sign says in a message which interaction it answers.
func (in *Interaction) Sign(w *World, m *wire.Message, p body.Purpose) {
	m.Interaction = in.ref(w)
	m.ApplicationID, m.WebhookID = w.Bot.ID, w.Bot.ID
	if in.Kind == wire.InteractionCommand && p == body.ForAnswer {
		m.Type = wire.MessageCommand
		if in.Menu {
			m.Type = wire.MessageMenu
		}
	}
	if m.Ephemeral() {
		m.OnlyFor = in.UserID
	}
}

func (in *Interaction) ref(w *World) *wire.InteractionRef {
	ref := &wire.InteractionRef{ID: in.ID, Type: in.Kind, User: w.Users[in.UserID].Wire(),
		AuthorizingIntegrationOwners: in.Owners}
	switch in.Kind {
	case wire.InteractionCommand:
		ref.Name = in.Name
	case wire.InteractionModal:
		ref.Triggering = in.Opener.ref(w)
	default:
		ref.InteractedMessageID = in.MessageID
	}
	return ref
}

// OutcomeKind is "" before there is any.
type OutcomeKind string

const (
	Thinking     OutcomeKind = "thinking"     // deferred, nothing to read yet
	Acknowledged OutcomeKind = "acknowledged" // a press was accepted, nothing changed yet
	Replied      OutcomeKind = "replied"      // a new message
	Updated      OutcomeKind = "updated"      // the message of the component has changed
	Suggested    OutcomeKind = "suggested"    // choices of an autocomplete
	Asked        OutcomeKind = "asked"        // a form has opened
	Failed       OutcomeKind = "failed"       // the user was told that it did not work
)

type Outcome struct {
	Kind    OutcomeKind
	Message *wire.Message
	Choices []wire.Choice
	Form    *wire.Modal
	// Failure is what Discord told the user.
	Failure string
}

// NotResponded is what Discord tells a user whose interaction nobody answered in time.
const NotResponded = "The application did not respond"

// Progress is what became of an interaction. The world's lock guards it.
type Progress struct {
	Original    string // the message that @original stands for
	Deferred    int    // the callback of a deferral until something follows, else 0
	FollowupIDs []string
	Answered    bool

	timer   *time.Timer
	failed  bool
	excused bool // a fault lost the response to the answer, so it is right to answer again
	outcome Outcome
	first   chan struct{} // closed by the first answer
	settled chan struct{} // closed once there is something to look at, when isSettled

	isSettled bool
}

// MayAnswer refuses a second answer and one that comes too late.
func (in *Interaction) MayAnswer(w *World) *wire.Refusal {
	switch {
	case in.Answered:
		refusal := wire.Refuse(http.StatusBadRequest, wire.CodeAlreadyAnswered,
			"Interaction has already been acknowledged.")
		refusal.Excused = in.excused
		return refusal
	case in.failed, w.Now().Sub(in.Created) > w.state.AnswerWithin:
		return wire.Unknown(wire.CodeUnknownInteraction, "interaction")
	}
	return nil
}

// SetAnswered excuses the bot for answering again if a fault loses the response.
func (p *Progress) SetAnswered(responseLost bool) {
	p.Answered, p.excused = true, responseLost
	p.stopTimer()
}

// Show records what the user sees. Nothing changes after a settled outcome.
func (p *Progress) Show(outcome Outcome, settled bool) {
	if p.isSettled {
		return
	}
	if p.outcome.Kind == "" {
		close(p.first)
	}
	p.outcome, p.isSettled = outcome, settled
	if settled {
		close(p.settled)
	}
}

func (in *Interaction) expire() {
	in.state.WithWorld(func(*World) {
		if !in.Answered && !in.failed {
			in.fail(NotResponded)
		}
	})
}

func (p *Progress) fail(why string) {
	p.failed = true
	p.Show(Outcome{Kind: Failed, Failure: why}, true)
}

func (p *Progress) stopTimer() {
	if p.timer != nil {
		p.timer.Stop()
	}
}
