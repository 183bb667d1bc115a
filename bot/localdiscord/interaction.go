package localdiscord

import (
	"context"
	"encoding/json"
	"time"
)

// Interaction types. https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
const (
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModalSubmit  = 5
)

// Interaction is something that a user did and that the bot has to answer.
type Interaction struct {
	server   *Server
	id       string
	token    string
	kind     int
	user     *userState
	channel  string
	guild    string
	name     string // of a command: "garden dig"; of a component or modal: the custom id
	created  time.Time
	source   string // the message of a component
	original string // the message that @original stands for
	modal    *Modal // what the bot showed
	option   int    // the type of the option that an autocomplete is about
	deferred int    // callback type 5 or 6, as long as nothing followed

	timer     *time.Timer
	answered  bool
	failed    bool
	excused   bool // the answer's reply was lost by a fault: answering again is right
	followups []string
	outcome   Outcome
	first     chan struct{}
	settled   chan struct{}
}

// OutcomeKind says what an interaction led to.
type OutcomeKind string

// The kinds of outcomes.
const (
	Waiting      OutcomeKind = ""             // nothing yet
	Thinking     OutcomeKind = "thinking"     // deferred, nothing to read yet
	Acknowledged OutcomeKind = "acknowledged" // a press was taken note of, nothing changed yet
	Replied      OutcomeKind = "replied"      // a new message
	Updated      OutcomeKind = "updated"      // the message of the component has changed
	Deleted      OutcomeKind = "deleted"      // the answer was taken back
	ModalShown   OutcomeKind = "modal shown"
	Suggested    OutcomeKind = "suggested" // choices of an autocomplete
	Failed       OutcomeKind = "failed"    // the user was told that it did not work
)

// Outcome is what the user got to see.
type Outcome struct {
	Kind OutcomeKind
	// Message that was created or updated.
	Message *Message
	// Modal that was shown.
	Modal *Modal
	// Choices that were suggested.
	Choices []Choice
	// Failure is what Discord told the user.
	Failure string
}

// NotResponded is what Discord tells a user whose interaction nobody answered in time.
const NotResponded = "The application did not respond"

// ID of the interaction.
func (in *Interaction) ID() string { return in.id }

// Created is when the user made it.
func (in *Interaction) Created() time.Time { return in.created }

// Interaction finds something that the user did by its id; nil if it is not the user's or was long ago.
func (u *User) Interaction(id string) *Interaction {
	u.server.mu.Lock()
	defer u.server.mu.Unlock()
	if in := u.server.interactions.byID[id]; in != nil && in.user.id == u.ID {
		return in
	}
	return nil
}

// Token of the interaction, for tests that look for it where it must not be.
func (in *Interaction) Token() string { return in.token }

// Wait gives the outcome once there is one to look at: after a deferral it waits for what follows. A failure is an
// outcome too; the error is the context's, and then the outcome is what there was until then.
func (in *Interaction) Wait(ctx context.Context) (Outcome, error) {
	return in.await(ctx, in.settled)
}

// FirstAnswer gives the outcome after the first answer, which may be a deferral.
func (in *Interaction) FirstAnswer(ctx context.Context) (Outcome, error) {
	return in.await(ctx, in.first)
}

func (in *Interaction) await(ctx context.Context, done <-chan struct{}) (Outcome, error) {
	var err error
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	in.server.mu.Lock()
	defer in.server.mu.Unlock()
	return in.outcome, err
}

// Followups are the messages sent after the first answer, as they are now.
func (in *Interaction) Followups() []*Message {
	in.server.mu.Lock()
	defer in.server.mu.Unlock()
	var list []*Message
	for _, id := range in.followups {
		if rec := in.server.world.messages[id]; rec != nil && !rec.deleted {
			list = append(list, rec.current)
		}
	}
	return list
}

