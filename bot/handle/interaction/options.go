package interaction

import (
	"context"
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
	// Make returns the form, preset with the request's options, else with what holds now.
	Make  func(ctx context.Context, r *Request) (form.Form, error)
	Take  Handler  // handles what was sent, which it reads as options
	Wrong []string // the codes of the refusals that the user can correct
}

// Routes returns the routes of the form, its button, and the command that opens it without options.
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

// handleSent handles a sent form. A refusal that can be corrected gets a button to do so.
func (f Form) handleSent(ctx context.Context, r *Request) error {
	sent := maps.Clone(r.Options)
	err := f.Take(ctx, r)
	if slices.Contains(f.Wrong, engine.RefusalCode(err)) {
		r.Answer.Beside.again = control.Control{Action: f.Action, Table: r.Control.Table, Arg: AsTyped(sent)}
	}
	return err
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

// Offer collects the choices of an autocomplete that match the typed text.
type Offer struct {
	Typed   string
	Choices []*discordgo.ApplicationCommandOptionChoice
}

// Full reports whether the offer has as many choices as Discord allows.
func (o *Offer) Full() bool { return len(o.Choices) == control.MaxChoices }

// Add adds a choice if there is room and its name or value matches the typed text.
func (o *Offer) Add(name, value string) {
	if !o.Full() && (text.Match(name, o.Typed) != text.NoMatch || text.Match(value, o.Typed) != text.NoMatch) {
		o.Choices = append(o.Choices, control.Choice(name, value))
	}
}

// Offering returns the handler of an autocomplete that offers what fill adds.
func Offering(fill func(ctx context.Context, r *Request, o *Offer)) Handler {
	return func(ctx context.Context, r *Request) error {
		offer := Offer{Typed: r.Options[r.Focused]}
		fill(ctx, r, &offer)
		r.Answer.Respond(ctx, interactions.Choices(offer.Choices...))
		return nil
	}
}

// OfferSeats offers the players for whom fits is true, by numbers with the mark of computers.
func (o *Offer) OfferSeats(w *text.Words, t *table.Table, fits func(*table.Table, engine.Seat) bool) {
	for _, p := range t.Players {
		if fits(t, p.Seat) {
			o.Add(sentences.PlainName(w, p), text.Marked(p.Seat.String()))
		}
	}
}

// SeatNamed returns the seat that OfferSeats has offered, or else of the player with a name, a
// person before a computer, or else with a number. The error is the refusal RefusedNoSuchSeat, or
// one that tells players of one name apart.
func SeatNamed(w *text.Words, t *table.Table, asked string) (engine.Seat, error) {
	var named, others []engine.Seat
	for _, p := range t.Players {
		switch same := strings.EqualFold(p.Name, asked); {
		case strings.EqualFold(sentences.PlainName(w, p), asked), text.Marked(p.Seat.String()) == asked:
			return p.Seat, nil
		case same && !p.IsComputer():
			named = append(named, p.Seat)
		case same, p.Seat.String() == asked:
			others = append(others, p.Seat)
		}
	}
	switch all := append(named, others...); {
	case len(named) > 1:
		return 0, engine.Refuse("namesakes", "", "name", text.Quoted(asked), "players", engine.Seats(named...).Ref())
	case len(all) > 0:
		return all[0], nil
	}
	return 0, engine.Refuse(RefusedNoSuchSeat, "", "player", text.Quoted(asked))
}
