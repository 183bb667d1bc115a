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
	name := Localized(c.NameLocalizations, locale, c.Name)
	if !c.subcommands() {
		return []Leaf{{Path: name, DefaultPath: c.Name, Options: leafOptions(c.Options, locale),
			Description: Localized(c.DescriptionLocalizations, locale, c.Description)}}
	}
	var leaves []Leaf
	var walk func(options []CommandOption, shown, plain string)
	walk = func(options []CommandOption, shown, plain string) {
		for i := range options {
			o := &options[i]
			shown := shown + " " + Localized(o.NameLocalizations, locale, o.Name)
			plain := plain + " " + o.Name
			if o.Type == OptionSubcommandGroup {
				walk(o.Options, shown, plain)
				continue
			}
			leaves = append(leaves, Leaf{Path: shown, DefaultPath: plain, Options: leafOptions(o.Options, locale),
				Description: Localized(o.DescriptionLocalizations, locale, o.Description)})
		}
	}
	walk(c.Options, name, c.Name)
	return leaves
}

func leafOptions(options []CommandOption, locale string) []LeafOption {
	leaves := make([]LeafOption, 0, len(options))
	for i := range options {
		o := &options[i]
		leaves = append(leaves, LeafOption{Name: Localized(o.NameLocalizations, locale, o.Name), DefaultName: o.Name,
			Type: o.Type, Description: Localized(o.DescriptionLocalizations, locale, o.Description), Required: o.Required,
			Autocomplete: o.Autocomplete, Choices: ShownChoices(o.Choices, locale)})
	}
	return leaves
}

// subcommands reports whether the command is only a name for its subcommands.
func (c *Command) subcommands() bool {
	return len(c.Options) > 0 && c.Options[0].Type <= OptionSubcommandGroup
}

// ShownChoices returns choices with the names that a user of the locale reads.
func ShownChoices(choices []Choice, locale string) []Choice {
	shown := make([]Choice, 0, len(choices))
	for _, c := range choices {
		shown = append(shown, Choice{Name: Localized(c.NameLocalizations, locale, c.Name), Value: c.Value})
	}
	return shown
}
