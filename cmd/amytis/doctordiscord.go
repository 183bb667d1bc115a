package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/gateway"
	"amytis/bot/discord/rest"
	"amytis/bot/handle/interaction"
	"amytis/bot/text"
	"amytis/store"
)

const portal = "https://discord.com/developers/applications"

// maxSkew is how wrong this machine's clock may be.
const maxSkew = 5 * time.Second

func (d *doctor) discord(ctx context.Context) {
	if d.config.Discord.Token == "" {
		d.problem("token", "there is no token, so amytis starts the playground, a local Discord on this machine",
			"copy the bot's token from "+portal+" (Bot) into the environment variable "+tokenVariable+" or discord.token")
		return
	}
	c, err := d.config.client()
	if err != nil {
		d.skip("discord", err.Error()) // a fault of the configuration
		return
	}
	defer c.Close()
	began := time.Now()
	info, err := gateway.Lookup(ctx, c)
	took := time.Since(began)
	valid := d.token(err)
	d.clock(&c.Clock)
	if !valid {
		return
	}
	app, err := discord.SettingsOf(ctx, c)
	if err != nil {
		d.unanswered("application", err)
	} else {
		d.application(app)
	}
	if !d.runs {
		d.gateway(ctx, c, info)
	}
	if err == nil {
		d.permissions(ctx, c, app.Bot.ID)
	}
	d.pace(took)
}

// client returns a client that waits when Discord asks for a pause, and leaves the running bot most
// of the requests that are allowed in a second.
func (c *configuration) client() (*rest.Client, error) {
	to := rest.Config{Token: c.Discord.Token, BaseURL: c.Discord.URL, PerSecond: 10, Patient: true}
	return rest.New(to, slog.New(slog.DiscardHandler))
}

func (d *doctor) pace(took time.Duration) {
	if took > slowAnswer {
		d.problem("discord", fmt.Sprintf("it is slow: it answered after %v", took.Round(time.Second/10)), slowFix)
	}
}

// token judges Discord's first answer, and returns whether to ask further.
func (d *doctor) token(err error) bool {
	var refused *gateway.FinalError
	var failed *rest.Error
	switch {
	case err == nil:
		d.ok("discord", "it answers")
		d.ok("token", "Discord knows it")
		return true
	case errors.As(err, &refused):
		d.ok("discord", "it answers")
		d.problem("token", "Discord does not accept the bot token", "a token has three parts, separated by dots: make a new one at "+
			portal+" (Bot, Reset Token) and put it into "+tokenVariable+" or discord.token")
	case errors.As(err, &failed) && failed.Status != 0 && failed.Status < 500:
		d.problem("discord", err.Error(), "wait for an hour: Discord refuses addresses that have sent many wrong requests")
	default:
		d.unanswered("token", err)
	}
	return false
}

func (d *doctor) unanswered(check string, err error) {
	var failed *rest.Error
	switch answered := errors.As(err, &failed) && failed.Status != 0; {
	case answered && !failed.Temporary():
		d.skip(check, err.Error())
	case answered:
		d.problem("discord", fmt.Sprintf("it answers with the error HTTP %d", failed.Status),
			"wait until it works again (https://discordstatus.com): the bot tries again by itself, and no move gets lost")
	case isSlow(err):
		d.problem("discord", fmt.Sprintf("it is slow: it did not answer in time: %v", err), slowFix)
	default:
		d.problem("discord", fmt.Sprintf("it cannot be reached: %v", err), reachFix(err))
	}
}

const (
	// slowAnswer is too long for players, whom the bot must answer in three seconds.
	slowAnswer = 2 * time.Second
	slowFix    = "look at https://discordstatus.com, at this machine's network and at the proxy, if there is one: " +
		"players have to press again, but no move gets lost"
)

// isSlow reports whether a connection was made, but no answer came in time.
func isSlow(err error) bool {
	var network net.Error
	var dial *net.OpError
	return errors.As(err, &network) && network.Timeout() && !(errors.As(err, &dial) && dial.Op == "dial")
}

