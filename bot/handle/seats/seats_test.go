package seats

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// The people of tests: the host of lobbies, another player, and a moderator.
const ana, bo, mo table.UserID = 11, 12, 13

func asks(user table.UserID, given map[string]string) *interaction.Request {
	r := &interaction.Request{Services: &interaction.Services{Now: func() time.Time { return time.UnixMilli(7) }}}
	r.User, r.Name, r.Words, r.Options = user, "Name", text.For("en"), given
	r.Interaction = &discordgo.Interaction{Member: &discordgo.Member{User: &discordgo.User{ID: user.String()}}}
	if user == mo {
		r.Interaction.Member.Permissions = discordgo.PermissionManageMessages
	}
	return r
}

func gameCalled(t *testing.T, id string) games.Entry {
	t.Helper()
	g, found := games.Find(id)
	require.True(t, found, "no game %s", id)
	return g
}

// lobbyOf returns a lobby of a game, whose host is Ana.
func lobbyOf(t *testing.T, game string, more ...table.Event) *table.Table {
	t.Helper()
	g := gameCalled(t, game)
	lobby, err := table.Open(g.Game, table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, nil, 0, 1))
	for _, e := range more {
		require.NoError(t, err)
		lobby, err = lobby.Next(e)
	}
	require.NoError(t, err)
	return lobby
}

// TestLobbyIsChangedByThoseWhoMay carries out the plans of lobbies for a user.
func TestLobbyIsChangedByThoseWhoMay(t *testing.T) {
	boJoins := table.Join(table.Player{User: bo, Name: "Bo"}, 2)
	computer := table.ComputerID(1, 3)
	withComputer := table.AddComputer(table.Player{User: computer, Name: "Nabu"}, ana, 2)
	for name, c := range map[string]struct {
		user    table.UserID
		before  []table.Event
		plan    plan
		refused string
		players []table.UserID
	}{
		"a player joins":                     {bo, nil, join, "", []table.UserID{ana, bo}},
		"twice":                              {ana, nil, join, "already_joined", nil},
		"a player leaves":                    {bo, []table.Event{boJoins}, leave, "", []table.UserID{ana}},
		"a stranger":                         {bo, nil, leave, "not_joined", nil},
		"the host leaves, the next is host":  {ana, []table.Event{boJoins}, leave, "", []table.UserID{bo}},
		"another player starts":              {bo, []table.Event{boJoins}, start, "not_host", nil},
		"the host removes a computer":        {ana, []table.Event{withComputer}, remove(computer), "", []table.UserID{ana}},
		"a moderator too":                    {mo, []table.Event{withComputer}, remove(computer), "", []table.UserID{ana}},
		"another player may not":             {bo, []table.Event{withComputer}, remove(computer), "not_host", nil},
		"a computer that is gone":            {ana, nil, remove(computer), "no_computer", nil},
		"a person by the button of computer": {ana, []table.Event{boJoins}, remove(bo), "no_computer", nil},
	} {
		t.Run(name, func(t *testing.T) {
			lobby := lobbyOf(t, "gardens", c.before...)
			events, err := c.plan(t.Context(), asks(c.user, nil), lobby)
			for _, e := range events {
				if lobby, err = lobby.Next(e); err != nil {
					break
				}
			}
			require.Equal(t, c.refused, engine.RefusalCode(err))
			if err != nil {
				return
			}
			var players []table.UserID
			for _, p := range lobby.Players {
				players = append(players, p.User)
			}
			require.Equal(t, c.players, players)
			require.Equal(t, c.players[0], lobby.Host)
		})
	}
	robot := asks(bo, nil)
	robot.Interaction.Member.User.Bot = true
	_, err := join(t.Context(), robot, lobbyOf(t, "gardens"))
	require.Equal(t, "bots_cannot_play", engine.RefusalCode(err))
}

func TestReplacementIsAMemberAndNoBot(t *testing.T) {
	users := map[string]*discordgo.User{"1": {ID: "1", Username: "cleo"}, "2": {ID: "2", Bot: true}, "3": {ID: "3"}}
	members := map[string]*discordgo.Member{"1": {Nick: "Cleo"}, "2": {}}
	by, err := replacement("1", users, members)
	require.NoError(t, err)
	require.Equal(t, table.Player{User: 1, Name: "Cleo"}, by)
	for id, code := range map[string]string{"2": "bots_cannot_play", "3": "no_member", "4": "no_member"} {
		_, err := replacement(id, users, members)
		require.Equal(t, code, engine.RefusalCode(err))
	}
}

