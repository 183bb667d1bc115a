package copies

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// plan is a player on a copy of an open table, as if the player's next turn were now. The steps
// tried there are a draft in the player's preferences.
type plan struct {
	request *interaction.Request
	base    tables.Loaded
	tables  *tables.Tables // those of the store
	seat    engine.Seat
	draft   store.Trial
	// copy is the table with the draft's steps, nil until it is made. added are its events that the
	// base does not have. turn tells the steps, and choices what each turn before them does.
	copy    *table.Table
	added   []table.Event
	turn    sentences.Teller
	choices []string
	// explained is how often the price of a plan has been told.
	explained int
	// lost is how many steps of the draft are no longer possible.
	lost int
	// unfolded says that the panel shows the buttons below More.
	unfolded bool
}

// planBit is the highest bit of a plan's ID.
const planBit table.ID = 1 << 62

// draftOf returns the ID of a copy of a table.
func draftOf(base table.ID, tried ...string) table.ID {
	return copyID(planBit, []string{base.String()}, tried)
}

func (p *plan) ID() table.ID {
	tried := append([]string{p.request.User.String()}, p.tried()...)
	for _, turn := range p.draft.Choices {
		tried = append(tried, strings.Join(turn, ";"))
	}
	return draftOf(p.base.ID, tried...)
}

// tried returns the steps of the draft that are still possible.
func (p *plan) tried() []string { return p.draft.Moves[:len(p.draft.Moves)-p.lost] }

// newPlan returns the copy of a table for the user. It refuses where nothing can be planned.
func newPlan(ctx context.Context, r *interaction.Request, base tables.Loaded) (*plan, error) {
	seat, err := r.SeatAt(base.Table)
	if err != nil {
		return nil, err
	}
	if !base.Table.MayPlan(seat) {
		return nil, engine.Refuse(refusedNoPlan, "")
	}
	p := &plan{request: r, tables: r.Tables, base: base, seat: seat}
	return p, p.read(ctx)
}

// read makes the copy from the draft as it is stored now.
func (p *plan) read(ctx context.Context) error {
	prefs, err := p.request.Store.Preferences(ctx, p.request.User)
	if err != nil {
		return err
	}
	p.draft = p.current(&prefs)
	p.explained = prefs.Armed
	p.choices = nil
	for _, turn := range p.draft.Choices {
		if err := p.try(turn); err != nil {
			return err
		}
		p.choices = append(p.choices, p.told())
	}
	return p.try(p.draft.Moves)
}

// try makes the copy with the steps of a turn, as far as they are possible.
func (p *plan) try(moves []string) (err error) {
	// All events have the same time, so that buttons know the copy by its log.
	p.added = []table.Event{table.Foresee(p.seat, p.base.Table.Start)}
	p.lost = 0
	p.turn = sentences.Teller{Words: p.request.Words}
	if p.copy, err = p.base.Table.Next(p.added[0]); err != nil {
		return err
	}
	for i, move := range moves {
		e := table.MoveText(move, p.request.User, p.base.Table.Start)
		next, err := p.copy.Next(e)
		if err != nil {
			p.lost = len(moves) - i
			break
		}
		p.turn.Step(sentences.ReadBy(p.copy, p.seat), next)
		p.copy = next
		p.added = append(p.added, e)
	}
	return nil
}

// told returns the steps tried in a line.
func (p *plan) told() string { return strings.Join(p.turn.Told(), "\n") }

// current returns the draft in some preferences. If there is none, or the player has acted since,
// it returns what the program will play, or an empty draft.
func (p *plan) current(prefs *store.Preferences) store.Trial {
	since := p.base.Table.Acted[p.seat]
	if d, found := wishes.DraftAt(prefs, p.base.ID); found && d.Since == since {
		return d
	}
	d := store.Trial{Table: p.base.ID, Since: since}
	armed := p.base.Table.Plans[p.seat]
	for i, turn := range armed.Turns {
		moves := make([]string, len(turn))
		for i, m := range turn {
			moves[i] = string(p.base.Table.Game.AppendMove(nil, m))
		}
		if i == len(armed.Turns)-1 {
			d.Moves, d.Any = moves, armed.Any
		} else {
			d.Choices = append(d.Choices, moves)
		}
	}
	return d
}

// Log implements [interaction.Unstored].
func (p *plan) Log(ctx context.Context) ([]table.Event, error) {
	if p.copy == nil {
		if err := p.read(ctx); err != nil {
			return nil, err
		}
	}
	_, log, err := p.request.Store.Table(ctx, p.base.ID)
	if err != nil {
		return nil, err
	}
	return append(slices.Clip(log[:p.base.Table.Version]), p.added...), nil
}

