package wire

// Interaction types.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
const (
	InteractionCommand      = 2
	InteractionComponent    = 3
	InteractionAutocomplete = 4
	InteractionModal        = 5
)

// Callback types.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
const (
	CallbackMessage      = 4
	CallbackDeferMessage = 5
	CallbackDeferUpdate  = 6
	CallbackUpdate       = 7
	CallbackChoices      = 8
	CallbackModal        = 9
)

// InteractionCreate tells the bot what a user did.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
type InteractionCreate struct {
	ID                           string            `json:"id"`
	ApplicationID                string            `json:"application_id"`
	Type                         int               `json:"type"`
	Token                        string            `json:"token"`
	Version                      int               `json:"version"`
	GuildID                      string            `json:"guild_id,omitempty"`
	ChannelID                    string            `json:"channel_id"`
	Channel                      Channel           `json:"channel"`
	Member                       *Member           `json:"member,omitempty"`
	User                         *User             `json:"user,omitempty"`
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

type ComponentData struct {
	CustomID      string                    `json:"custom_id"`
	ComponentType int                       `json:"component_type"`
	ID            int                       `json:"id,omitempty"`
	Values        []string                  `json:"values,omitempty"`
	Resolved      map[string]map[string]any `json:"resolved,omitempty"`
}

type CommandData struct {
	ID       string                    `json:"id"`
	Name     string                    `json:"name"`
	Type     int                       `json:"type"`
	TargetID string                    `json:"target_id,omitempty"`
	Options  []OptionData              `json:"options,omitempty"`
	Resolved map[string]map[string]any `json:"resolved,omitempty"`
}

// OptionData is an option, subcommand or group with what the user filled in.
type OptionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Focused bool         `json:"focused,omitempty"`
	Options []OptionData `json:"options,omitempty"`
}