func TestComputerGetsTheSeatOfAPlayerAtAKnownLevel(t *testing.T) {
	lobby, r := lobbyOf(t, "gardens"), asks(ana, nil)
	for _, level := range []string{"", "0", "6", "x"} {
		_, _, err := handoverEvents(r, lobby, ana, level)
		require.Equal(t, "which_replacement", engine.RefusalCode(err), level)
	}
	_, _, err := handoverEvents(r, lobby, bo, "3")
	require.Equal(t, interaction.RefusedNoSuchSeat, engine.RefusalCode(err))
	events, computer, err := handoverEvents(r, lobby, ana, "3")
	require.NoError(t, err)
	require.Equal(t, table.ComputerID(1, 3), computer.User)
	require.Len(t, events, 1)
}

func TestRematchNeedsAnEndedGameAndOneOfItsPlayers(t *testing.T) {
	last := lobbyOf(t, "gardens")
	last.Status = table.Abandoned
	require.Equal(t, "no_rematch", engine.RefusalCode(checkMayRematch(t.Context(), asks(ana, nil), last)))
	last.Status = table.Ended
	require.Equal(t, interaction.RefusedNotPlayer, engine.RefusalCode(checkMayRematch(t.Context(), asks(bo, nil),
		last)))
	require.NoError(t, checkMayRematch(t.Context(), asks(ana, nil), last))
}

func TestAGameBeginsWhereOneCan(t *testing.T) {
	for game, options := range map[string]engine.Options{"babel": nil, "gardens": nil, "towers": {"mode": "quick"}} {
		p := playtest.Play(t, gameCalled(t, game), options, gameCalled(t, game).Info().MinSeats)
		ended := p.At(t, len(p.Moves))
		cut := 0
		for n := range len(p.Moves) + 1 {
			given, turn, err := beginning(ended, p.Moves[:n])
			require.NoError(t, err)
			require.Equal(t, p.Moves[:len(given)], given)
			s := p.At(t, len(given)).State
			require.Equal(t, s.Turn(), turn)
			require.True(t, len(given) == 0 || engine.MayBegin(s), "no game may begin after move %d", len(given))
			if pace := s.Pace(); pace.Live {
				require.Equal(t, pace.Since, len(given), "a round begins")
			} else if n > 0 && engine.MayBegin(p.At(t, n).State) {
				require.Len(t, given, n)
			}
			if len(given) < n {
				cut++
			}
		}
		require.Positive(t, cut, game)
	}
	p := playtest.Play(t, gameCalled(t, "babel"), nil, 2)
	_, _, err := beginning(p.At(t, len(p.Moves)), p.Moves[1:])
	require.Error(t, err)
}

func TestGameIsFoundByItsIDAndByWhatIsTypedOfItsName(t *testing.T) {
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		for _, g := range games.All {
			name := w.Say(g.Info().ID + ".name")
			for _, typed := range []string{g.Info().ID, name, strings.ToUpper(name)} {
				found, err := gameNamed(w, typed)
				require.NoError(t, err)
				require.Equal(t, g.Info().ID, found.Info().ID, typed)
			}
		}
		_, err := gameNamed(w, "chess")
		var refused *engine.RuleError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, "no_game", refused.Code)
		require.Equal(t, "chess", refused.Args["typed"])
		require.Contains(t, refused.Args["games"], w.Say("babel.name"))
	}
}

// TestOptionsChooseTheGameThatHasThem has Babel, without these options, as the game played last.
func TestOptionsChooseTheGameThatHasThem(t *testing.T) {
	all := []games.Entry{gameCalled(t, "babel"), gameCalled(t, "gardens"), gameCalled(t, "towers")}
	for game, typed := range map[string]engine.Options{
		"babel": {}, "towers": {"mode": "quick"}, "gardens": {"overlap": "never", "build": "turns"},
	} {
		require.Equal(t, game, gameWith(typed, all).Info().ID)
	}
	both := engine.Options{"mode": "quick", "build": "turns"}
	require.Equal(t, "babel", gameWith(both, all).Info().ID, "no game has both")
	require.Equal(t, "build", foreignOption(all[0].Info(), both))
	r := asks(ana, map[string]string{"mode": "q", "build": "x", "level": "3"})
	require.Equal(t, engine.Options{"mode": "q", "build": "x"}, tableOptions(r))

	refused := &engine.RuleError{}
	require.ErrorAs(t, refuseForeign(r, gameCalled(t, "gardens").Info(), "mode"), &refused)
	require.Equal(t, "foreign_option", refused.Code)
	require.Equal(t, map[string]string{
		"option": r.Words.Say("towers.option.mode.name"), "owner": r.Words.Say("towers.name"),
		"game": r.Words.Say("gardens.name"), "options": r.Words.List([]string{
			r.Words.Say("gardens.option.overlap.name"), r.Words.Say("gardens.option.build.name"),
			r.Words.Say("gardens.option.setup.name"),
		}),
	}, refused.Args)
}

