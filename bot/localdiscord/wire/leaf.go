package wire

// Leaf is one thing that can be typed: a command without subcommands, or a subcommand. Names are in
// the user's language.
type Leaf struct {
	Path        string       `json:"path"`  // "garden dig"
	DefaultPath string       `json:"plain"` // in the names that the bot receives
	Description string       `json:"description"`
	Options     []LeafOption `json:"options"`
}

type LeafOption struct {
	Name         string   `json:"name"`
	DefaultName  string   `json:"plain"`
	Description  string   `json:"description"`
	Type         int      `json:"type"`
	Required     bool     `json:"required"`
	Autocomplete bool     `json:"autocomplete"`
	Choices      []Choice `json:"choices"`
}

func (c *Command) Leaves(locale string) []Leaf {
	all := CommandOption{Name: c.Name, NameLocalizations: c.NameLocalizations, Description: c.Description,
		DescriptionLocalizations: c.DescriptionLocalizations, Options: c.Options}
	return all.leaves(locale, "", "")
}

// leaves returns what can be typed of a command, a group or a subcommand, after what is above it.
func (o *CommandOption) leaves(locale, shown, plain string) (leaves []Leaf) {
	shown += Localized(o.NameLocalizations, locale, o.Name)
	plain += o.Name
	options := make([]LeafOption, 0, len(o.Options))
	for i := range o.Options {
		in := &o.Options[i]
		if in.isCommand() {
			leaves = append(leaves, in.leaves(locale, shown+" ", plain+" ")...)
			continue
		}
		options = append(options, LeafOption{Name: Localized(in.NameLocalizations, locale, in.Name),
			DefaultName: in.Name, Type: in.Type, Required: in.Required, Autocomplete: in.Autocomplete,
			Description: Localized(in.DescriptionLocalizations, locale, in.Description),
			Choices:     ShownChoices(in.Choices, locale)})
	}
	if leaves != nil {
		return leaves
	}
	return []Leaf{{Path: shown, DefaultPath: plain, Options: options,
		Description: Localized(o.DescriptionLocalizations, locale, o.Description)}}
}

// ShownChoices returns choices with the names that a user of the locale reads.
func ShownChoices(choices []Choice, locale string) []Choice {
	shown := make([]Choice, 0, len(choices))
	for _, c := range choices {
		shown = append(shown, Choice{Name: Localized(c.NameLocalizations, locale, c.Name), Value: c.Value})
	}
	return shown
}
