package driver

import (
	"encoding/json"
	"math"
	"slices"
	"unicode/utf8"

	"amytis/bot/localdiscord/limits"
	"amytis/bot/localdiscord/wire"
)

// value checks what the user gives for an option, and returns it as Discord sends it.
func (t *typed) value(o *wire.CommandOption, given any) (any, error) {
	value := given
	switch n := given.(type) {
	case int:
		value = float64(n)
	case int64:
		value = float64(n)
	}
	what := "use /" + t.name()
	wrong := func(why string, args ...any) error {
		return t.user.refused(what, "option "+o.Name+": "+why, args...)
	}
	if len(o.Choices) > 0 {
		for _, c := range o.Choices {
			if c.Value == value || c.Name == value ||
				wire.Localized(c.NameLocalizations, t.locale, c.Name) == value {
				return c.Value, nil
			}
		}
		return nil, wrong("%v is not among the choices", given)
	}
	typedAsText := []int{wire.OptionInteger, wire.OptionBoolean}
	if text, is := value.(string); is && slices.Contains(typedAsText, o.Type) {
		_ = json.Unmarshal([]byte(text), &value) // what cannot be read is refused below
	}
	switch o.Type {
	case wire.OptionString:
		text, is := value.(string)
		if !is {
			return nil, wrong("%v is not text", value)
		}
		return text, checkText(o, text, wrong)
	case wire.OptionInteger:
		n, is := value.(float64)
		if !is || n != math.Trunc(n) || math.Abs(n) > limits.MaxSafeInteger {
			return nil, wrong("%v is not such a number", given)
		}
		if o.MinValue != nil && n < *o.MinValue || o.MaxValue != nil && n > *o.MaxValue {
			return nil, wrong("%v is out of range", given)
		}
		return n, nil
	case wire.OptionBoolean:
		if b, is := value.(bool); is {
			return b, nil
		}
		return nil, wrong("%v is neither true nor false", value)
	}
	return t.entity(o, value, wrong)
}

func checkText(o *wire.CommandOption, text string, wrong func(string, ...any) error) error {
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0:
		return wrong("it is empty")
	case o.MinLength != nil && n < *o.MinLength, o.MaxLength != nil && n > *o.MaxLength, n > limits.MaxOptionText:
		return wrong("%d characters", n)
	}
	return nil
}

// entity returns the id of a user, channel or role if the option can have it.
func (t *typed) entity(o *wire.CommandOption, value any, wrong func(string, ...any) error) (any, error) {
	id := entityID(value)
	if id == "" {
		return nil, wrong("%v is not a user, channel or role", value)
	}
	if user := t.world.User(id); o.Type == wire.OptionUser && user != nil {
		t.resolved.addUser(t.ch, user)
		return id, nil
	}
	if o.Type == wire.OptionChannel && t.resolved.addChannel(t.world.Channel(id), t.ch, t.user.ID, o.ChannelTypes) {
		return id, nil
	}
	if o.Type == wire.OptionRole && t.resolved.addRole(t.ch, id) {
		return id, nil
	}
	return nil, wrong("%s cannot be chosen", id)
}

func entityID(value any) string {
	switch v := value.(type) {
	case *User:
		return v.ID
	case *Role:
		return v.ID
	case string:
		return v
	}
	return ""
}
