package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/engine/table"
)

// TargetUser returns the user whose menu the command is from, and their membership of the server,
// nil for none.
func (in *Input) TargetUser() (*discordgo.User, *discordgo.Member) {
	data := in.Interaction.ApplicationCommandData()
	if data.Resolved == nil || data.Resolved.Users[data.TargetID] == nil {
		return &discordgo.User{ID: data.TargetID}, nil
	}
	return data.Resolved.Users[data.TargetID], data.Resolved.Members[data.TargetID]
}

// TargetVersion returns the table that the message is about whose menu the command is from, and its
// version in the message: by a picture, or else by the controls. The table is 0 if neither tells.
func (in *Input) TargetVersion() (table.ID, table.Version) {
	data := in.Interaction.ApplicationCommandData()
	if data.Resolved == nil || data.Resolved.Messages[data.TargetID] == nil {
		return 0, 0
	}
	m := data.Resolved.Messages[data.TargetID]
	for _, a := range m.Attachments {
		if id, version, named := pictures.ParseFileName(a.Filename); named {
			return id, version
		}
	}
	for _, b := range m.Components[0].(discordgo.ActionsRow).Components {
		if c, parsed := control.Parse(b.(discordgo.Button).CustomID); parsed && c.Table != 0 {
			return c.Table, c.Version
		}
	}
	return 0, 0
}

// OfMessage reads the table that the message is about whose menu the command is from. It refuses a
// message that is of no game of the channel.
func (r *Request) OfMessage(ctx context.Context) (tables.Loaded, error) {
	id, _ := r.TargetVersion()
	return r.LoadHere(ctx, id, refusedNoGameMessage)
}
