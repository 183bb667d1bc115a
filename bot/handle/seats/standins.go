package seats

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// usualStandIn is the level of stand-ins if /game new names none.
const usualStandIn = 3

const standInOption = "stand-in"

// chosenStandIn returns the level of stand-ins in the command's options, 0 for none.
func chosenStandIn(r *interaction.Request) int {
	level, err := strconv.Atoi(r.Options[standInOption])
	if err != nil {
		return usualStandIn
	}
	return level
}

// pressStandIns handles the button that chooses the level of a lobby's stand-ins, and its menu.
func pressStandIns(ctx context.Context, r *interaction.Request) error {
	if r.Chosen() == "" {
		s, err := loadHosted(ctx, r)
		if err != nil {
			return err
		}
		r.Answer.Whisper(ctx, standInMessage(r, s, ""))
		return nil
	}
	level, err := strconv.Atoi(r.Chosen())
	if err != nil {
		return engine.Refuse(table.RefusedOption, "", "why", "an unknown level")
	}
	before, after, err := changeLobby(ctx, r, func(at int64) table.Event {
		return table.SetStandIns(level, r.User, at)
	})
	if err != nil {
		return err
	}
	r.Answer.InPlace(ctx, standInMessage(r, after, sentences.LobbyChange(r.Words, before.Table, after.Table)))
	return nil
}

// standInMessage returns a message with the menu of the levels of stand-ins, below a note.
func standInMessage(r *interaction.Request, s tables.Loaded, note string) *message.Message {
	c := control.Control{Action: control.StandIns, Table: s.ID}
	menu := control.ValueMenu(c, "", levelsFrom(0), s.Table.StandInLevel,
		func(level int) string { return sentences.StandInText(r.Words, level, "") })
	return &message.Message{
		Content:    strings.TrimSpace(note + "\n" + r.Words.Say("bot.stand_in.choose")),
		Components: []discordgo.MessageComponent{control.Row(menu)},
	}
}
