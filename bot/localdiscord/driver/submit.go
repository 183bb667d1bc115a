package driver

import (
	"context"
	"unicode/utf8"

	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Submit fills in the modal that an interaction showed, and sends it. Fields that are not named
// keep their initial text.
func (u *User) Submit(ctx context.Context, shown *interaction.Interaction,
	values map[string]string) (*interaction.Interaction, error) {
	return u.act(ctx, nil, func(w *world.World, open *interaction.Open) (a interaction.Action, err error) {
		modal := open.Progress(shown).Modal
		if modal == nil || shown.UserID != u.ID {
			return a, u.refused("submit", "no form was shown to the user")
		}
		ch := w.Channel(shown.ChannelID)
		if ch == nil {
			return a, u.refused("submit", "the channel is gone")
		}
		filled := form{user: u, values: values}
		data, err := filled.fill(modal)
		return interaction.Action{Kind: wire.InteractionModalSubmit, Channel: ch, Name: modal.CustomID,
			Message: w.Messages.ByID(shown.MessageID), MessageID: shown.MessageID, Trigger: shown, Data: data}, err
	})
}

// form is a modal that a user fills in. values has the fields by custom id.
type form struct {
	user   *User
	values map[string]string
	used   int // how many of values belong to fields of the modal
}

func (f *form) fill(modal *wire.Modal) (wire.ModalData, error) {
	data := wire.ModalData{CustomID: modal.CustomID, Components: []wire.SubmittedItem{}}
	for i := range modal.Components {
		c := &modal.Components[i]
		row := wire.SubmittedItem{Type: c.Type, ID: c.ID}
		switch c.Type {
		case wire.ComponentRow:
			for j := range c.Components {
				item, err := f.field(&c.Components[j])
				if err != nil {
					return data, err
				}
				row.Components = append(row.Components, item)
			}
		case wire.ComponentLabel:
			item, err := f.field(c.Component)
			if err != nil {
				return data, err
			}
			row.Component = &item
		}
		data.Components = append(data.Components, row)
	}
	if f.used < len(f.values) {
		return data, f.user.refused("submit", "the form does not have all of these fields: %v", f.values)
	}
	return data, nil
}

func (f *form) field(c *wire.Component) (wire.SubmittedItem, error) {
	value, given := f.values[c.CustomID]
	if given {
		f.used++
	} else {
		value = c.Value
	}
	item := wire.SubmittedItem{Type: c.Type, ID: c.ID, CustomID: c.CustomID}
	if c.IsSelect() {
		if given {
			item.Values = []string{value}
		}
		return item, nil
	}
	item.Value = &value
	return item, f.checkInput(c, value)
}

func (f *form) checkInput(c *wire.Component, value string) error {
	n := utf8.RuneCountInString(value)
	low, high := c.LengthRange()
	switch {
	case n == 0 && !c.IsRequired():
		return nil
	case n == 0:
		return f.user.refused("submit", "the field %s is required", c.CustomID)
	case n < low || n > high:
		return f.user.refused("submit", "the field %s takes %d to %d characters", c.CustomID, low, high)
	}
	return nil
}
