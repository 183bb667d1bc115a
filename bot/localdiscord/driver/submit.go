package driver

import (
	"context"
	"unicode/utf8"

	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Submit fills in the modal that an interaction showed, and sends it. Fields that are not named keep their initial text.
func (u *User) Submit(ctx context.Context, shown *interaction.Interaction, values map[string]string) (*interaction.Interaction, error) {
	return u.act(ctx, nil, func(w *world.World, open *interaction.Open) (a interaction.Action, err error) {
		form := open.Progress(shown).Modal
		if form == nil || shown.UserID != u.ID {
			return a, u.refused("submit", "no form was shown to the user")
		}
		ch := w.Channel(shown.ChannelID)
		if ch == nil {
			return a, u.refused("submit", "the channel is gone")
		}
		data, err := u.fillForm(form, values)
		return interaction.Action{Kind: wire.InteractionModalSubmit, Channel: ch, Name: form.CustomID,
			Message: w.Message(shown.MessageID), MessageID: shown.MessageID, Data: data}, err
	})
}

func (u *User) fillForm(form *wire.Modal, values map[string]string) (wire.ModalData, error) {
	data := wire.ModalData{CustomID: form.CustomID, Components: []wire.SubmittedItem{}}
	used := 0
	fill := func(c *wire.Component) (wire.SubmittedItem, error) {
		value, given := values[c.CustomID]
		if given {
			used++
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
		return item, u.checkInput(c, value)
	}
	for i := range form.Components {
		c := &form.Components[i]
		row := wire.SubmittedItem{Type: c.Type, ID: c.ID}
		switch c.Type {
		case wire.ComponentRow:
			for j := range c.Components {
				item, err := fill(&c.Components[j])
				if err != nil {
					return data, err
				}
				row.Components = append(row.Components, item)
			}
		case wire.ComponentLabel:
			item, err := fill(c.Component)
			if err != nil {
				return data, err
			}
			row.Component = &item
		}
		data.Components = append(data.Components, row)
	}
	if used < len(values) {
		return data, u.refused("submit", "the form does not have all of these fields: %v", values)
	}
	return data, nil
}

func (u *User) checkInput(c *wire.Component, value string) error {
	n := utf8.RuneCountInString(value)
	low, high := c.LengthRange()
	switch {
	case n == 0 && !c.IsRequired():
		return nil
	case n == 0:
		return u.refused("submit", "the field %s is required", c.CustomID)
	case n < low || n > high:
		return u.refused("submit", "the field %s takes %d to %d characters", c.CustomID, low, high)
	}
	return nil
}
