package control

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func TestControlsRoundTrip(t *testing.T) {
	for id, c := range map[string]Control{
		"join:1:0:":                     {Join, 1, 0, 0, ""},
		"move:zz:a:place GR2 c3 r1 L2":  {Move, 35*36 + 35, 10, 0, "place GR2 c3 r1 L2"},
		"topic:0:0:gardens":             {Topic, 0, 0, 0, "gardens"},
		"rank:0:0:gardens,2":            {Standings, 0, 0, 0, "gardens,2"},
		"move:1:1:a:b":                  {Move, 1, 1, 0, "a:b"},
		"panel:3w5e11264sgsf:1z141z3:":  {Panel, 1<<64 - 1, 1<<32 - 1, 0, ""},
		"opts:1:0:build":                {Options, 1, 0, 0, "build"},
		"move:1:1:fountain c4 d4 as=d4": {Move, 1, 1, 0, "fountain c4 d4 as=d4"},
		"move:1:1:end keep=GR2":         {Move, 1, 1, 0, "end keep=GR2"},
		"undo:8:ff:":                    {Undo, 8, 15*36 + 15, 0, ""},
		"move:8:a.9zldr:dig a1":         {Move, 8, 10, 1<<24 - 1, "dig a1"},
	} {
		require.Equal(t, id, c.ID())
		got, ok := Parse(id)
		require.True(t, ok, id)
		require.Equal(t, c, got)
	}
}

func TestControlIsForgottenIfItsTableNeverWasThere(t *testing.T) {
	g := games.All[0]
	at, err := table.Open(g.Game, table.OpenLobby(g.Info(), table.Player{User: 1, Name: "Ana"}, nil, 0, 1))
	require.NoError(t, err)
	now := At(Panel, 7, at, "")
	require.False(t, now.Forgotten(at), "the table is still at its version")
	later, err := at.Next(table.Join(table.Player{User: 2, Name: "Bo"}, 5))
	require.NoError(t, err)
	require.False(t, now.Forgotten(later), "it is of an earlier version")
	require.True(t, At(Panel, 7, later, "").Forgotten(at), "the table has not come to its version")
	other, err := at.Next(table.Join(table.Player{User: 2, Name: "Bo"}, 6))
	require.NoError(t, err)
	require.True(t, At(Panel, 7, later, "").Forgotten(other), "the table came to its version in another way")
	require.False(t, Control{Panel, 7, 2, 0, ""}.Forgotten(other), "a control of an older program has no mark")
	require.True(t, Control{Panel, 7, 3, 0, ""}.Forgotten(other), "but the table has no version 3")
	require.False(t, Control{Action: Join, Table: 7}.Forgotten(other), "it is of no version")
}

func TestMalformedCustomIDsAreRefused(t *testing.T) {
	for _, id := range []string{
		"", "move", "move:1", "move:1:2", ":1:2:x", "move:!:2:", "move:1:!:", "move::1:", "move:1::",
		"move:01:1:", "move:1:A:", "move:-1:1:", "move:1:zzzzzzzz:", "move:1:1:" + string(make([]byte, MaxCustomID)),
		"move:1:1.:", "move:1:1.0:", "move:1:1.1.1:", "move:1:.1:", "move:1:1.zzzzzzz:",
	} {
		_, ok := Parse(id)
		require.False(t, ok, "%q", id)
	}
}

// TestEveryMoveFitsACustomID uses a table ID and a version far greater than any in use, and the
// greatest mark.
func TestEveryMoveFitsACustomID(t *testing.T) {
	for _, g := range games.All {
		for _, m := range playtest.Play(t, g, nil, g.Info().MaxSeats).Moves {
			if m.Seat == engine.Chance {
				continue // a shuffle has no button
			}
			text := string(g.AppendMove(nil, m)[2:])
			require.LessOrEqual(t, len(Control{Move, 1<<64 - 1, 1 << 20, 1<<24 - 1, text}.ID()), MaxCustomID)
		}
	}
}

func TestOnlyAGameWithALessonOffersIt(t *testing.T) {
	for game, buttons := range map[string]int{"": 2, "gardens": 2, "chess": 1} {
		require.Len(t, SoloRow(text.For("en"), game).Components, buttons, game)
	}
}

func FuzzParseControl(f *testing.F) {
	for _, id := range []string{"join:1:0:", "move:zz:a:place GR2 c3 r1 L2 open=d4", "panel:8:a.9zldr:", ":::", "a:b:c:d:e"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		c, ok := Parse(id)
		if ok && (c.ID() != id || utf8.RuneCountInString(id) > MaxCustomID) {
			t.Fatalf("%q parses as %+v, which gives %q", id, c, c.ID())
		}
	})
}

func TestButtonsHaveShortLabels(t *testing.T) {
	for _, lang := range text.Langs() {
		for _, key := range text.Keys(lang) {
			if strings.HasPrefix(key, "bot.button.") {
				require.LessOrEqual(t, utf8.RuneCountInString(text.For(string(lang)).T(key, nil)), MaxLabel,
					"%s: %s", lang, key)
			}
		}
	}
}
