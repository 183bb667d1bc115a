package posts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
)

// Lobby returns a lobby's message with what has changed since before, if that is not nil.
func Lobby(w *text.Words, before *table.Table, s tables.Loaded) *message.Message {
	t := s.Table
	fewest, most := t.Seats()
	m := &message.Message{Components: message.NoComponents, Embeds: []*discordgo.MessageEmbed{}}
	if before != nil {
		m.Content = text.Cut(sentences.LobbyChange(w, before, t), control.MaxLines)
	}
	if t.Status != table.Lobby {
		m.Content = w.Say("bot.lobby.closed", "Game", w.T(t.Game.Info().ID+".name", nil))
		if t.Idle {
			m.Content += " " + w.Say("bot.find.nobody")
		}
		return m
	}
	names := ""
	last := ""
	for _, p := range sentences.LobbyOrder(t) {
		said := sentences.NameWithLevel(w, p)
		level := strings.TrimPrefix(said, sentences.Name(w, p))
		if level != "" && level == last { // computers in a row have it once
			names = strings.TrimSuffix(names, level) + ", " + said
		} else {
			names += " • " + said
			last = level
		}
	}
	m.Embeds = []*discordgo.MessageEmbed{{
		Title:       w.T(t.Game.Info().ID+".name", nil),
		Description: text.Lines(fmt.Sprintf("**%d/%d**%s", len(t.Players), most, names), sentences.OptionLines(w, t)),
		Color:       control.EmbedColor,
		Footer: &discordgo.MessageEmbedFooter{Text: w.Say("bot.lobby.host",
			"Name", text.Unescaped(sentences.NameOf(w, t, t.Host)), "Min", fewest, "More", fewest < most)},
	}}
	switch {
	case t.Fork != 0:
		m.Embeds[0].Description += "\n" + sentences.ForkLobby(w, t)
	case t.Order != nil:
		m.Embeds[0].Description += "\n" + w.Say("bot.rematch.seats", "Name", sentences.Name(w, sentences.LobbyOrder(t)[0]))
	}
	m.Components = []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: lobbyButtons(w, s)},
		discordgo.ActionsRow{Components: computerButtons(w, s)},
	}
	return m
}

func lobbyButtons(w *text.Words, s tables.Loaded) []discordgo.MessageComponent {
	fewest, most := s.Table.Seats()
	c := control.Control{Table: s.ID}
	act := func(action string) control.Control { c.Action = action; return c }
	join := control.Button(w, "bot.button.join", discordgo.SuccessButton, act(control.Join))
	join.Disabled = len(s.Table.Players) >= most
	start := control.Button(w, "bot.button.start", discordgo.PrimaryButton, act(control.Start))
	start.Disabled = len(s.Table.Players) < fewest
	return []discordgo.MessageComponent{
		join,
		control.Button(w, "bot.button.leave", discordgo.SecondaryButton, act(control.Leave)),
		control.Button(w, "bot.button.options", discordgo.SecondaryButton, act(control.Options)),
		start,
		control.Button(w, "bot.button.rules", discordgo.SecondaryButton, act(control.Rules)),
	}
}

func computerButtons(w *text.Words, s tables.Loaded) []discordgo.MessageComponent {
	add := control.Button(w, "bot.button.add_computer", discordgo.SecondaryButton,
		control.Control{Action: control.AddComputer, Table: s.ID})
	_, most := s.Table.Seats()
	add.Disabled = len(s.Table.Players) >= most
	buttons := []discordgo.MessageComponent{add}
	if s.Table.Computers() != 0 {
		buttons = append(buttons, control.Button(w, "bot.button.remove_computer", discordgo.SecondaryButton,
			control.Control{Action: control.RemoveComputer, Table: s.ID}))
	}
	return append(buttons, control.LearnButtons(w, "bot.button.learn", s.Table.Game.Info().ID)...)
}

