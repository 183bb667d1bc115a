package interactions

import (
	"cmp"
	"encoding/json"
	"errors"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
)

type interaction struct {
	event   *discordgo.InteractionCreate // nil if the interaction cannot even be answered
	channel Channel                      // where it comes from, which discordgo does not decode
	err     error                        // set if the event has only what an answer needs
}

var (
	errNoPlayer   = errors.New("it names no player")
	errIncomplete = errors.New("it lacks the data, an option or the pressed message")
	errWrongKind  = errors.New("its type is unknown")
)

// decodeInteraction decodes an interaction. It alone decides what the bot can read: to handlers the
// data, the options, the player and the pressed message are there. Of that message it takes only
// the head and the files: nobody reads its text and its controls, which take several kilobytes.
func decodeInteraction(data []byte) interaction {
	type fields discordgo.Interaction // without its UnmarshalJSON
	var raw struct {
		fields
		Data    json.RawMessage `json:"data"`
		Message *struct {
			ID          string                         `json:"id"`
			ChannelID   string                         `json:"channel_id"`
			Flags       discordgo.MessageFlags         `json:"flags"`
			Attachments []*discordgo.MessageAttachment `json:"attachments"`
		} `json:"message"`
		Channel struct {
			Type     discordgo.ChannelType `json:"type"`
			ParentID string                `json:"parent_id"`
			Thread   struct {
				Locked bool `json:"locked"`
			} `json:"thread_metadata"`
		} `json:"channel"`
	}
	err := json.Unmarshal(data, &raw)
	i := discordgo.Interaction(raw.fields)
	if err == nil {
		i.Data, err = decodeInput(i.Type, raw.Data)
	}
	switch {
	case err != nil:
	case i.User == nil && (i.Member == nil || i.Member.User == nil):
		err = errNoPlayer
	case i.Type == discordgo.InteractionMessageComponent && (raw.Message == nil || raw.Message.ID == ""):
		err = errIncomplete
	}
	if err != nil {
		return interaction{event: salvage(data), err: err}
	}
	if m := raw.Message; m != nil {
		i.Message = &discordgo.Message{ID: m.ID, ChannelID: m.ChannelID, Flags: m.Flags, Attachments: m.Attachments}
	}
	from := Channel{Type: raw.Channel.Type, Locked: raw.Channel.Thread.Locked}
	if from.IsThread() { // the parent of others is a category
		from.Parent = raw.Channel.ParentID
	}
	return interaction{event: &discordgo.InteractionCreate{Interaction: &i}, channel: from}
}

func decodeInput(kind discordgo.InteractionType, data []byte) (discordgo.InteractionData, error) {
	if len(data) == 0 || string(data) == "null" {
		return nil, errIncomplete
	}
	switch kind {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		return decodeCommand(data)
	case discordgo.InteractionMessageComponent:
		var d discordgo.MessageComponentInteractionData
		err := json.Unmarshal(data, &d)
		return d, err
	case discordgo.InteractionModalSubmit:
		return form.Decode(data)
	}
	return nil, errWrongKind
}

// decodeCommand takes of a menu's message only the IDs of controls and the files: it may be of
// another bot, with components that discordgo does not know.
func decodeCommand(data []byte) (discordgo.ApplicationCommandInteractionData, error) {
	type resolved discordgo.ApplicationCommandInteractionDataResolved
	var raw struct {
		discordgo.ApplicationCommandInteractionData
		Resolved *struct {
			resolved
			Messages map[string]struct {
				Attachments []*discordgo.MessageAttachment `json:"attachments"`
				Components  []message.Component            `json:"components"`
			} `json:"messages"`
		} `json:"resolved"`
	}
	err := json.Unmarshal(data, &raw)
	d := raw.ApplicationCommandInteractionData
	if r := raw.Resolved; r != nil {
		all := discordgo.ApplicationCommandInteractionDataResolved(r.resolved)
		all.Messages = map[string]*discordgo.Message{}
		for id, m := range r.Messages {
			row := discordgo.ActionsRow{}
			for _, id := range message.ControlIDs(m.Components) {
				row.Components = append(row.Components, discordgo.Button{CustomID: id})
			}
			all.Messages[id] = &discordgo.Message{
				ID: id, Attachments: m.Attachments, Components: []discordgo.MessageComponent{row},
			}
		}
		d.Resolved = &all
	}
	return d, cmp.Or(err, checkOptions(d.Options))
}

func checkOptions(options []*discordgo.ApplicationCommandInteractionDataOption) error {
	for _, o := range options {
		if o == nil {
			return errIncomplete
		}
		if err := checkOptions(o.Options); err != nil {
			return err
		}
	}
	return nil
}

// salvage returns what is needed to answer an undecodable interaction, or nil.
func salvage(raw []byte) *discordgo.InteractionCreate {
	var few struct {
		ID        string                    `json:"id"`
		AppID     string                    `json:"application_id"`
		Type      discordgo.InteractionType `json:"type"`
		GuildID   string                    `json:"guild_id"`
		ChannelID string                    `json:"channel_id"`
		Token     string                    `json:"token"`
		Locale    discordgo.Locale          `json:"locale"`
	}
	_ = json.Unmarshal(raw, &few) // fields after a bad one are still filled
	if few.ID == "" || few.Token == "" {
		return nil
	}
	return &discordgo.InteractionCreate{Interaction: &discordgo.Interaction{
		ID: few.ID, AppID: few.AppID, Type: few.Type, GuildID: few.GuildID, ChannelID: few.ChannelID,
		Token: few.Token, Locale: few.Locale,
	}}
}