// Commit adds steps to the draft.
func (p *plan) Commit(ctx context.Context, c store.Commit) error {
	if p.copy == nil || p.copy.Version != c.Want {
		return store.ErrConflict
	}
	tried := slices.Clone(p.tried())
	for _, e := range c.Events {
		switch {
		case e.Kind != table.Moved:
			return errors.New("copies: only moves can be planned")
		case e.By == p.request.User:
			tried = append(tried, e.Move)
		}
	}
	return p.change(ctx, func(d *store.Trial) { d.Moves = tried })
}

// change changes the draft, which the program then plays no longer.
func (p *plan) change(ctx context.Context, to func(d *store.Trial)) error {
	if p.armed() {
		if _, err := p.arm(ctx, nil, false); err != nil {
			return err
		}
	}
	return p.store(ctx, to)
}

// store changes the draft, unless another device has done so.
func (p *plan) store(ctx context.Context, to func(d *store.Trial)) error {
	err := p.request.Store.ChangePreferences(ctx, p.request.User, func(prefs *store.Preferences) error {
		d := p.current(prefs)
		if !slices.Equal(d.Moves, p.draft.Moves) || len(d.Choices) != len(p.draft.Choices) {
			return store.ErrConflict
		}
		to(&d)
		wishes.KeepDraft(prefs, d)
		return nil
	})
	p.copy = nil
	if err != nil {
		return err
	}
	return p.read(ctx)
}

// back takes back the last step, or the last turn if another one has just begun.
func (p *plan) back(ctx context.Context) (done bool, err error) {
	tried := p.tried()
	choices := p.draft.Choices
	if len(tried)+len(choices) == 0 {
		return false, nil
	}
	return true, p.change(ctx, func(d *store.Trial) {
		last := len(choices) - 1
		if len(tried) == 0 {
			d.Choices, d.Moves = choices[:last:last], choices[last]
		} else {
			d.Moves = tried[:len(tried)-1]
		}
	})
}

// Guide implements [interaction.Unstored].
func (p *plan) Guide(t *table.Table) interaction.Guide {
	w := p.request.Words
	whole := !t.Turn().Has(p.seat)
	g := interaction.Guide{Copy: true, Hints: true, Rests: whole}
	var rare []discordgo.MessageComponent
	button := func(to *[]discordgo.MessageComponent, key string, style discordgo.ButtonStyle, c control.Control) {
		*to = append(*to, control.Button(w, key, style, c))
	}
	at := func(action string) control.Control { return control.At(action, p.ID(), t, "") }
	round := sentences.Scene(w, t) != sentences.Scene(w, p.base.Table)
	first, last := text.Lines(w.Say("bot.plan.banner"), w.Say(t.Game.Info().ID+".plan", "Round", round)), ""
	if whole {
		first, last = w.Say("bot.plan.banner"), w.Say("bot.plan.whole")
	}
	if most := t.PlanChoices(); whole && most > 0 {
		last = p.armText()
		if !p.armed() {
			button(&g.Buttons, "bot.button.plan_on", discordgo.SuccessButton, at(control.PlanOn))
		}
		if len(p.choices)+1 < most {
			button(&rare, "bot.button.plan_add", discordgo.SecondaryButton, at(control.PlanAdd))
		}
		ask := "bot.button.plan_ask"
		if p.draft.Any {
			ask = "bot.button.plan_any"
		}
		button(&rare, ask, discordgo.SecondaryButton, at(control.PlanAsk))
	}
	if p.lost > 0 {
		first = text.Lines(w.Say("bot.plan.rebased", "Count", p.lost), first)
	}
	turns := append(slices.Clone(p.choices), p.told())
	for i := range turns {
		if len(turns) > 1 {
			turns[i] = strconv.Itoa(i+1) + ". " + turns[i]
		}
	}
	g.Text = text.Lines(first, strings.Join(turns, "\n"), last)
	button(&rare, "bot.button.plan_keep", discordgo.SecondaryButton, control.At(control.Panel, p.base.ID, p.base.Table, ""))
	if len(p.added)+len(p.choices) > 1 {
		button(&g.Buttons, "bot.button.plan_back", discordgo.SecondaryButton, at(control.PlanBack))
		button(&g.Buttons, "bot.button.plan_off", discordgo.SecondaryButton, at(control.PlanOff))
	}
	if len(rare) > 1 && !p.unfolded {
		rare = []discordgo.MessageComponent{control.Button(w, "bot.button.more", discordgo.SecondaryButton, at(control.PlanMore))}
	}
	g.Buttons = append(g.Buttons, rare...)
	return g
}
