package localdiscord

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Submit sends the form that an interaction has opened, with values by custom id: a text, a bool,
// several texts, or an entity as in [Args]. Inputs without a value stay as the form has them.
func (u *User) Submit(ctx context.Context, opener *world.Interaction, values Args) (*world.Interaction, error) {
	form := opener.Form()
	return u.act(ctx, "send a form", func(a *attempt) error {
		if form == nil || opener.UserID != u.ID {
			return a.refused("the user sees no form")
		}
		if err := a.enter(opener.ChannelID); err != nil {
			return err
		}
		filled := map[string]bool{}
		data := wire.ModalData{CustomID: form.CustomID, Resolved: a.resolved}
		for i, part := range form.Components {
			sent := map[string]any{"type": part.Type, "id": 2*i + 1}
			if in := part.Component; in != nil {
				chosen := in.Preset()
				if given, ok := values[in.CustomID]; ok {
					chosen = inputValues(given)
				}
				if err := a.checkInput(in, chosen); err != nil {
					return err
				}
				filled[in.CustomID] = true
				sent["component"] = in.Sent(2*i+2, chosen)
			}
			data.Components = append(data.Components, sent)
		}
		for name := range values {
			if !filled[name] {
				return a.refused("it has no input %q", name)
			}
		}
		a.Cause = world.Cause{Kind: wire.InteractionModal, Name: form.CustomID, Opener: opener}
		a.Message, a.Data = a.world.Messages.ByID(opener.MessageID), data
		return nil
	})
}

// inputValues returns what is given for an input as Discord sends it.
func inputValues(given any) []string {
	switch given := given.(type) {
	case []string:
		return given
	case []any: // of a page
		values := make([]string, len(given))
		for i, v := range given {
			values[i] = fmt.Sprint(v)
		}
		return values
	}
	if id := entityID(given); id != "" {
		return []string{id}
	}
	return []string{fmt.Sprint(given)}
}

// checkInput refuses what a client would not let the user send.
func (a *attempt) checkInput(in *wire.Input, values []string) error {
	if !in.HasText() {
		low, high := in.Range()
		return a.checkValues(&in.Component, values, low, high)
	}
	if len(values) != 1 {
		return a.refused("%q takes one text", in.CustomID)
	}
	blank := strings.TrimSpace(values[0]) == ""
	if in.Type == wire.ComponentCheckbox || blank && in.Optional() {
		return nil
	}
	if n := utf8.RuneCountInString(values[0]); blank || !within(n, in.MinLength, in.MaxLength) || n > wire.MaxInput {
		return a.refused("%q has %d characters", in.CustomID, n)
	}
	return nil
}

// within reports whether a number is not below or above what may be nil.
func within[N int | float64](n N, low, high *N) bool {
	return (low == nil || n >= *low) && (high == nil || n <= *high)
}
