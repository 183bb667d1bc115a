package interaction

import (
	"errors"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TopicControl returns the control that shows a page of a game's rules, in place of the pressed
// message if that is ephemeral.
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
	return discordgo.Button{
		Label: text.Cut("📖 "+sentences.Topic(a.input.Words, in, topic), control.MaxLabel),
		Style: discordgo.SecondaryButton, CustomID: c(in, topic).ID(),
	}, true
}

// AddRule adds a button to a message about a table if err cites a rule and the message has room.
// The button shows the page about the rule in another message.
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
