package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

// Registration is what to remember of registered commands.
type Registration struct {
	// Hash is the hash of the commands, "" if none are registered.
	Hash string `json:"hash"`
	// IDs are the commands' IDs by their default names.
	IDs map[string]string `json:"ids"`
}

// OverwriteCommandsIfChanged registers the bot's commands, globally or, with a guildID, on one
// server. It does nothing if their hash equals the remembered one, because Discord limits how often
// commands may be created. It returns what to remember. The application's ID comes from READY, or
// from a request if the bot has not been connected yet.
// https://discord.com/developers/docs/interactions/application-commands#bulk-overwrite-global-application-commands
func (a *Application) OverwriteCommandsIfChanged(
	ctx context.Context,
	guildID string,
	cmds []*discordgo.ApplicationCommand,
	remembered Registration,
) (now Registration, changed bool, err error) {
	for _, cmd := range cmds {
		if err := checkMaxValues(cmd.Name, cmd.Options); err != nil {
			return remembered, false, err
		}
	}
	if cmds == nil {
		cmds = []*discordgo.ApplicationCommand{} // null is not a list
	}
	hash, err := HashCommands(cmds)
	if err != nil || hash == remembered.Hash {
		return remembered, false, err
	}
	app, err := a.lookUpID(ctx)
	if err != nil {
		return remembered, false, err
	}
	q := rest.To(http.MethodPut, "/applications/{app}/commands", app)
	if guildID != "" {
		q = rest.To(http.MethodPut, "/applications/{app}/guilds/{guild}/commands", app, guildID)
	}
	if q.Body, err = rest.JSON(cmds); err != nil {
		return remembered, false, err
	}
	var registered []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	if err := a.rest.Do(ctx, q, &registered); err != nil {
		return remembered, false, err
	}
	now = Registration{Hash: hash, IDs: map[string]string{}}
	for _, r := range registered {
		now.IDs[r.Name] = r.ID
	}
	return now, true, nil
}

// HashCommands returns the Registration.Hash of commands. It is stable, because encoding/json sorts
// the keys of maps.
func HashCommands(cmds []*discordgo.ApplicationCommand) (string, error) {
	b, err := json.Marshal(cmds)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

// checkMaxValues returns an error for an option with a maximum of 0. discordgo cannot send that
// maximum, and the option would silently have none.
func checkMaxValues(command string, options []*discordgo.ApplicationCommandOption) error {
	for _, o := range options {
		if o.MinValue != nil && *o.MinValue < 0 && o.MaxValue == 0 {
			return fmt.Errorf(
				"discord: option %q of command %q has the maximum 0, which discordgo cannot send: use choices",
				o.Name,
				command,
			)
		}
		if err := checkMaxValues(command, o.Options); err != nil {
			return err
		}
	}
	return nil
}