// application compares the settings in the developer portal with the configuration.
func (d *doctor) application(app discord.Settings) {
	before := len(d.findings)
	set := d.config.Discord.PublicKey
	listens := d.config.Discord.Listen != ""
	if set != "" && !strings.EqualFold(app.PublicKey, set) {
		d.problem("public key", "discord.public_key is not the key of this token's application, so every interaction by "+
			"HTTP is refused", "remove discord.public_key: the bot then asks Discord for it")
	}
	switch {
	case app.InteractionsURL != "" && !listens:
		d.problem("interactions", "Discord sends all commands and presses to "+app.InteractionsURL+
			", but this bot waits for them at the gateway", "delete the Interactions Endpoint URL at "+portal+
			" (General Information), or set discord.listen to have them come by HTTP")
	case app.InteractionsURL == "" && listens:
		d.advise("interactions", "discord.listen is set, but they come by the gateway: "+portal+
			" (General Information) has no Interactions Endpoint URL", "enter the address of the bot there")
	}
	server, onServers := app.Installs[discordgo.ApplicationIntegrationGuildInstall]
	switch {
	case app.Installs == nil: // of an old application: on servers, by any link
	case !onServers:
		d.problem("install", "nobody can add the bot to a server", "switch Guild Install on at "+portal+" (Installation)")
	case server.Link != nil && discord.InstallPermissions&^server.Link.Permissions != 0:
		d.advise("install", "the bot's Add button asks for fewer permissions than the bot needs",
			fmt.Sprintf("choose those of the permissions %d at %s (Installation), or give people the link in the log",
				int64(discord.InstallPermissions), portal))
	}
	if _, forUsers := app.Installs[discordgo.ApplicationIntegrationUserInstall]; !forUsers {
		d.advise("install", "only servers can add the bot, no person for themselves",
			"switch User Install on at "+portal+" (Installation) if you want that")
	}
	var intents []string
	for i, name := range []string{"Presence", "Server Members", "", "Message Content"} {
		// Each has two flags: one for applications that Discord has reviewed, one for small ones.
		if name != "" && app.Flags>>(12+2*i)&3 != 0 {
			intents = append(intents, name)
		}
	}
	if len(intents) > 0 {
		d.advise("privileged intents",
			"privileged intents are switched on, which the bot never uses: "+strings.Join(intents, ", "),
			"switch them off at "+portal+" (Bot): then Discord never asks why")
	}
	if app.PrivacyURL == "" {
		d.advise("privacy policy", "the application has none, which Discord wants to see before it verifies a bot",
			"publish one, such as PRIVACY.md with your address, and enter its URL at "+portal+" (General Information)")
	}
	if len(d.findings) == before {
		d.ok("application", "its settings fit the bot")
	}
}

func reachFix(err error) string {
	if _, is := errors.AsType[*net.DNSError](err); is {
		return "make name resolution work on this machine (/etc/resolv.conf): it must find discord.com"
	}
	if _, is := errors.AsType[*tls.CertificateVerificationError](err); is {
		return "set this machine's clock, and install its certificates (on Debian, the package ca-certificates)"
	}
	return "check this machine's network: it must reach https://discord.com and wss://gateway.discord.gg, " +
		"if necessary through the proxy in HTTPS_PROXY"
}

// clock compares this machine's clock with Discord's, to a second or as long as an answer takes.
func (d *doctor) clock(c *rest.Clock) {
	now := time.Now()
	there, ok := c.AtLeast(now)
	ahead := now.Sub(there)
	side := "ahead of"
	if ahead < 0 {
		side = "behind"
	}
	switch {
	case !ok:
		d.skip("clock", "Discord has not told the time")
	case ahead.Abs() > maxSkew:
		d.problem("clock", fmt.Sprintf("this machine's clock is %v %s Discord's, so turns end at wrong times",
			ahead.Abs().Round(time.Second), side), "have the clock set by the network, with systemd: timedatectl set-ntp true")
	default:
		d.ok("clock", "as Discord's")
	}
}

func (d *doctor) gateway(ctx context.Context, c *rest.Client, info gateway.Info) {
	if err := gateway.Try(ctx, c, info.URL); err != nil {
		d.problem("gateway", fmt.Sprintf("it cannot be used: %v", err), reachFix(err))
		return
	}
	starts := info.SessionStartLimit
	d.ok("gateway", "it answers; %d of %d sessions are left today", starts.Remaining, starts.Total)
}

