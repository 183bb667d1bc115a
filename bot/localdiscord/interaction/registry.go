// Package interaction follows an interaction from the user's action over the bot's answers to what
// the user sees.
//
// What changes about an interaction is guarded by the world's lock, since it changes together with
// messages: it is reached through [Registry.With] only.
package interaction

import (
	"encoding/json"
	"time"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/bounded"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

type Config struct {
	State *world.State
	// AnswerWithin is how long the bot has for the first answer.
	AnswerWithin time.Duration
	TokenLife    time.Duration
	Keep         int
	// Emit tells the bot of an interaction. It returns true if the bot will not hear of it in time.
	Emit func(event json.RawMessage) (missed bool)
}

// Registry has the interactions that can still be answered or followed up.
type Registry struct {
	config Config
	open   Open
}

func New(config Config) *Registry {
	d := &Registry{config: config}
	d.open = Open{registry: d, byID: map[string]*Interaction{}, byToken: map[string]*Interaction{}}
	return d
}

// Open is a registry while nothing else happens in the world.
type Open struct {
	registry *Registry
	closed   bool
	byID     map[string]*Interaction
	byToken  map[string]*Interaction
	order    bounded.Queue[*Interaction]
}

func (d *Registry) WithOpen(do func(w *world.World, open *Open)) {
	d.config.State.WithWorld(func(w *world.World) { do(w, &d.open) })
}

func (d *Registry) State() *world.State { return d.config.State }

// ByID is nil if the interaction is unknown or forgotten.
func (o *Open) ByID(id string) *Interaction { return o.byID[id] }

// ByToken is nil if the interaction is unknown or forgotten, or its token has expired.
func (o *Open) ByToken(token string, now time.Time) *Interaction {
	in := o.byToken[token]
	if in == nil || now.Sub(in.Created) > o.registry.config.TokenLife {
		return nil
	}
	return in
}

func (o *Open) Progress(in *Interaction) *Progress { return &in.progress }

func (o *Open) keep(in *Interaction) {
	o.byID[in.ID], o.byToken[in.Token] = in, in
	if old, dropped := o.order.Push(in, o.registry.config.Keep); dropped {
		delete(o.byID, old.ID)
		delete(o.byToken, old.Token)
	}
}

// Cause is what a user did.
type Cause struct {
	Kind   int // wire.InteractionCommand and so on
	UserID string
	// Name is "garden dig" for a command, the custom id for a component.
	Name string
	// OptionType is the type of an autocomplete's option.
	OptionType int
	// Menu says that the command is from a menu.
	Menu bool
	// Opener opened the form that was sent, nil for other interactions.
	Opener *Interaction
}

// Action is a cause with what the bot is told of it.
type Action struct {
	Cause
	Channel *world.Channel
	Message *wire.Message
	Data    any
}

// answerPermissions are all that an application without its bot has: it can only answer.
// https://github.com/discord/discord-api-docs/issues/5316
const answerPermissions = wire.AttachFiles | wire.EmbedLinks

// dmPermissions are what the application has in a direct conversation with its bot.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
const dmPermissions = answerPermissions | wire.MentionEveryone | wire.UseExternalEmojis

// BeginInteraction makes an interaction of an action, and the event that tells the bot of it.
// Deliver must follow.
func (o *Open) BeginInteraction(w *world.World, a Action) (*Interaction, *wire.InteractionCreate) {
	ch := a.Channel
	user := w.User(a.UserID)
	in := &Interaction{registry: o.registry, Cause: a.Cause, ID: w.NewID(), Created: w.Now(), ChannelID: ch.ID,
		GuildID: ch.GuildID, Owners: ch.Installed(a.UserID),
		progress: Progress{first: make(chan struct{}), settled: make(chan struct{})}}
	in.Token = newToken(in.ID)
	o.keep(in)
	channel := ch.Wire()
	mine := ch.Permissions(a.UserID)
	channel.Permissions = &mine
	channel.PermissionOverwrites = nil
	sent := &wire.InteractionCreate{ID: in.ID, ApplicationID: w.BotID(), Type: a.Kind, Token: in.Token, Version: 1,
		GuildID: ch.GuildID, ChannelID: ch.ID, Channel: channel, AppPermissions: ch.Permissions(w.BotID()),
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
		sent.Member = ch.WireMember(a.UserID, true)
	} else {
		person := user.Wire()
		sent.User = &person
		sent.Context = 1
		sent.AppPermissions = dmPermissions
	}
	return in, sent
}

// Deliver tells the bot of an interaction, and starts the time for the first answer.
func (d *Registry) Deliver(in *Interaction, event *wire.InteractionCreate) {
	raw := wire.Encode(event)
	d.WithOpen(func(_ *world.World, open *Open) {
		if !open.closed {
			open.Progress(in).timer = time.AfterFunc(d.config.AnswerWithin, in.expire)
		}
	})
	if missed := d.config.Emit(raw); missed { // waiting would teach nothing
		in.expire()
	}
}

func (d *Registry) Close() {
	d.WithOpen(func(_ *world.World, open *Open) {
		open.closed = true
		open.giveUp("Discord was closed")
	})
}

// GiveUp tells people that the bot did not respond, also after a deferral.
func (d *Registry) GiveUp() {
	d.WithOpen(func(_ *world.World, open *Open) { open.giveUp(NotResponded) })
}

func (o *Open) giveUp(failure string) {
	for _, in := range o.byID {
		p := o.Progress(in)
		p.stopTimer()
		p.failed = true
		p.Show(Outcome{Kind: Failed, Failure: failure}, true)
	}
}
