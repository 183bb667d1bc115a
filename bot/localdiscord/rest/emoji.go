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

// ofBot refuses requests about another application.
func (c *call) ofBot() *wire.Refusal {
	if c.param("app") == world.BotID {
		return nil
	}
	return wire.Refuse(http.StatusForbidden, wire.CodeNotYourApplication,
		"You are not authorized to perform this action on this application")
}

// emoji returns the emoji of a request.
func (c *call) emoji(w *world.World) (*world.Emoji, *wire.Refusal) {
	if refusal := c.ofBot(); refusal != nil {
		return nil, refusal
	}
	if e := w.Emoji.ByID(c.param("emoji")); e != nil {
		return e, nil
	}
	return nil, wire.Unknown(wire.CodeUnknownEmoji, "Emoji")
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

func getEmoji(c *call, w *world.World) (reply, *wire.Refusal) {
	e, refusal := c.emoji(w)
	if refusal != nil {
		return refused(refusal)
	}
	return ok(e.Wire(w))
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
		if refusal := nameFree(w, e); refusal != nil {
			return refused(refusal)
		}
		w.Emoji.Add(e)
		return reply{http.StatusCreated, e.Wire(w)}, nil
	})
}

// nameFree refuses an emoji whose name another one has.
func nameFree(w *world.World, e *world.Emoji) *wire.Refusal {
	if other := w.Emoji.ByName(e.Name); other == nil || other.ID == e.ID {
		return nil
	}
	return wire.InvalidField("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
}

func editEmoji(c *call) (reply, *wire.Refusal) {
	var b body.Emoji
	if refusal := wire.Decode(c.payload, &b); refusal != nil {
		return refused(refusal)
	}
	if refusal := c.Schemas.Check(schema.EmojiEdit, c.payload); refusal != nil {
		return refused(refusal)
	}
	return c.locked(func(w *world.World) (reply, *wire.Refusal) {
		e, refusal := c.emoji(w)
		if refusal != nil {
			return refused(refusal)
		}
		if !b.Name.Set {
			return ok(e.Wire(w))
		}
		var t wire.Problems
		if limits.EmojiName(&t, b.Name.Value); len(t) > 0 {
			return refused(t.Refusal())
		}
		if refusal := nameFree(w, &world.Emoji{ID: e.ID, Name: b.Name.Value}); refusal != nil {
			return refused(refusal)
		}
		w.Emoji.Rename(e, b.Name.Value)
		return ok(e.Wire(w))
	})
}

func deleteEmoji(c *call, w *world.World) (reply, *wire.Refusal) {
	e, refusal := c.emoji(w)
	if refusal != nil {
		return refused(refusal)
	}
	w.Emoji.Drop(e)
	return noContent()
}

// checkEmoji refuses components with an emoji that the application does not have. Others get the
// name of the emoji, as Discord gives it to them.
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
