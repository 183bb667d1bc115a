package seats

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/play/games"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

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

// TestOptionsChooseTheGameThatHasThem has Babel, which has none of these options, as the game
// played last.
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
			require.Equal(t, c.refused, engine.RefusalCode(checkAllowed(r, c.settings, c.parent, func() *discord.Rooms { return nil })))
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
		require.NotNil(t, Routes()[route], route)
	}
}
