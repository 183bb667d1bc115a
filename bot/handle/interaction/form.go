package interaction

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Form is a form in place of typed options. The buttons that open it have its action.
type Form struct {
	Action string
	In     Places
	// Make returns the title and the fields. They are preset with the request's options, else with
	// what holds now.
	Make func(ctx context.Context, r *Request) (form.Form, error)
	// Take handles what was sent, which it reads as options.
	Take Handler
	// Wrong are the codes of the refusals that the user can correct.
	Wrong []string
}

// Routes returns the routes of the form and of its button, and of its command, which opens it
// without options.
func (f Form) Routes() Routes {
	routes := Routes{":" + f.Action: {Handle: f.open, In: f.In}, "=" + f.Action: {Handle: f.handleSent, In: f.In}}
	if command, has := control.Commands[f.Action]; has {
		routes[command] = Route{Handle: f.handleCommand, In: f.In}
	}
	return routes
}

func (f Form) handleCommand(ctx context.Context, r *Request) error {
	if len(r.Options) > 0 {
		return f.Take(ctx, r)
	}
	return f.open(ctx, r)
}

// open answers with the form. Where Discord takes none, since it is late, a button opens the form.
func (f Form) open(ctx context.Context, r *Request) error {
	maps.Copy(r.Options, Typed(r.Control.Arg))
	made, err := f.Make(ctx, r)
	if err != nil {
		return err
	}
	c := r.Control
	button := control.Button(r.Words, "bot.button.form", discordgo.PrimaryButton,
		control.Control{Action: f.Action, Table: c.Table, Arg: c.Arg})
	made.ID = control.Control{Action: f.Action, Table: c.Table}.ID()
	r.Answer.Respond(ctx, interactions.Ask(&made, &message.Message{
		Content: r.Words.Say("bot.form.late"), Components: []discordgo.MessageComponent{control.Row(button)},
	}))
	return nil
}

// handleSent handles a sent form. A refusal that the user can correct gets a button, which opens
// the form again with what was typed.
func (f Form) handleSent(ctx context.Context, r *Request) error {
	sent := maps.Clone(r.Options)
	err := f.Take(ctx, r)
	if refused := (*engine.RuleError)(nil); !errors.As(err, &refused) || !slices.Contains(f.Wrong, refused.Code) {
		return err
	}
	return with(err, func(at *failure) {
		at.again = control.Control{Action: f.Action, Table: r.Control.Table, Arg: AsTyped(sent)}
	})
}

// TimeField returns the field for the time control: a pace, a limit without a reserve, or now.
func TimeField(w *text.Words, now table.TimeControl) form.Field {
	all := slices.Clone(table.Paces)
	for _, l := range table.Limits {
		all = append(all, table.TimeControl{Limit: l})
	}
	if !slices.Contains(all, now) {
		all = append(all, now)
	}
	return form.Choice("pace", w.Say("bot.limit.name"), "", form.Options(all,
		func(c table.TimeControl) string { return sentences.TimeControl(w, c) }, now.String()))
}

// Flag returns whether an option of a command is true or a check of a form is on, otherwise if the
// command lacks the option and it is no form that has the checks.
func (in *Input) Flag(name, checks string, otherwise bool) bool {
	value, ok := in.Options[name]
	_, sent := in.Options[checks]
	if !ok && !sent {
		return otherwise
	}
	return value == "true"
}

// AsTyped returns values for the argument of a control, which Typed reads.
func AsTyped(values map[string]string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, name+"="+strings.ReplaceAll(values[name], "|", "/"))
	}
	return strings.Join(parts, "|")
}

func Typed(arg string) map[string]string {
	values := map[string]string{}
	for part := range strings.SplitSeq(arg, "|") {
		if name, value, ok := strings.Cut(part, "="); ok {
			values[name] = value
		}
	}
	return values
}
