package localdiscord

import (
	"context"
	"unicode/utf8"
)

// componentData is the data of a component interaction.
type componentData struct {
	CustomID      string         `json:"custom_id"`
	ComponentType int            `json:"component_type"`
	ID            int            `json:"id,omitempty"`
	Values        []string       `json:"values,omitempty"`
	Resolved      map[string]any `json:"resolved,omitempty"`
}

// Press presses a button of a message. The message as it is now counts, not as it was when it was read.
func (u *User) Press(ctx context.Context, message *Message, customID string, options ...CallOption) (*Interaction, error) {
	return u.use(ctx, message, customID, nil, options)
}

// Select chooses from a menu of a message: values of options, or ids of users and channels.
func (u *User) Select(ctx context.Context, message *Message, customID string, values ...string) (*Interaction, error) {
	if values == nil {
		values = []string{}
	}
	return u.use(ctx, message, customID, values, nil)
}

func (u *User) use(ctx context.Context, message *Message, customID string, values []string, options []CallOption) (*Interaction, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if message == nil {
		return nil, u.refused("press "+customID, "there is no message")
	}
	s := u.server
	s.mu.Lock()
	m, ch := u.see(message.ID)
	control, err := u.control(m, ch, customID, values != nil)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	data := componentData{CustomID: customID, ComponentType: control.Type, ID: control.ID, Values: values,
		Resolved: map[string]any{}}
	if values != nil {
		if err := u.checkValues(control, ch, values, data.Resolved); err != nil {
			s.mu.Unlock()
			return nil, err
		}
	}
	in := &Interaction{kind: kindComponent, user: u.state(), name: customID, source: m.ID}
	wire := s.begin(in, ch, data, m)
	s.mu.Unlock()
	return in, s.deliver(in, wire, deliveryOf(options).times)
}

// control finds a button or menu that the user can use.
func (u *User) control(m *Message, ch *channelState, customID string, menu bool) (*Component, error) {
	what := "press " + customID
	if menu {
		what = "choose from " + customID
	}
	if m == nil {
		return nil, u.refused(what, "the user does not see the message")
	}
	control := m.Control(customID)
	switch {
	case control == nil:
		return nil, u.refused(what, "the message has no such control")
	case control.Disabled:
		return nil, u.refused(what, "it is disabled")
	case control.isSelect() != menu:
		return nil, u.refused(what, "buttons are pressed, menus are chosen from")
	case ch.archived:
		return nil, u.refused(what, "the thread is archived")
	}
	return control, nil
}

// checkValues holds a choice against the menu. The lock is held.
func (u *User) checkValues(c *Component, ch *channelState, values []string, resolved map[string]any) error {
	what := "choose from " + c.CustomID
	low, high := c.valueRange()
	if len(values) < low || len(values) > high {
		return u.refused(what, "%d values, between %d and %d are asked for", len(values), low, high)
	}
	seen := map[string]bool{}
	for _, v := range values {
		if seen[v] {
			return u.refused(what, "%q twice", v)
		}
		seen[v] = true
		if !u.server.world.selectable(u, c, ch, v, resolved) {
			return u.refused(what, "%q is not offered", v)
		}
	}
	return nil
}

// selectable tells whether a menu offers a value, and resolves what it stands for.
func (w *world) selectable(u *User, c *Component, ch *channelState, value string, resolved map[string]any) bool {
	switch c.Type {
	case componentStringSelect:
		for _, o := range c.Options {
			if o.Value == value {
				return true
			}
		}
	case componentUserSelect, componentMentionableSelect:
		if user := w.users[value]; user != nil && w.guilds[ch.guildID] != nil && w.guilds[ch.guildID].members[value] != nil {
			w.resolveUser(resolved, ch, user)
			return true
		}
		return c.Type == componentMentionableSelect && w.roleSelectable(ch, value, resolved)
	case componentRoleSelect:
		return w.roleSelectable(ch, value, resolved)
	case componentChannelSelect:
		other := w.channels[value]
		if other != nil && other.guildID == ch.guildID && w.visible(u.ID, other) &&
			(len(c.ChannelTypes) == 0 || containsInt(c.ChannelTypes, other.kind)) {
			resolveInto(resolved, "channels", value, w.wireChannel(other))
			return true
		}
	}
	return false
}

func (w *world) roleSelectable(ch *channelState, value string, resolved map[string]any) bool {
	if g := w.guilds[ch.guildID]; g != nil {
		for _, role := range g.roles() {
			if role.ID == value {
				resolveInto(resolved, "roles", value, role)
				return true
			}
		}
	}
	return false
}

// modalData is the data of a submitted form.
type modalData struct {
	CustomID   string          `json:"custom_id"`
	Components []submittedItem `json:"components"`
}

// submittedItem is a row, label or field of a submitted form.
type submittedItem struct {
	Type       int             `json:"type"`
	ID         int             `json:"id,omitempty"`
	CustomID   string          `json:"custom_id,omitempty"`
	Value      *string         `json:"value,omitempty"`
	Values     []string        `json:"values,omitempty"`
	Components []submittedItem `json:"components,omitempty"`
	Component  *submittedItem  `json:"component,omitempty"`
}

// Submit fills in the form that an interaction showed, and sends it. Fields that are not named keep the text that they
// were shown with.
func (u *User) Submit(ctx context.Context, shown *Interaction, values map[string]string) (*Interaction, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := u.server
	s.mu.Lock()
	if shown.modal == nil || shown.user.id != u.ID {
		s.mu.Unlock()
		return nil, u.refused("submit", "no form was shown to the user")
	}
	form := shown.modal
	ch := s.world.channels[shown.channel]
	if ch == nil {
		s.mu.Unlock()
		return nil, u.refused("submit", "the channel is gone")
	}
	data, err := u.fillForm(form, values)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	in := &Interaction{kind: kindModalSubmit, user: u.state(), name: form.CustomID, source: shown.source}
	wire := s.begin(in, ch, data, s.world.message(shown.source))
	s.mu.Unlock()
	return in, s.deliver(in, wire, 1)
}

func (u *User) fillForm(form *Modal, values map[string]string) (modalData, error) {
	data := modalData{CustomID: form.CustomID, Components: []submittedItem{}}
	used := 0
	fill := func(c *Component) (submittedItem, error) {
		value, given := values[c.CustomID]
		if given {
			used++
		} else {
			value = c.Value
		}
		item := submittedItem{Type: c.Type, ID: c.ID, CustomID: c.CustomID}
		if c.isSelect() {
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
		row := submittedItem{Type: c.Type, ID: c.ID}
		switch c.Type {
		case componentRow:
			for j := range c.Components {
				item, err := fill(&c.Components[j])
				if err != nil {
					return data, err
				}
				row.Components = append(row.Components, item)
			}
		case componentLabel:
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

func (u *User) checkInput(c *Component, value string) error {
	n := utf8.RuneCountInString(value)
	low, high := c.lengthRange()
	switch {
	case n == 0 && !c.isRequired():
		return nil
	case n == 0:
		return u.refused("submit", "the field %s is required", c.CustomID)
	case n < low || n > high:
		return u.refused("submit", "the field %s takes %d to %d characters", c.CustomID, low, high)
	}
	return nil
}
