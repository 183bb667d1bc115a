package rest

import (
	"fmt"
	"net/http"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/limits"
	"amytis/bot/localdiscord/schema"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

func (c *call) ofBot() *wire.Refusal {
	if c.param("app") == world.BotID {
		return nil
	}
	return wire.Refuse(http.StatusForbidden, wire.CodeNotYourApplication,
		"You are not authorized to perform this action on this application")
}

func listEmoji(c *call, w *world.World) (reply, *wire.Refusal) {
	if refusal := c.ofBot(); refusal != nil {
		return refused(refusal)
	}
	items := []wire.ApplicationEmoji{}
	for _, e := range w.Emoji.All() {
		items = append(items, e.Wire(w))
	}
	return ok(map[string]any{"items": items})
}

func createEmoji(c *call) (reply, *wire.Refusal) {
	var b body.Emoji
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	var t wire.Problems
	limits.EmojiName(&t, b.Name.Value)
	data, contentType := limits.EmojiImage(&t, b.Image.Value)
	if refusal := t.Refusal(); refusal != nil {
		return refused(refusal)
	}
	if refusal := c.Schemas.Check(schema.EmojiCreate, c.payload); refusal != nil {
		return refused(refusal)
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		if refusal := c.ofBot(); refusal != nil {
			return refused(refusal)
		}
		if refusal := limits.EmojiCount(len(w.Emoji.All())); refusal != nil {
			return refused(refusal)
		}
		e := &world.Emoji{Name: b.Name.Value, ContentType: contentType, Data: data}
		if w.Emoji.ByName(e.Name) != nil {
			return refused(wire.InvalidField("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
				"An emoji with this name already exists"))
		}
		w.Emoji.Add(e)
		return reply{http.StatusCreated, e.Wire(w)}, nil
	})
}

func deleteEmoji(c *call, w *world.World) (reply, *wire.Refusal) {
	if refusal := c.ofBot(); refusal != nil {
		return refused(refusal)
	}
	e := w.Emoji.ByID(c.param("emoji"))
	if e == nil {
		return refused(wire.Unknown(wire.CodeUnknownEmoji, "Emoji"))
	}
	w.Emoji.Drop(e)
	return noContent()
}

// checkEmoji refuses an emoji that the application does not have. To others it gives their name, as
// Discord does.
func (c *call) checkEmoji(list []wire.Component) *wire.Refusal {
	var t wire.Problems
	check := func(w *world.World, path string, e *wire.Emoji) {
		if e == nil || e.ID == "" {
			return
		}
		known := w.Emoji.ByID(e.ID)
		if known == nil {
			t.Add(path+"emoji.id", limits.InvalidEmoji, "Invalid emoji")
			return
		}
		e.Name = known.Name
	}
	c.State.With(func(w *world.World) {
		wire.WalkComponents(list, "", func(path string, in *wire.Component) {
			check(w, path, in.Emoji)
			for i := range in.Options {
				check(w, fmt.Sprintf("%soptions.%d.", path, i), in.Options[i].Emoji)
			}
		})
	})
	return t.Refusal()
}
