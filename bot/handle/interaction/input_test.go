package interaction

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

func TestNamesAreReadableInOneLineAndTurnNoTextAroundThem(t *testing.T) {
	for name, want := range map[string]string{
		"Ana":                         "Ana",
		"Ana\u202egnp.exe":            "Anagnp.exe",
		"\u2066\u200f\u061cBo\u2069":  "Bo",
		"Cleo\nwins\r\n":              "Cleo wins",
		"Dan\u2028\u2029\u0085\tBold": "Dan Bold",
		"a\x00b\x1b[31m":              "ab[31m",
		"  two  words ":               "two words",
		"דנה":                         "דנה",
		"ليلى 42":                     "ليلى 42",
		"می\u200cخواهم":               "می\u200cخواهم",
		"👩\u200d🚀 Éli":                "👩\u200d🚀 Éli",
		"❤\ufe0f":                     "❤\ufe0f",
		"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
		"\u202e\n":         "login",
		"◊":                "login",
		"\u3164":           "login",
		"\u2800\u2063":     "login",
		"\u0301":           "login",
		"Al\u200dex\u200b": "Alex",
		"e\u0301":          "é",
		"":                 "login",
	} {
		user := &discordgo.User{Username: "login"}
		require.Equal(t, want, DisplayName(&discordgo.Member{Nick: name, User: user}), "%q", name)
		user.GlobalName = name
		require.Equal(t, want, DisplayName(&discordgo.Member{User: user}), "%q", name)
	}
}

func TestPaceLimitAndReserveAreOptionsOfACommand(t *testing.T) {
	otherwise := table.TimeControl{Limit: 300, Reserve: 600}
	for _, c := range []struct {
		pace, limit, reserve string
		want                 table.TimeControl
	}{
		{"", "", "", otherwise},
		{"relaxed", "", "", table.Relaxed},
		{"0", "", "", table.TimeControl{}},
		{"daily", "43200", "", table.TimeControl{Limit: 43200}},
		{"live", "", "0", table.TimeControl{Limit: table.Live.Limit}},
		{"", "3600", "86400", table.TimeControl{Limit: 3600, Reserve: 86400}},
		{"", "", "86400", table.TimeControl{Limit: 300, Reserve: 86400}},
		{"0", "", "86400", table.TimeControl{}},
		{"", "0", "86400", table.TimeControl{}},
	} {
		in := Input{Options: map[string]string{"pace": c.pace, "limit": c.limit, "reserve": c.reserve}}
		require.Equal(t, c.want, in.TimeControl(otherwise), "%+v", c)
	}
}

func TestATypedPlayerIsTheOneOfThatName(t *testing.T) {
	w, nabu := text.For("en"), table.Player{User: table.ComputerID(1, 3), Name: "Nabu"}
	twins, numbers := []string{"Alex", "Bo", "ALEX"}, []string{"2", "1", "Bo"}
	for _, c := range []struct {
		names []string
		typed string
		seat  engine.Seat
		code  string
	}{
		{twins, "bo", 2, ""}, {twins, "alex", 0, "namesakes"}, {twins, "alex (3)", 3, ""}, {twins, "3", 3, ""},
		{numbers, "2", 1, ""}, {numbers, "3", 3, ""}, {numbers, "5", 0, RefusedNoSuchSeat},
		{[]string{"Ana", "Bo", "Nabu"}, "nabu", 3, ""}, {[]string{"Ana", "Bo", "Cleo"}, "nabu", 4, ""},
		{[]string{"Alex", "Alex", "Alex (2)"}, "alex (2)", 2, ""},
	} {
		log := []table.Event{table.OpenLobby(games.All[0].Info(), table.Player{User: 11, Name: c.names[0]}, nil, 0, 0)}
		for i, name := range c.names[1:] {
			log = append(log, table.Join(table.Player{User: table.UserID(12 + i), Name: name}, 0))
		}
		at, err := table.Load(games.Rules, append(log, table.AddComputer(nabu, 11, 0)))
		require.NoError(t, err)
		seat, err := SeatNamed(w, at, c.typed)
		require.Equal(t, c.seat, seat, c)
		require.Equal(t, c.code, engine.RefusalCode(err), c)

		offer, names := Offer{}, map[string]bool{}
		offer.OfferSeats(w, at, func(*table.Table, engine.Seat) bool { return true })
		for i, choice := range offer.Choices {
			seat, err = SeatNamed(w, at, choice.Value.(string))
			require.NoError(t, err)
			require.Equal(t, engine.Seat(i+1), seat)
			names[choice.Name] = true
		}
		require.Len(t, names, 4, "no two players read the same")
	}
}

func TestInstallLinkAsksForExactlyTheNeededPermissions(t *testing.T) {
	want := int64(discordgo.PermissionReadMessageHistory) // which the announcer can do without
	for _, p := range needed {
		want |= p.bit
	}
	assert.Equal(t, want, int64(discord.InstallPermissions))
}

func TestRuleButtonIsAddedOnlyWhereThereIsRoom(t *testing.T) {
	a := &Answer{request: &Request{Input: Input{Words: text.For("en")}}}
	at := &table.Table{Game: games.All[0].Game, Version: 7}
	refused := engine.Refuse("sticks_up", "G-6")
	row := func(buttons int) discordgo.MessageComponent {
		var row discordgo.ActionsRow
		for range buttons {
			row.Components = append(row.Components, discordgo.Button{})
		}
		return row
	}
	menu := control.Row(discordgo.SelectMenu{})
	for name, c := range map[string]struct {
		err        error
		rows       []discordgo.MessageComponent
		want, last int
	}{
		"no rows":             {refused, nil, 1, 1},
		"room in the last":    {refused, []discordgo.MessageComponent{row(4)}, 1, 5},
		"a full row":          {refused, []discordgo.MessageComponent{row(5)}, 2, 1},
		"a menu":              {refused, []discordgo.MessageComponent{menu}, 2, 1},
		"five full rows":      {refused, []discordgo.MessageComponent{row(5), row(5), row(5), row(5), row(5)}, 5, 5},
		"no rule":             {engine.Refuse("game_over", ""), []discordgo.MessageComponent{row(1)}, 1, 1},
		"another error":       {store.ErrNotFound, []discordgo.MessageComponent{row(1)}, 1, 1},
		"a rule without page": {engine.Refuse("sticks_up", "X-1"), []discordgo.MessageComponent{row(1)}, 1, 1},
	} {
		m := &message.Message{Components: c.rows}
		a.AddRule(m, 3, at, c.err)
		require.Len(t, m.Components, c.want, name)
		require.Len(t, m.Components[c.want-1].(discordgo.ActionsRow).Components, c.last, name)
	}
	m := &message.Message{}
	a.AddRule(m, 3, at, refused)
	button := m.Components[0].(discordgo.ActionsRow).Components[0].(discordgo.Button)
	require.Equal(t, "📖 G-6: How high things reach", button.Label)
	require.Equal(t, "rules:3:7:G-6", button.CustomID)
}
