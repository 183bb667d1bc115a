// Package probe finds out what the bot would meet at Discord, without running it.
package probe

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/gateway"
	"amytis/bot/discord/rest"
)

// Probe asks Discord. Its requests are made once, except that they wait when Discord asks for a
// pause. Errors are as for [rest.Client.Do], or a [gateway.FinalError].
type Probe struct {
	rest  *rest.Client
	info  gateway.Info
	botID string // "" until it is known

	Took time.Duration // how long Discord took to answer Token
}

func New(cfg rest.Config) (*Probe, error) {
	cfg.PerSecond = 10 // so that the running bot is not slowed down
	r, err := rest.New(cfg, slog.New(slog.DiscardHandler))
	return &Probe{rest: r}, err
}

func (p *Probe) Close() { p.rest.Close() }

// Skew is how far this host's clock is ahead of Discord's, as exactly as answers tell: to a second
// or as long as they take. known is false before any answer.
func (p *Probe) Skew() (ahead time.Duration, known bool) {
	now := time.Now()
	at, known := p.rest.Clock.AtLeast(now)
	return now.Sub(at), known
}

// get makes a GET request. It tries again after a pause that Discord asks for.
func (p *Probe) get(ctx context.Context, q rest.Request, result any) error {
	for {
		err := p.rest.Do(ctx, q, result)
		var refused *rest.Error
		if !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests ||
			refused.RetryAfter > 10*time.Second {
			return err
		}
		if err := rest.Sleep(ctx, refused.RetryAfter); err != nil {
			return err
		}
	}
}

// Token asks Discord for the gateway, which needs a good token.
func (p *Probe) Token(ctx context.Context) (err error) {
	began := time.Now()
	p.info, err = gateway.Lookup(ctx, p.rest)
	p.Took = time.Since(began)
	return err
}

// Application is what the developer portal says about the bot.
// https://discord.com/developers/docs/resources/application#application-object
type Application struct {
	PublicKey       string `json:"verify_key"` // hex digits; Discord signs interactions by HTTP with it
	InteractionsURL string `json:"interactions_endpoint_url"`
	PrivacyURL      string `json:"privacy_policy_url"`
	Flags           int64  `json:"flags"`
	// Installs are the ways to install it, "0" on servers and "1" for a user.
	Installs map[string]struct {
		Link *struct {
			Permissions int64 `json:"permissions,string"`
		} `json:"oauth2_install_params"`
	} `json:"integration_types_config"`
}

// PrivilegedIntents returns the names of the ones that are switched on. Each has two flags: one for
// applications that Discord has reviewed, one for small ones.
func (a Application) PrivilegedIntents() (names []string) {
	for i, name := range []string{"Presence", "Server Members", "", "Message Content"} {
		if name != "" && a.Flags>>(12+2*i)&3 != 0 {
			names = append(names, name)
		}
	}
	return names
}

func (p *Probe) Application(ctx context.Context) (a Application, err error) {
	err = p.get(ctx, rest.To(http.MethodGet, "/applications/@me"), &a)
	return a, err
}

// StartsLeft returns how many sessions the bot may start today, of how many. Call Token before.
func (p *Probe) StartsLeft() (left, total int) {
	return p.info.SessionStartLimit.Remaining, p.info.SessionStartLimit.Total
}

// Gateway is [gateway.Try] with what Token has learned. An identify is one of the day's sessions.
func (p *Probe) Gateway(ctx context.Context, shards int, identify bool) error {
	return gateway.Try(ctx, p.rest, p.info, shards, identify)
}

type Channel struct {
	ID, Name    string
	IsThread    bool
	Permissions int64
}

// Guilds returns the bot's servers, with its permissions there, which channels can change.
func (p *Probe) Guilds(ctx context.Context) (all []*discordgo.UserGuild, err error) {
	const page = 200
	for after := "0"; ; after = all[len(all)-1].ID {
		var some []*discordgo.UserGuild
		q := rest.To(http.MethodGet, "/users/@me/guilds")
		q.Query = fmt.Sprintf("limit=%d&after=%s", page, after)
		err := p.get(ctx, q, &some)
		if all = append(all, some...); err != nil || len(some) < page {
			return all, err
		}
	}
}

// Places tells what the bot may do in the channels of a server.
type Places struct {
	probe    *Probe
	rooms    *discord.Rooms
	roles    []string
	TimedOut bool // the bot can post nowhere, because of a timeout
}

func (p *Probe) Places(ctx context.Context, guildID string) (*Places, error) {
	if p.botID == "" {
		var me rest.Object
		if err := p.get(ctx, rest.To(http.MethodGet, "/users/@me"), &me); err != nil {
			return nil, err
		}
		p.botID = me.ID
	}
	var m discordgo.Member
	if err := p.get(ctx, rest.To(http.MethodGet, "/guilds/{guild}/members/{user}", guildID, p.botID), &m); err != nil {
		return nil, err
	}
	rooms, err := discord.RoomsOf(ctx, p.rest, guildID)
	until := m.CommunicationDisabledUntil
	return &Places{probe: p, rooms: rooms, roles: m.Roles, TimedOut: until != nil && time.Now().Before(*until)}, err
}

// Channel returns a channel or thread. One that is gone is as one that the bot cannot see, without
// a name and permissions: Discord may not tell them apart.
func (p *Places) Channel(ctx context.Context, id string) (Channel, error) {
	var c discordgo.Channel
	err := p.probe.get(ctx, rest.To(http.MethodGet, "/channels/{channel}", id), &c)
	if errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrChannelGone) {
		return Channel{ID: id}, nil
	}
	rules := id
	if c.IsThread() {
		rules = c.ParentID
	}
	may := p.rooms.Permissions(p.probe.botID, p.roles, rules)
	return Channel{ID: id, Name: c.Name, IsThread: c.IsThread(), Permissions: may}, err
}

// CanUse reports whether the bot has all these permissions in at least one text channel.
func (p *Places) CanUse(permissions int64) bool {
	return p.rooms.CanUseText(p.probe.botID, p.roles, permissions)
}
