package interaction

import (
	"context"
	"errors"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Beside is what the answer to a handler's error adds to the words.
type Beside struct {
	Game  games.Entry                  // of the table that the user wants to open, else zero
	Hint  string                       // stands below the words
	Ways  []discordgo.MessageComponent // buttons below, which do what a refusal's words ask for
	again control.Control              // opens the form that was sent, with what was typed; zero for none
}

// nextSteps are the buttons below refusals whose words name a next step at their table.
var nextSteps = map[string]struct{ action, label string }{
	table.RefusedEnded:      {control.Rematch, "bot.button.rematch"},
	engine.RefusedOver:      {control.Rematch, "bot.button.rematch"},
	table.RefusedStarted:    {control.Boards, "bot.button.boards"},
	RefusedNotPlayer:        {control.Boards, "bot.button.boards"},
	engine.RefusedResigned:  {control.Boards, "bot.button.boards"},
	table.RefusedRoundWaits: {control.Ready, "bot.button.ready"},
	table.RefusedRoundBegun: {control.Panel, "bot.button.turn"},
	table.RefusedPlanTurn:   {control.Panel, "bot.button.turn"},
}

// ways returns the buttons below a refusal.
func (a *Answer) ways(err error) []discordgo.MessageComponent {
	w := a.request.Words
	switch code := engine.RefusalCode(err); code {
	case tables.RefusedNoTable, RefusedInDirect, RefusedElsewhere, table.RefusedAborted:
		return control.SoloRow(w, a.request.gameOfCommand()).Components
	default:
		if next, has := nextSteps[code]; has && a.request.At.Table != nil {
			c := control.At(next.action, a.request.At.ID, a.request.At.Table, "")
			return []discordgo.MessageComponent{control.Button(w, next.label, discordgo.PrimaryButton, c)}
		}
	}
	return a.Beside.Ways
}

// Fail answers a handler's error: a refusal in words, any other with an apology and a log entry.
func (a *Answer) Fail(ctx context.Context, err error) {
	if errors.Is(err, store.ErrDuplicate) {
		a.request.Log.Debug("delivered twice", slog.Any("interaction", a.request.ID))
		return
	}
	if errors.Is(err, rest.ErrTooLate) {
		a.Apologize(ctx, "bot.error.late") // Discord probably refuses it, and has told the user already
		return
	}
	beside := a.Beside
	g, t := beside.Game, (*table.Table)(nil)
	if g.Game == nil && a.request.At.Table != nil {
		t = a.request.At.Table
		g = games.Of(t)
	}
	answer := &message.Message{Content: a.explain(g, t, err) + beside.Hint}
	if ways := a.ways(err); len(ways) > 0 {
		answer.Components = []discordgo.MessageComponent{control.Row(ways...)}
	}
	if rule, cites := a.ruleButton(g, err, TopicControl); cites {
		answer.Components = append(answer.Components, control.Row(rule))
	}
	if beside.again.Action != "" {
		again := control.Button(a.request.Words, "bot.button.correct", discordgo.PrimaryButton, beside.again)
		answer.Components = append(answer.Components, control.Row(again))
		a.InPlace(ctx, answer)
		return
	}
	a.Whisper(ctx, answer)
}

func (a *Answer) Apologize(ctx context.Context, key string) {
	a.Whisper(ctx, &message.Message{Content: a.request.Words.Say(key)})
}

// Explain returns a refusal at a table in words, or an apology for another error, which it logs.
func (a *Answer) Explain(t *table.Table, err error) string { return a.explain(games.Of(t), t, err) }

// explain is Explain for a game whose table may be nil.
func (a *Answer) explain(g games.Entry, t *table.Table, err error) string {
	var refused *engine.RuleError
	if errors.Is(err, tables.ErrDamaged) { // it may wrap a refusal of its replay
		return a.request.Words.Say("bot.error.damaged")
	}
	if errors.As(err, &refused) {
		if other, has := inDirect[refused.Code]; has && a.request.Place != OnServer {
			refused = &engine.RuleError{Code: other, Args: refused.Args}
		}
		if t != nil {
			t = sentences.ReadBy(t, t.Seat(a.request.User))
		}
		return "⛔ " + sentences.Refusal(a.request.Words, g, t, refused)
	}
	a.request.Log.Error("handling an interaction", slog.Any("interaction", a.request.ID),
		slog.Any("user", a.request.User), slog.Any("channel", a.request.Channel), slog.Any("err", err))
	if errors.Is(err, store.ErrConflict) {
		return a.request.Words.Say("bot.error.conflict")
	}
	if errors.Is(err, store.ErrInDoubt) {
		return a.request.Words.Say("bot.error.in_doubt")
	}
	return a.request.Words.Say("bot.error.internal")
}

// The codes of refusals. Their texts, with these args, are in the catalogs below table.refused.
const (
	RefusedNotPlayer  = "not_player"
	RefusedNoSuchSeat = "no_player" // args: player
)

// TopicControl shows a page of a game's rules, in place of the pressed message if ephemeral.
func TopicControl(in *engine.Info, topic string) control.Control {
	return control.Control{Action: control.Topic, Arg: in.ID + "," + topic}
}

// ruleButton returns a button for the page about the rule that err cites, false for none.
func (a *Answer) ruleButton(
	g games.Entry, err error, c func(in *engine.Info, topic string) control.Control,
) (discordgo.Button, bool) {
	var refused *engine.RuleError
	if g.Game == nil || !errors.As(err, &refused) {
		return discordgo.Button{}, false
	}
	in := g.Info()
	topic := in.Page(refused.Rule)
	if topic == "" {
		return discordgo.Button{}, false
	}
	label := "📖 " + sentences.Topic(a.request.Words, in, topic)
	return control.Labelled(label, discordgo.SecondaryButton, c(in, topic), nil), true
}

// AddRule adds a button to the page about the rule that err cites, if the message has room.
func (a *Answer) AddRule(m *message.Message, id table.ID, t *table.Table, err error) {
	button, cites := a.ruleButton(games.Of(t), err, func(_ *engine.Info, topic string) control.Control {
		return control.At(control.Rules, id, t, topic)
	})
	if cites {
		AddButton(m, button)
	}
}

// AddButton adds a button to the last row of buttons, or below it, if there is room.
func AddButton(m *message.Message, button discordgo.Button) {
	if last := len(m.Components) - 1; last >= 0 {
		row, _ := m.Components[last].(discordgo.ActionsRow)
		if len(row.Components) > 0 && len(row.Components) < control.MaxRowButtons {
			if _, buttons := row.Components[0].(discordgo.Button); buttons {
				row.Components = append(row.Components, button)
				m.Components[last] = row
				return
			}
		}
	}
	if len(m.Components) < control.MaxRows {
		m.Components = append(m.Components, control.Row(button))
	}
}
