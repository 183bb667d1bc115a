package wire

// Modal is a form that a user is shown.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Inputs returns the fields of the form, in order.
func (m *Modal) Inputs() []Component {
	var inputs []Component
	WalkComponents(m.Components, "", func(_ string, c *Component) {
		if c.Type == ComponentTextInput || c.IsSelect() {
			inputs = append(inputs, *c)
		}
	})
	return inputs
}