// Invite tells the players of a rematch or a fork, but not its host, that they have a seat, and
// invites a guest, who has none yet. With pings it pings those who may be pinged now.
func (wr *Writer) Invite(
	ctx context.Context, w *text.Words, m *message.Message, t *table.Table, guest table.UserID, pings bool,
) error {
	key := "bot.rematch.invite"
	invited := []table.Player{{User: guest}}
	switch {
	case t.Order == nil && guest == 0:
		return nil
	case t.Order == nil:
		key = "bot.game.invite"
	case t.Fork != 0:
		key = "bot.fork.invite"
	}
	if t.Order != nil {
		invited = slices.DeleteFunc(people(t.Players), func(p table.Player) bool { return p.User == t.Host })
	}
	calendar, err := wr.tables.Calendar(ctx, &table.Table{Players: invited})
	if err != nil {
		return err
	}
	var names []string
	for _, p := range invited {
		name := mention(w, m, p, pings && calendar.MayMention(p.User, wr.now().UnixMilli()))
		if p.User == guest {
			name = sentences.Mention(w, guest) // nobody has told the name
		}
		names = append(names, name)
	}
	if len(invited) > 0 {
		m.Content = w.Say(key, "Host", sentences.NameOf(w, t, t.Host), "Players", w.List(names),
			"Game", w.Say(t.Game.Info().ID+".name"))
	}
	wr.silence(m, calendar.Quiet, invited)
	return nil
}

// Call mentions users who want to know of a lobby in its message.
func Call(w *text.Words, m *message.Message, t *table.Table, users []table.UserID) {
	var mentions []string
	for _, user := range users {
		mentions = append(mentions, mention(w, m, table.Player{User: user}, true))
	}
	if len(users) > 0 {
		m.Content = text.Lines(m.Content, w.Say("bot.find.call", "Players", w.List(mentions),
			"Game", w.Say(t.Game.Info().ID+".name")))
	}
}

// AskHost asks the host of a lobby whether it stays open. The button has the nonce of the entry.
func (wr *Writer) AskHost(
	ctx context.Context, w *text.Words, s tables.Loaded, nonce string, pings bool,
) (*message.Message, error) {
	calendar, err := wr.tables.Calendar(ctx, s.Table)
	if err != nil {
		return nil, err
	}
	m := &message.Message{}
	over := s.Table.Demands(calendar.Quiet)[0]
	host := s.Table.Player(over.Seat)
	name := mention(w, m, host, pings && calendar.MayMention(host.User, wr.now().UnixMilli()))
	wr.silence(m, calendar.Quiet, []table.Player{host})
	m.Content = w.Say("bot.find.ask", "Player", name, "Game", w.Say(s.Header.Game+".name"),
		"Since", sentences.Moment(s.Table.Stirred), "When", sentences.Countdown(over.At))
	if s.Header.LastMessage != 0 {
		m.Content += "\n" + sentences.MessageLink(s.Header)
	}
	m.Components = []discordgo.MessageComponent{control.Row(control.Button(w, "bot.button.keep",
		discordgo.SuccessButton, control.Control{Action: control.Keep, Table: s.ID, Arg: nonce}))}
	return m, nil
}

// Lost tells of the end of a game whose channel the bot cannot see.
func Lost(w *text.Words, t *table.Table) *message.Message {
	return &message.Message{Content: w.Say("bot.table.lost",
		"Game", w.T(t.Game.Info().ID+".name", nil), "Players", w.List(sentences.AllNames(w, t)))}
}

// ThreadNote tells a channel about a game in a thread, which is 0 before it exists.
func ThreadNote(w *text.Words, t *table.Table, thread table.ChannelID) *message.Message {
	note := w.Say(
		"bot.thread.note", "Game", w.T(t.Game.Info().ID+".name", nil), "Name", sentences.NameOf(w, t, t.Host),
	)
	if thread != 0 {
		note += " <#" + thread.String() + ">"
	}
	return &message.Message{Content: note}
}