// permissions looks at the channels with open games. On a server without games it only looks for a
// channel where one can begin.
func (d *doctor) permissions(ctx context.Context, c *rest.Client, botID string) {
	guilds, err := guildsOf(ctx, c)
	if err != nil {
		d.unanswered("permissions", err)
		return
	}
	open := map[string][]store.Place{}
	for _, p := range d.stored.Open {
		open[p.Guild.String()] = append(open[p.Guild.String()], p)
	}
	before := d.problems()
	channels := 0
	for i, g := range guilds {
		if d.problems()-before >= enoughProblems {
			d.skip("permissions", fmt.Sprintf("%s were not looked at", counted(len(guilds)-i, "server")))
			return
		}
		places := open[g.ID]
		slices.SortFunc(places, func(a, b store.Place) int { return cmp.Compare(a.Channel, b.Channel) })
		channels += len(places)
		if err := d.guild(ctx, c, botID, g, places); err != nil {
			d.unanswered("permissions", err)
			return
		}
	}
	if d.problems() == before {
		d.ok("permissions", "all there, on %s and in %s with games", counted(len(guilds), "server"), counted(channels, "channel"))
	}
}

// guildsOf returns the bot's servers, with its permissions there, which channels can change.
func guildsOf(ctx context.Context, c *rest.Client) (all []*discordgo.UserGuild, err error) {
	const page = 200
	for after := "0"; ; after = all[len(all)-1].ID {
		var some []*discordgo.UserGuild
		q := rest.To(http.MethodGet, "/users/@me/guilds")
		q.Query = fmt.Sprintf("limit=%d&after=%s", page, after)
		err := c.Do(ctx, q, &some)
		if all = append(all, some...); err != nil || len(some) < page {
			return all, err
		}
	}
}

// enoughProblems is how many problems with permissions end the search.
const enoughProblems = 10

// needed are the permissions without which there are no games.
const needed = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles

func (d *doctor) guild(
	ctx context.Context, c *rest.Client, botID string, g *discordgo.UserGuild, open []store.Place,
) error {
	if len(open) == 0 && (g.Permissions&needed == needed || g.Permissions&discordgo.PermissionAdministrator != 0) {
		return nil
	}
	var m discordgo.Member
	if err := c.Do(ctx, rest.To(http.MethodGet, "/guilds/{guild}/members/{user}", g.ID, botID), &m); err != nil {
		return err
	}
	rooms, err := discord.RoomsOf(ctx, c, g.ID)
	if err != nil {
		return err
	}
	if until := m.CommunicationDisabledUntil; until != nil && time.Now().Before(*until) {
		d.problem("permissions", "the bot is in a timeout on "+g.Name+", so it can post nowhere, whatever its roles allow",
			"have a moderator end it there (Remove Timeout); what the bot could not post comes then")
	}
	if len(open) == 0 && !rooms.CanUseText(botID, m.Roles, needed) {
		d.findings = append(d.findings, finding{State: problem, Check: "permissions", Where: "server " + g.Name, Guild: g.ID,
			Text: "there is no channel where the bot may post. Its roles lack: " + lacking(g.Permissions, false),
			Fix:  "give the bot's role these permissions (Server Settings, Roles), or invite the bot again with its link"})
	}
	for _, p := range open {
		id := p.Channel.String()
		var ch discordgo.Channel
		err := c.Do(ctx, rest.To(http.MethodGet, "/channels/{channel}", id), &ch)
		unseen := errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrChannelGone)
		if err != nil && !unseen {
			return err
		}
		rules := id
		if ch.IsThread() {
			rules = ch.ParentID
		}
		if missing := lacking(rooms.Permissions(botID, m.Roles, rules), ch.IsThread()); missing != "" {
			if unseen {
				missing += ". Or the channel is deleted: then its game ends by itself"
			}
			d.findings = append(d.findings, finding{State: problem, Check: "permissions",
				Where: fmt.Sprintf("#%s on %s", cmp.Or(ch.Name, id), g.Name), Guild: g.ID, Channel: id,
				Text: "the bot lacks: " + missing,
				Fix:  "give the bot's role these permissions in that channel (Edit Channel, Permissions); what it could not post comes then"})
		}
	}
	return nil
}

// lacking lists the permissions that are missing for a game, "" for none.
func lacking(has int64, inThread bool) string {
	if has&(discordgo.PermissionViewChannel|discordgo.PermissionAdministrator) == 0 {
		return "View Channel, without which the others do not count"
	}
	venue := interaction.InChannel
	if inThread {
		venue = interaction.InThread
	}
	names := interaction.Lacking(text.For("en"), has, venue)
	if has&(discordgo.PermissionReadMessageHistory|discordgo.PermissionAdministrator) == 0 {
		names = append(names, "Read Message History")
	}
	return strings.Join(names, ", ")
}

// counted returns a number with a noun, such as "2 servers".
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
