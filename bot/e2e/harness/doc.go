// Package harness starts a local Discord, a store and a bot for end-to-end tests, adds players, and
// checks what must hold after a game. Only tests import it.
//
// A new test in eight lines:
//
//	func TestEveryoneSeesWhoJoined(t *testing.T) {
//		env := harness.New(t, harness.Options{Locale: "de"}) // beside other tests
//		ana, bo := env.NewPlayer("Ana", "fr"), env.NewPlayer("Bo", "de")
//		ch := env.Guild.AddChannel("gardens")
//		ana.MustCommand(ch, "game new", nil)
//		bo.MustCommand(ch, "game join", nil)
//		env.Settle() // until everything is announced
//		require.Contains(t, ch.Last().Text(), "• Bo")
//	} // Discord refused nothing, no error was logged, and the store is sound
//
// The parts:
//
//   - Env is the environment of a test, with the bot's Clock and Log. Bot runs the bot in it,
//     Process the real program.
//   - Player is a member of the guild. Its methods wait for the answer; those with Must fail the
//     test. An opened form is sent unchanged, except by MustFill and MustFillAgain. Its Inbox has
//     pings to follow, its Acks what the bot acknowledged.
//   - Table is the table of a channel, by Env.At: it plays games, reads the store, and checks.
//   - Variants are all games, with all values of their options. Random players play them by
//     commands (commandturn.go) or by buttons and menus (panelturn.go).
//   - OpenedGame, StartedGame, DealtBabelGame and Table.PlayRandomMoves quickly lead into a game.
//
// Helpers do not call Helper, since testify tells the whole way to the line that failed.
package harness
