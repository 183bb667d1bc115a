package driver

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"amytis/bot/localdiscord/interaction"
	"amytis/bot/localdiscord/limits"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Submit sends the form that an interaction has opened, with values by custom id: a text, a bool,
// several texts, or an entity as in [Args]. Inputs without a value stay as the
// form has them.
func (u *User) Submit(ctx context.Context, opener *interaction.Interaction, values Args) (*interaction.Interaction, error) {
	const what = "send a form"
	form := opener.Form()
	if form == nil || opener.UserID != u.ID {
		return nil, u.refused(what, "the user sees no form")
	}
	return u.act(ctx, func(w *world.World) (a interaction.Action, err error) {
		ch := w.Channel(opener.ChannelID)
		if ch == nil || !ch.SeenBy(u.ID) {
			return a, u.refused(what, "the channel is not there")
		}
		all := resolved{}
		filled := map[string]bool{}
		data := wire.ModalData{CustomID: form.CustomID, Resolved: all}
		for i, part := range form.Components {
			sent := map[string]any{"type": part.Type, "id": 2*i + 1}
			if in := part.Component; in != nil {
				m := &menu{user: u, world: w, ch: ch, control: &in.Component, resolved: all}
				chosen := in.Preset()
				if given, ok := values[in.CustomID]; ok {
					chosen = m.inputValues(given)
				}
				if err := m.checkInput(in, chosen); err != nil {
					return a, err
				}
				filled[in.CustomID] = true
				sent["component"] = in.Sent(2*i+2, chosen)
			}
			data.Components = append(data.Components, sent)
		}
		for name := range values {
			if !filled[name] {
				return a, u.refused(what, "it has no input %q", name)
			}
		}
		cause := interaction.Cause{Kind: wire.InteractionModal, Name: form.CustomID, Opener: opener}
		message := w.Messages.ByID(opener.MessageID)
		return interaction.Action{Cause: cause, Channel: ch, Message: message, Data: data}, nil
	})
}

// inputValues returns what is given for an input as Discord sends it.
func (m *menu) inputValues(given any) []string {
	switch given := given.(type) {
	case []string:
		return given
	case []any: // of a page
		values := make([]string, len(given))
		for i, v := range given {
			values[i] = fmt.Sprint(v)
		}
		return values
	case *Channel:
		return []string{given.ID}
	}
	if id := entityID(given); id != "" {
		return []string{id}
	}
	return []string{fmt.Sprint(given)}
}

// checkInput refuses what a client would not let the user send.
func (m *menu) checkInput(in *wire.Input, values []string) error {
	what := "fill in " + in.CustomID
	if !in.HasText() {
		low, high := in.Range()
		return m.check(values, low, high)
	}
	if len(values) != 1 {
		return m.user.refused(what, "it takes one text")
	}
	low, high := 1, limits.MaxInput
	if in.MinLength != nil {
		low = *in.MinLength
	}
	if in.MaxLength != nil {
		high = *in.MaxLength
	}
	switch n := utf8.RuneCountInString(values[0]); {
	case in.Type == wire.ComponentCheckbox:
		return nil
	case strings.TrimSpace(values[0]) == "" && in.Optional():
		return nil
	case strings.TrimSpace(values[0]) == "", n < low, n > high:
		return m.user.refused(what, "it has %d characters", n)
	}
	return nil
}

// Interaction returns an interaction that is still known, or nil.
func (d *Driver) Interaction(id string) (in *interaction.Interaction) {
	d.interactions.WithOpen(func(_ *world.World, open *interaction.Open) { in = open.ByID(id) })
	return in
}