// show records what the user sees now. It is called with the server's lock held.
func (in *Interaction) show(o Outcome, settled bool) {
	if !closed(in.settled) {
		in.outcome = o
	}
	if !closed(in.first) {
		close(in.first)
	}
	if settled && !closed(in.settled) {
		close(in.settled)
	}
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// interactions are those that can still be answered or followed up.
type interactions struct {
	byID    map[string]*Interaction
	byToken map[string]*Interaction
	order   queue[*Interaction]
}

func newInteractions() interactions {
	return interactions{byID: map[string]*Interaction{}, byToken: map[string]*Interaction{}}
}

func (all *interactions) keep(in *Interaction, limit int) {
	all.byID[in.id], all.byToken[in.token] = in, in
	if old, fell := all.order.push(in, limit); fell {
		delete(all.byID, old.id)
		delete(all.byToken, old.token)
	}
}

// end tells everybody who still waits that nothing will come.
func (all *interactions) end() {
	for _, in := range all.byID {
		if in.timer != nil {
			in.timer.Stop()
		}
		in.failed = true
		in.show(Outcome{Kind: Failed, Failure: "Discord was closed"}, true)
	}
}

// wireInteraction is INTERACTION_CREATE.
type wireInteraction struct {
	ID                           string            `json:"id"`
	ApplicationID                string            `json:"application_id"`
	Type                         int               `json:"type"`
	Token                        string            `json:"token"`
	Version                      int               `json:"version"`
	GuildID                      string            `json:"guild_id,omitempty"`
	Guild                        *interactionGuild `json:"guild,omitempty"`
	ChannelID                    string            `json:"channel_id"`
	Channel                      wireChannel       `json:"channel"`
	Member                       *wireMember       `json:"member,omitempty"`
	User                         *UserInfo         `json:"user,omitempty"`
	AppPermissions               Permissions       `json:"app_permissions"`
	Locale                       string            `json:"locale"`
	GuildLocale                  string            `json:"guild_locale,omitempty"`
	Entitlements                 []any             `json:"entitlements"`
	AuthorizingIntegrationOwners map[string]string `json:"authorizing_integration_owners"`
	Context                      int               `json:"context"`
	AttachmentSizeLimit          int               `json:"attachment_size_limit"`
	Message                      *Message          `json:"message,omitempty"`
	Data                         any               `json:"data"`
}

type interactionGuild struct {
	ID       string   `json:"id"`
	Locale   string   `json:"locale"`
	Features []string `json:"features"`
}

// begin makes the interaction and the event that tells the bot of it. It is called with the server's lock held.
func (s *Server) begin(in *Interaction, ch *channelState, data any, message *Message) *wireInteraction {
	w := &s.world
	in.server, in.id, in.created = s, s.newID(), s.now()
	in.token = interactionToken(in.id)
	in.channel, in.guild = ch.id, ch.guildID
	in.first, in.settled = make(chan struct{}), make(chan struct{})
	s.interactions.keep(in, s.options.MaxInteractions)
	channel := w.wireChannel(ch)
	mine := w.permissionsIn(in.user.id, ch)
	channel.Permissions = &mine
	channel.PermissionOverwrites = nil
	wire := &wireInteraction{ID: in.id, ApplicationID: botID, Type: in.kind, Token: in.token, Version: 1,
		GuildID: ch.guildID, ChannelID: ch.id, Channel: channel, AppPermissions: w.permissionsIn(botID, ch),
		Locale: in.user.locale, Entitlements: []any{}, AttachmentSizeLimit: maxAttachmentSize, Message: message, Data: data}
	if g := w.guilds[ch.guildID]; g != nil {
		wire.Guild = &interactionGuild{ID: g.id, Locale: g.locale, Features: []string{}}
		wire.GuildLocale = g.locale
		wire.Member = w.wireMemberOf(g, in.user.id, ch)
		wire.AuthorizingIntegrationOwners = map[string]string{"0": g.id}
	} else {
		user := in.user.wire()
		wire.User, wire.Context = &user, 1
		wire.AuthorizingIntegrationOwners = map[string]string{"0": "0"}
	}
	return wire
}

// deliver tells the bot, and starts the three seconds.
func (s *Server) deliver(in *Interaction, wire *wireInteraction, times int) error {
	raw, err := json.Marshal(wire)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if !s.closed.Load() {
		in.timer = time.AfterFunc(s.options.AnswerWithin, in.expire)
	}
	s.mu.Unlock()
	missed := true
	for range times {
		missed = s.gateway.emitRaw(event{name: "INTERACTION_CREATE", data: raw}) && missed
	}
	if missed { // nothing would be learnt by waiting
		in.expire()
	}
	return nil
}

// expire tells the user that nobody answered.
func (in *Interaction) expire() {
	in.server.mu.Lock()
	defer in.server.mu.Unlock()
	if in.answered || in.failed {
		return
	}
	in.failed = true
	in.show(Outcome{Kind: Failed, Failure: NotResponded}, true)
}

// late tells whether the first answer comes too late.
func (in *Interaction) late(now time.Time) bool {
	return in.failed || now.Sub(in.created) > in.server.options.AnswerWithin
}

// ref is what a message says about the interaction that made it.
func (in *Interaction) ref() *InteractionRef {
	owner := in.guild
	if owner == "" {
		owner = in.user.id
	}
	ref := &InteractionRef{ID: in.id, Type: in.kind, User: in.user.wire(),
		AuthorizingIntegrationOwners: map[string]string{"0": owner}}
	if in.kind == kindCommand {
		ref.Name = in.name
	}
	ref.InteractedMessageID = in.source
	return ref
}
