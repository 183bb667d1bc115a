package trials

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/turns"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// plan is a player on a copy of an open table, as if the player's next turn were now.
type plan struct {
	trial
	tables   *tables.Tables // of the store
	unfolded bool           // the panel shows the buttons below More
}

// newPlan returns the user's copy of a table, to be read, unless nothing can be planned there.
func newPlan(r *interaction.Request, base tables.Loaded) (*plan, error) {
	seat, err := r.SeatAt(base.Table)
	if err != nil {
		return nil, err
	}
	if !base.Table.MayPlan(seat) {
		return nil, engine.Refuse("no_plan", "")
	}
	p := &plan{trial: trial{request: r, base: base, seat: seat}, tables: r.Tables}
	p.kind = p
	return p, nil
}

// planAt is newPlan at a game of the channel, or leads to that if nothing can be planned there.
func planAt(ctx context.Context, r *interaction.Request, id table.ID) (kind, error) {
	base, err := r.LoadHere(ctx, id, "plan_gone", "plan_gone")
	if err != nil {
		return nil, err
	}
	p, err := newPlan(r, base)
	if err != nil {
		r.Leave(base.ID)
		return nil, nil
	}
	return p, nil
}

// openPlan handles /game plan and its button. Who is in turn gets the turn panel.
func openPlan(ctx context.Context, r *interaction.Request) error {
	s := r.At
	if seat := s.Table.Seat(r.User); s.Table.Turn().Has(seat) {
		return turns.UpdatePanel(ctx, r, s.ID, "")
	}
	p, err := newPlan(r, s)
	if err == nil {
		err = p.read(ctx)
	}
	if err == nil {
		next, _ := p.find(&p.prefs)
		if !p.armed() { // a look does not stop what is armed
			next = p.kept
		}
		err = p.trial.change(ctx, next)
	}
	if err != nil {
		return err
	}
	return show(ctx, r, p)
}

const planBit table.ID = 1 << 62 // the highest bit of a plan's ID

func planID(user table.UserID, kept store.Trial) table.ID {
	return copyID(planBit, user.String(), kept, kept.Table.String())
}

func (p *plan) ID() table.ID { return planID(p.request.User, p.kept) }

// find returns what is kept in some preferences. If there is nothing, or the player has acted
// since, it returns what the program will play, or an empty plan.
func (p *plan) find(prefs *store.Preferences) (store.Trial, error) {
	since := p.base.Table.Acted[p.seat]
	if d, found := wishes.DraftAt(prefs, p.base.ID); found && d.Since == since {
		return d, nil
	}
	d := store.Trial{Table: p.base.ID, Since: since}
	armed := p.base.Table.Plans[p.seat]
	for i, turn := range armed.Turns {
		if i > 0 {
			d.Choices = append(d.Choices, d.Moves)
		}
		d.Moves = nil
		for _, m := range turn {
			d.Moves = append(d.Moves, string(p.base.Table.Game.AppendMove(nil, m)))
		}
	}
	d.Any = armed.Any
	return d, nil
}

func (p *plan) keep(prefs *store.Preferences, next store.Trial) { wishes.KeepDraft(prefs, next) }

func (p *plan) build(ctx context.Context) error {
	_, log, err := p.request.Store.Table(ctx, p.base.ID)
	if err != nil {
		return err
	}
	begin := table.Foresee(p.seat, p.base.Table.Start)
	if p.before, err = p.base.Table.Next(begin); err != nil {
		return err
	}
	p.log = append(slices.Clip(log[:p.base.Table.Version]), begin)
	p.tryKept()
	return nil
}

// change also has the program no longer play the plan.
func (p *plan) change(ctx context.Context, next store.Trial) error {
	if p.armed() {
		if _, err := p.arm(ctx, nil, false); err != nil {
			return err
		}
	}
	return p.trial.change(ctx, next)
}

// armed reports whether the program plays the plan when the turn comes.
func (p *plan) armed() bool { return len(p.base.Table.Plans[p.seat].Turns) > 0 }

// arm has the program play the first of some turns that fits, none without turns; ask is as for
// table.PlanTurn. Once the player's turn has begun, it only leads the request to the table itself.
func (p *plan) arm(ctx context.Context, turns [][]string, ask bool) (done bool, err error) {
	r := p.request
	_, after, err := p.tables.Act(ctx, p.base, r.ID, func(t *table.Table) ([]table.Event, error) {
		e := table.PlanTurn(p.seat, turns, ask, r.User, r.Now().UnixMilli())
		return []table.Event{e}, t.CheckPlan(e)
	}, nil)
	if engine.RefusalCode(err) == table.RefusedPlanTurn {
		r.Leave(p.base.ID)
		return false, nil
	}
	if err == nil {
		p.base = after
	}
	return err == nil, err
}

// turns returns the turns planned in order of preference.
func (p *plan) turns() [][]string { return append(slices.Clone(p.kept.Choices), p.kept.Moves) }

