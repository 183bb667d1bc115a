package localdiscord

import (
	"math"
	"unicode/utf8"
)

// Upload is the value of an attachment option.
type Upload struct {
	Filename    string
	ContentType string
	Data        []byte
}

// value checks what the user gives for an option, and gives it as Discord sends it. The lock is held.
func (t *typed) value(o *CommandOption, value any) (any, error) {
	what := "use /" + t.name()
	wrong := func(why string, args ...any) error {
		return t.user.refused(what, "option "+o.Name+": "+why, args...)
	}
	if len(o.Choices) > 0 {
		for _, c := range o.Choices {
			if sameValue(c.Value, value) || c.Name == value || localized(c.NameLocalizations, t.locale, c.Name) == value {
				return c.Value, nil
			}
		}
		return nil, wrong("%v is not among the choices", value)
	}
	switch o.Type {
	case OptionString:
		text, is := value.(string)
		if !is {
			return nil, wrong("%v is no text", value)
		}
		return text, t.checkText(o, text, wrong)
	case OptionInteger, OptionNumber:
		n, is := asNumber(value)
		if !is || o.Type == OptionInteger && (n != math.Trunc(n) || math.Abs(n) > maxSafeInteger) {
			return nil, wrong("%v is no such number", value)
		}
		if o.MinValue != nil && n < *o.MinValue || o.MaxValue != nil && n > *o.MaxValue {
			return nil, wrong("%v is out of range", value)
		}
		return n, nil
	case OptionBoolean:
		if b, is := value.(bool); is {
			return b, nil
		}
		return nil, wrong("%v is neither true nor false", value)
	case OptionAttachment:
		if f, is := value.(Upload); is {
			return t.upload(f), nil
		}
		return nil, wrong("%v is no Upload", value)
	}
	return t.entity(o, value, wrong)
}

func sameValue(a, b any) bool {
	if a == b {
		return true
	}
	x, xIs := asNumber(a)
	y, yIs := asNumber(b)
	return xIs && yIs && x == y
}

func asNumber(value any) (float64, bool) {
	switch n := value.(type) {
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

func (t *typed) checkText(o *CommandOption, text string, wrong func(string, ...any) error) error {
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0:
		return wrong("it is empty")
	case o.MinLength != nil && n < *o.MinLength, o.MaxLength != nil && n > *o.MaxLength, n > maxOptionString:
		return wrong("%d characters", n)
	}
	return nil
}

func (t *typed) upload(f Upload) string {
	a := t.user.server.storeUpload(t.ch.id, upload{filename: f.Filename, contentType: f.ContentType, data: f.Data}, "", "", true)
	t.resolve("attachments", a.ID, a)
	return a.ID
}

// entity is a user, channel or role.
func (t *typed) entity(o *CommandOption, value any, wrong func(string, ...any) error) (any, error) {
	w := &t.user.server.world
	id := entityID(value)
	if id == "" {
		return nil, wrong("%v names nobody and nothing", value)
	}
	userToo := o.Type == OptionUser || o.Type == OptionMentionable
	if user := w.users[id]; userToo && user != nil {
		t.resolveUser(user)
		return id, nil
	}
	if ch := w.channels[id]; o.Type == OptionChannel && ch != nil && w.visible(t.user.ID, ch) {
		if len(o.ChannelTypes) > 0 && !containsInt(o.ChannelTypes, ch.kind) {
			return nil, wrong("a channel of type %d cannot be chosen", ch.kind)
		}
		wire := w.wireChannel(ch)
		mine := w.permissionsIn(t.user.ID, ch)
		wire.Permissions = &mine
		t.resolve("channels", id, wire)
		return id, nil
	}
	if g := w.guilds[t.ch.guildID]; g != nil && (o.Type == OptionRole || o.Type == OptionMentionable) {
		for _, role := range g.roles() {
			if role.ID == id {
				t.resolve("roles", id, role)
				return id, nil
			}
		}
	}
	return nil, wrong("%s cannot be chosen", id)
}

func entityID(value any) string {
	switch v := value.(type) {
	case *User:
		return v.ID
	case *Channel:
		return v.ID
	case *Role:
		return v.ID
	case string:
		return v
	}
	return ""
}

func (t *typed) resolve(kind, id string, wire any) { resolveInto(t.resolved, kind, id, wire) }

func (t *typed) resolveUser(user *userState) {
	t.user.server.world.resolveUser(t.resolved, t.ch, user)
}

func resolveInto(resolved map[string]any, kind, id string, wire any) {
	list, _ := resolved[kind].(map[string]any)
	if list == nil {
		list = map[string]any{}
		resolved[kind] = list
	}
	list[id] = wire
}

// resolveUser adds a user, and the membership without the user as Discord does.
func (w *world) resolveUser(resolved map[string]any, ch *channelState, user *userState) {
	resolveInto(resolved, "users", user.id, user.wire())
	if g := w.guilds[ch.guildID]; g != nil {
		if m := g.members[user.id]; m != nil {
			wire := m.wire(false)
			p := w.permissionsIn(user.id, ch)
			wire.Permissions = &p
			resolveInto(resolved, "members", user.id, wire)
		}
	}
}

func containsInt(list []int, n int) bool {
	for _, have := range list {
		if have == n {
			return true
		}
	}
	return false
}
