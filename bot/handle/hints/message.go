package hints

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

func hintControls(r *interaction.Request, s tables.Loaded, first engine.Move, whole bool) []discordgo.MessageComponent {
	buttons := []discordgo.MessageComponent{playButton(r, s, first)}
	if !whole {
		buttons = append(buttons, hintButton(r, s, "bot.button.whole_turn", wholeTurn))
	}
	rows := []discordgo.MessageComponent{control.Row(append(buttons, control.BackButton(r.Words, s.ID, s.Table))...)}
	if menu, any := whyNotMenu(r, s, first); any {
		rows = append(rows, control.Row(menu))
	}
	return rows
}

// thinkingMessage says that the answer takes longer, with a button that asks again.
func thinkingMessage(r *interaction.Request, s tables.Loaded, move string) *message.Message {
	action := control.Hint
	if move != "" {
		action = control.WhyNot
	}
	return waitMessage(r, s, "bot.advice.thinking", control.Button(r.Words, "bot.button.hint_again",
		discordgo.PrimaryButton, control.At(action, s.ID, s.Table, move)))
}

// stuckMessage is for a turn that perhaps only an undo can save. The panel offers undo.
func stuckMessage(r *interaction.Request, s tables.Loaded) *message.Message {
	return waitMessage(r, s, "bot.advice.stuck")
}

// waitMessage returns a message without a hint: the text of a key, buttons, and the way back.
func waitMessage(r *interaction.Request, s tables.Loaded, key string, buttons ...discordgo.MessageComponent) *message.Message {
	return &message.Message{
		Content:         r.Words.T(key, nil),
		Components:      []discordgo.MessageComponent{control.Row(append(buttons, control.BackButton(r.Words, s.ID, s.Table))...)},
		KeepAttachments: true,
	}
}

// playButton plays a move as the buttons of panels do.
func playButton(r *interaction.Request, s tables.Loaded, m engine.Move) discordgo.Button {
	label := r.Words.Say("bot.advice.play", "Move", text.Unescaped(sentences.Spelled(r.Words, s.Table, m)))
	return discordgo.Button{
		Label: text.Cut(label, control.MaxLabel), Style: discordgo.SuccessButton,
		CustomID: control.At(control.Move, s.ID, s.Table, choice.FormatMove(s.Table.Game, m)).ID(),
	}
}

func hintButton(r *interaction.Request, s tables.Loaded, key, arg string) discordgo.Button {
	return control.Button(
		r.Words, key, discordgo.PrimaryButton, control.At(control.Hint, s.ID, s.Table, arg),
	)
}

// whyNotMenu returns the menu of moves that the player may have in mind, without the shown one.
func whyNotMenu(r *interaction.Request, s tables.Loaded, shown engine.Move) (discordgo.SelectMenu, bool) {
	menu := control.Menu(control.At(control.WhyNot, s.ID, s.Table, ""), r.Words.Say("bot.advice.why_not"))
	legal := r.Rankings.Of(s.ID, s.Table, shown.Seat)
	for _, m := range bestOfAll(s.Table.Game.Info(), legal, control.MaxMenuOptions+1) {
		if m != shown && len(menu.Options) < control.MaxMenuOptions {
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{
				Label:       text.Cut(text.Unescaped(sentences.Spelled(r.Words, s.Table, m)), control.MaxMenuText),
				Value:       choice.FormatMove(s.Table.Game, m),
				Description: text.Cut(sentences.Hint(r.Words, s.Table, m), control.MaxMenuText),
			})
		}
	}
	return menu, len(menu.Options) > 0
}

// bestOfAll returns up to most moves that menus offer: the best of each subcommand, then the next
// best, and so on. Ranks of different subcommands do not compare.
func bestOfAll(in *engine.Info, legal *choice.Ranked, most int) []engine.Move {
	var bySub [][]engine.Move
	for _, sub := range choice.Subcommands(in) {
		bySub = append(bySub, legal.Offered(sub))
	}
	var all []engine.Move
	for more := true; more; {
		more = false
		for i, moves := range bySub {
			if len(moves) > 0 && len(all) < most {
				all = append(all, moves[0])
				bySub[i] = moves[1:]
				more = true
			}
		}
	}
	return all
}

func suggestMove(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
	s, seat, err := askedTable(ctx, r)
	if err != nil {
		return
	}
	legal := r.Rankings.Of(s.ID, s.Table, seat)
	for _, m := range bestOfAll(s.Table.Game.Info(), legal, len(legal.Moves)) {
		o.Add(text.Unescaped(sentences.Spelled(r.Words, s.Table, m)), choice.FormatMove(s.Table.Game, m))
	}
}
