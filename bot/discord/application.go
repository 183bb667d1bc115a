package discord

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

// Application changes the application's commands and emoji, the same on all servers.
type Application struct {
	rest *rest.Client
	id   ownID
}

// ownID is an ID of the bot, which never changes.
type ownID struct{ value atomic.Pointer[string] }

// lookUp asks Discord at a route if the ID is not known yet.
func (o *ownID) lookUp(ctx context.Context, r *rest.Client, route string) (string, error) {
	if id := o.value.Load(); id != nil {
		return *id, nil
	}
	var self rest.Object
	if err := r.Do(ctx, rest.To(http.MethodGet, route), &self); err != nil {
		return "", err
	}
	o.value.Store(&self.ID)
	return self.ID, nil
}

const (
	ownApplication = "/applications/@me"
	ownUser        = "/users/@me"
)

// Settings are what the developer portal says about the application.
// https://discord.com/developers/docs/resources/application#application-object
type Settings struct {
	Bot             rest.Object `json:"bot"`
	PublicKey       string      `json:"verify_key"` // hex digits; Discord signs interactions by HTTP with it
	InteractionsURL string      `json:"interactions_endpoint_url"`
	PrivacyURL      string      `json:"privacy_policy_url"`
	Flags           int64       `json:"flags"`
	Installs        map[discordgo.ApplicationIntegrationType]struct {
		Link *struct {
			Permissions int64 `json:"permissions,string"`
		} `json:"oauth2_install_params"`
	} `json:"integration_types_config"`
}

func SettingsOf(ctx context.Context, c *rest.Client) (s Settings, err error) {
	err = c.Do(ctx, rest.To(http.MethodGet, ownApplication), &s)
	return s, err
}

// ForUsers asks Discord whether users can install the bot for themselves.
func (a *Application) ForUsers(ctx context.Context) (bool, error) {
	s, err := SettingsOf(ctx, a.rest)
	_, users := s.Installs[discordgo.ApplicationIntegrationUserInstall]
	return users, err
}

// InstallPermissions are the permissions that the install link asks for. The last one is for
// finding out whether a message was posted before an outage.
const InstallPermissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionSendMessagesInThreads | discordgo.PermissionCreatePublicThreads |
	discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory

// InstallLink returns the link that adds the bot and its commands to a server. guildID preselects
// one; "" lets the user choose.
// https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow
func InstallLink(applicationID, guildID string) string {
	link := "https://discord.com/oauth2/authorize?client_id=" + url.QueryEscape(applicationID) +
		"&scope=bot+applications.commands&permissions=" + strconv.FormatInt(InstallPermissions, 10)
	if guildID != "" {
		link += "&guild_id=" + url.QueryEscape(guildID)
	}
	return link
}

// Registration is what to remember of registered commands.
type Registration struct {
	Hash string            `json:"hash"` // the hash of the commands, "" if none are registered
	IDs  map[string]string `json:"ids"`  // the commands' IDs by their default names
	Kept []string          `json:"-"`    // commands that are not the bot's, such as the one that opens an Activity
}

// OverwriteCommandsIfChanged registers the bot's commands on all servers, and returns what to
// remember. It does nothing if their hash is the remembered one, since Discord limits how often
// commands may be created. Commands of other types stay: Discord refuses to lose an Entry Point.
// https://discord.com/developers/docs/interactions/application-commands#bulk-overwrite-global-application-commands
func (a *Application) OverwriteCommandsIfChanged(
	ctx context.Context, cmds []*discordgo.ApplicationCommand, remembered Registration,
) (now Registration, changed bool, err error) {
	text, err := json.Marshal(cmds) // with the keys of maps in order
	hash := fmt.Sprintf("%x", sha256.Sum256(text))
	if err != nil || hash == remembered.Hash {
		return remembered, false, err
	}
	app, err := a.id.lookUp(ctx, a.rest, ownApplication)
	if err != nil {
		return remembered, false, err
	}
	now = Registration{Hash: hash, IDs: map[string]string{}}
	look := rest.To(http.MethodGet, "/applications/{app}/commands", app)
	look.Query = "with_localizations=true"
	var there []json.RawMessage
	var registered []struct{ ID, Name string }
	if err := a.rest.Do(ctx, look, &there); err != nil {
		return remembered, false, err
	}
	all := []any{} // null is not a list
	for _, c := range cmds {
		all = append(all, c)
	}
	for _, raw := range there {
		var c discordgo.ApplicationCommand
		if json.Unmarshal(raw, &c) == nil && c.Type > discordgo.MessageApplicationCommand {
			all = append(all, raw)
			now.Kept = append(now.Kept, c.Name)
		}
	}
	q := rest.To(http.MethodPut, "/applications/{app}/commands", app)
	q.JSON = all
	if err := a.rest.Do(ctx, q, &registered); err != nil {
		return remembered, false, err
	}
	for _, c := range registered {
		now.IDs[c.Name] = c.ID
	}
	return now, true, nil
}

// emojiRequest has a lane for all requests for emoji. Discord limits them more than others and does
// not say how much is left.
func (a *Application) emojiRequest(ctx context.Context, method string, body, result any) error {
	app, err := a.id.lookUp(ctx, a.rest, ownApplication)
	if err != nil {
		return err
	}
	q := rest.To(method, "/applications/{app}/emojis", app)
	q.JSON, q.Bucket = body, "emoji"
	return a.rest.Do(ctx, q, result)
}

// Emoji returns the emoji of the application, which only the bot can use, on every server.
// https://discord.com/developers/docs/resources/emoji
func (a *Application) Emoji(ctx context.Context) ([]discordgo.Emoji, error) {
	var list struct {
		Items []discordgo.Emoji `json:"items"`
	}
	err := a.emojiRequest(ctx, http.MethodGet, nil, &list)
	return list.Items, err
}

// CreateEmoji uploads an emoji: a PNG file of 128 x 128 pixels and at most 256 KiB. The name is 2
// to 32 letters, digits or underscores, and no other emoji of the application has it.
func (a *Application) CreateEmoji(ctx context.Context, name string, data []byte) (made discordgo.Emoji, err error) {
	err = a.emojiRequest(ctx, http.MethodPost, map[string]string{
		"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(data),
	}, &made)
	return made, err
}
