package rest

import (
	"cmp"
	"fmt"
	"net/http"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func (c *call) ofBot() *wire.Refusal {
	if c.param("app") == c.world.Bot.ID {
		return nil
	}
	return wire.Refuse(http.StatusForbidden, wire.CodeNotYourApplication,
		"You are not authorized to perform this action on this application")
}

func listEmoji(c *call) (any, *wire.Refusal) {
	return map[string]any{"items": c.world.WireEmoji()}, c.ofBot()
}

const maxEmoji = 2000

func createEmoji(c *call, b *body.Emoji) (any, *wire.Refusal) {
	if refusal := cmp.Or(checked(b), c.ofBot()); refusal != nil {
		return nil, refusal
	}
	if len(c.world.Emoji) >= maxEmoji {
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeTooManyEmoji, "Maximum number of emojis reached (2000)")
	}
	e := &world.Emoji{Name: b.Name}
	e.Data, _ = b.PNG()
	if c.world.EmojiByName(e.Name) != nil {
		return nil, wire.InvalidField("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
			"An emoji with this name already exists")
	}
	c.world.AddEmoji(e)
	return created{e.Wire(c.world)}, nil
}

func deleteEmoji(c *call) (any, *wire.Refusal) {
	if refusal := c.ofBot(); refusal != nil {
		return nil, refusal
	}
	e := c.world.EmojiByID(c.param("emoji"))
	if e == nil {
		return nil, wire.Unknown(wire.CodeUnknownEmoji, "Emoji")
	}
	c.world.DropEmoji(e)
	return nil, nil
}

// checkEmoji refuses an emoji that the application does not have. To others it gives their name, as
// Discord does.
func (c *call) checkEmoji(list []wire.Component) *wire.Refusal {
	var t wire.Problems
	check := func(path string, e *wire.Emoji) {
		if e == nil || e.ID == "" {
			return
		}
		known := c.world.EmojiByID(e.ID)
		if known == nil {
			t.Add(path+"emoji.id", wire.InvalidEmoji, "Invalid emoji")
			return
		}
		e.Name = known.Name
	}
	wire.WalkComponents(list, "", func(path string, in *wire.Component) {
		check(path, in.Emoji)
		for i := range in.Options {
			check(fmt.Sprintf("%soptions.%d.", path, i), in.Options[i].Emoji)
		}
	})
	return t.Refusal()
}