// play has the program play the plan when the turn comes.
func (p *plan) play(ctx context.Context) (done bool, err error) {
	if done, err = p.arm(ctx, p.turns(), !p.kept.Any); !done {
		return false, err
	}
	err = p.request.CountUse(ctx, func(prefs *store.Preferences) *int { return &prefs.Armed })
	if err != nil {
		return false, err
	}
	return true, p.read(ctx)
}

// another begins a turn for the case that those before it do not fit.
func (p *plan) another(ctx context.Context) (done bool, err error) {
	if len(p.kept.Choices)+1 >= p.base.Table.PlanChoices() {
		return false, nil
	}
	next := p.kept
	next.Choices, next.Moves = p.turns(), nil
	return true, p.change(ctx, next)
}

// ask switches whether the player is asked if something better comes up.
func (p *plan) ask(ctx context.Context) (done bool, err error) {
	if p.armed() {
		if done, err = p.arm(ctx, p.turns(), p.kept.Any); !done {
			return false, err
		}
	}
	next := p.kept
	next.Any = !next.Any
	return true, p.trial.change(ctx, next)
}

// unfold shows the buttons below More.
func (p *plan) unfold(context.Context) (done bool, err error) {
	p.unfolded = true
	return true, nil
}

func (p *plan) newGuide() interaction.Guide {
	w := p.request.Words
	t := p.copy
	whole := !t.Turn().Has(p.seat)
	g := interaction.Guide{Copy: true, Hints: true, Rests: whole}
	round := sentences.Scene(w, t) != sentences.Scene(w, p.base.Table)
	first, last := text.Lines(w.Say("bot.plan.banner"), w.Say(t.Game.Info().ID+".plan", "Round", round)), ""
	if whole {
		first, last = w.Say("bot.plan.banner"), w.Say("bot.plan.whole")
	}
	var rare []discordgo.MessageComponent
	if most := t.PlanChoices(); whole && most > 0 {
		last = p.armText()
		if !p.armed() {
			g.Buttons = append(g.Buttons, p.button("plan_on", discordgo.SuccessButton, control.PlanOn))
		}
		if len(p.kept.Choices)+1 < most {
			rare = append(rare, p.secondary("plan_add", control.PlanAdd))
		}
		ask := "plan_ask"
		if p.kept.Any {
			ask = "plan_any"
		}
		rare = append(rare, p.secondary(ask, control.PlanAsk))
	}
	if p.lost > 0 {
		first = text.Lines(w.Say("bot.plan.rebased", "Count", p.lost), first)
	}
	g.Text = text.Lines(first, p.told(), last)
	if p.copy != p.before || len(p.kept.Choices) > 0 {
		g.Buttons = append(g.Buttons, p.secondary("plan_back", control.PlanBack),
			p.secondary("plan_off", control.PlanOff))
	}
	rare = append(rare, control.Button(w, "bot.button.plan_keep", discordgo.SecondaryButton,
		control.At(control.Panel, p.base.ID, p.base.Table, "")))
	if len(rare) > 1 && !p.unfolded {
		rare = []discordgo.MessageComponent{p.secondary("more", control.PlanMore)}
	}
	g.Buttons = append(g.Buttons, rare...)
	return g
}

// told returns the steps of each turn planned in a line.
func (p *plan) told() string {
	turns := p.turns()
	lines := make([]string, len(turns))
	for i, turn := range turns {
		teller := sentences.Teller{Words: p.request.Words}
		_, at := playMoves(p.before, turn)
		for n, next := range at[1:] {
			teller.Step(sentences.ReadBy(at[n], p.seat), next)
		}
		lines[i] = strings.Join(teller.Told(), "\n")
		if len(turns) > 1 {
			lines[i] = strconv.Itoa(i+1) + ". " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// armText says whether the program plays the plan, and the first times what that costs.
func (p *plan) armText() string {
	w := p.request.Words
	switch {
	case !p.armed():
		return w.Say("bot.plan.unarmed")
	case p.prefs.Armed <= interaction.Explained:
		return text.Lines(w.Say("bot.plan.waits"), w.Say("bot.plan.cost"))
	}
	return w.Say("bot.plan.waits")
}

// dropPlan deletes the plan, also what the program would play of it, and shows the table's panel.
func dropPlan(ctx context.Context, r *interaction.Request) error {
	if p, planning := r.Trial.(*plan); planning {
		r.Leave(p.base.ID)
	}
	s, err := r.Tables.Load(ctx, r.Pressed())
	if err != nil {
		return err
	}
	r.At = s
	seat, err := r.SeatAt(s.Table)
	if err == nil && len(s.Table.Plans[seat].Turns) > 0 {
		_, err = r.Act(ctx, func(*table.Table) ([]table.Event, error) {
			return []table.Event{table.PlanTurn(seat, nil, false, r.User, r.Now().UnixMilli())}, nil
		}, nil)
	}
	if err == nil {
		err = r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
			wishes.DropDraft(p, s.ID)
			return nil
		})
	}
	if err != nil {
		return err
	}
	return turns.UpdatePanel(ctx, r, s.ID, "")
}
