// Package harness is what end-to-end tests are made with. It starts a local Discord, a store and a
// bot, adds players, and checks what must hold after a game. Only tests import it.
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
//   - Env is the environment of a test; Bot runs the bot in it, Process the real program; Clock is
//     the bot's clock, Log its log.
//   - Player is a member of the guild. Its methods wait for the answer; those with Must fail the
//     test. A form that opens is sent as it is, except by MustFill and MustFillAgain. Its Inbox has
//     pings to follow, its Acks what the bot acknowledged.
//   - Table is the table of a channel, by Env.At: it opens games, plays them, reads the store, and
//     checks announcements, pings and buttons.
//   - Variants are all games, with all values of their options. Random players play them by
//     commands (commandturn.go) or by buttons and menus (panelturn.go).
//   - OpenedGame, StartedGame, DealtBabelGame and Table.PlayRandomMoves lead quickly to a running
//     game.
//
// Checks are those of testify, which tells the way to the line that failed. So no helper says that
// it is one.
package harness