func TestValuesOfAnOptionAreOfferedAndReadByTheirNames(t *testing.T) {
	towers := gameCalled(t, "towers").Info()
	r := asks(ana, map[string]string{"mode": ""})
	r.Focused = "mode"
	require.Empty(t, offeredValues(r, gameCalled(t, "babel").Info()).Choices)
	var values []any
	for _, c := range offeredValues(r, towers).Choices {
		values = append(values, c.Value)
	}
	require.Equal(t, []any{"tactical", "quick"}, values)
	for typed, want := range map[string]string{
		strings.ToUpper(r.Words.Say("towers.option.mode.quick")) + " ": "quick", "quick": "quick", "other": "other",
	} {
		require.Equal(t, want, optionValues(r, towers, engine.Options{"mode": typed})["mode"])
	}
}

func TestStandInsHaveTheUsualLevelUnlessAnotherIsChosen(t *testing.T) {
	for typed, want := range map[string]int{"": 3, "0": 0, "5": 5} {
		require.Equal(t, want, chosenStandIn(asks(ana, map[string]string{standInOption: typed})))
	}
}

func TestGamesAreOpenedWhereAndByWhomTheSettingsAllow(t *testing.T) {
	const games, thread, role = 5, 6, 8
	for name, c := range map[string]struct {
		settings store.Settings
		channel  table.ChannelID
		parent   table.ChannelID
		roles    []string
		manager  bool
		refused  string
	}{
		"no settings":                        {},
		"the chosen channel":                 {settings: store.Settings{Channels: []table.ChannelID{games}}, channel: games},
		"another channel":                    {store.Settings{Channels: []table.ChannelID{games}}, 7, 0, nil, true, "no_games_here"},
		"a thread of the chosen channel":     {store.Settings{Channels: []table.ChannelID{games}}, thread, games, nil, false, ""},
		"the chosen role":                    {settings: store.Settings{Role: role}, roles: []string{"8"}},
		"another role":                       {settings: store.Settings{Role: role}, roles: []string{"9"}, refused: "not_opener"},
		"a manager of the server needs none": {settings: store.Settings{Role: role}, manager: true},
	} {
		t.Run(name, func(t *testing.T) {
			r := asks(ana, nil)
			r.Channel, r.Interaction.Member.Roles = c.channel, c.roles
			if c.manager {
				r.Interaction.Member.Permissions = discordgo.PermissionManageGuild
			}
			require.Equal(t, c.refused, engine.RefusalCode(checkAllowed(r, c.settings, c.parent,
				func() *discord.Rooms { return nil })))
		})
	}
}

// TestFormOfALobbyShowsWhatItHas looks at the options of a game in every language.
func TestFormOfALobbyShowsWhatItHas(t *testing.T) {
	for _, lang := range text.Langs() {
		for _, g := range games.All {
			s := tables.Loaded{ID: 7, Table: lobbyOf(t, g.Info().ID,
				table.SetLimit(3600, ana, 2).WithReserve(86400), table.SetHints(true, ana, 3))}
			r := asks(ana, nil)
			r.Words = text.For(string(lang))
			fields := formOf(r, s).Fields
			require.LessOrEqual(t, len(fields), 5)
			shown := map[string]string{}
			for _, f := range fields {
				require.LessOrEqual(t, len([]rune(f.Label)), 45)
				for _, o := range f.Input.Options {
					require.LessOrEqual(t, len([]rune(o.Label)), control.MaxMenuText)
					if o.Default {
						require.NotContains(t, shown, f.Input.Name, "one value")
						shown[f.Input.Name] = o.Value
					}
				}
			}
			require.Equal(t, "3600+86400", shown["pace"])
			require.Equal(t, hintsOption, shown[checks])
			require.Len(t, shown, len(fields), "every field shows a value")
			paces := fields[len(fields)-2].Input.Options
			require.Equal(t, table.Paces[0].String(), paces[0].Value, "the paces come first")
		}
	}
}

func TestComputersAreAddedUntilTheTableIsFull(t *testing.T) {
	lobby := lobbyOf(t, "babel")
	r := asks(ana, nil)
	menu := levelMessage(r, tables.Loaded{ID: 7, Table: lobby}, "").
		Components[0].(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu)
	require.Len(t, menu.Options, engine.ComputerLevels)
	full := lobbyOf(t, "babel", table.AddComputer(table.Player{User: table.ComputerID(1, 3), Name: "Nabu"}, ana, 2))
	require.Empty(t, levelMessage(r, tables.Loaded{ID: 7, Table: full}, "").Components)
}

func TestARefusedRequestCanBeTakenAgainByItsRoute(t *testing.T) {
	for _, route := range openers {
		require.Contains(t, Routes(), route)
	}
}
