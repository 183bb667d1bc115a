// Package ai chooses moves for computer players, for any game of package engine.
//
// A [Player] tries whole turns of a seat on scratch positions and keeps the best ones: an online
// evolutionary planner (Justesen et al., "Online Evolution for Multi-Action Adversarial Games";
// Baier and Cowling, "Evolutionary MCTS"). What a seat cannot know is dealt anew before anything
// else, so a computer never profits from hidden cards.
//
// A search is bounded by a number of turns to try, and by a function that stops it early. There is
// no clock, no goroutine and no global randomness, and values are integers. So a seed chooses the
// same move on every processor. What a position is worth is known by the games, not here.
//
// In a live game all seats act at once, and no turn ends. There a search plans a few steps of the
// seat, then each other seat makes the step that looks best to it. Where seats act at once but each
// for itself, as in Babylon with build=together, a whole turn of the seat is tried like in any
// game.
//
// # Tuning
//
// The weights stand in worth.go and worthquick.go of each game, with what did not help. To measure
// another weight, change it and let a level play the one that does not depend on it:
//
//	go run ./cmd/amytis arena --game towers --players 5,2,2 --games 200 --seed 1
//
// The same seed gives the same deals, and each deal is played from every seat. Level 2 looks at
// [engine.Description.Rank] only, except in live games. Keep the change if the share is above the
// interval of before. BenchmarkThink tells how many turns a search tries in a millisecond; the
// arena's CPU per turn of levels 3, 4 and 5 has to stay below 5, 15 and 60 ms.
package ai
