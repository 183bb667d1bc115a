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
// Where a seat builds mostly for itself, a long search looks ahead: it tries a quarter of its turns
// first, then asks what the seat can make of each of the best ones in its next turn. Where the
// others can take points away, six short searches find different turns, and each is valued after
// the others have answered it with the best that a short search finds for them. So level 5 beats
// two or more of level 4 in the tactical game of Tower Builders (seed 2001):
//
//	players      games  won by level 5    fair  CPU a turn
//	5,4,4          150  63 % [55, 71]     33 %  36 ms
//	5,4,4,4         80  54 % [43, 64]     25 %  47 ms
//	5,4,4,4,4       60  43 % [32, 56]     20 %  42 ms
//
// # Tuning
//
// The weights stand in worth.go and worthquick.go of each game, with what did not help. To measure
// a change of anything, let the changed program play the one of before:
//
//	go build -o /tmp/before ./cmd/amytis
//	(change a weight)
//	go run ./cmd/amytis arena --game towers --players 3,3,3 --rival /tmp/before --games 200 --seed 1
//
// The first player is the changed program's, the others are the rival's. The same seed gives the
// same deals, and each deal is played from every seat. Keep the change if the whole interval of its
// share is above the fair one, or the interval of its lead above 0: the lead needs fewer games.
// Then measure it again with another seed, since the best of many changes was also lucky. Level 2
// does not depend on weights except in live games: it looks at [engine.Description.Rank] only. So
// it is a yardstick that stays.
//
// BenchmarkThink tells how many turns a search tries in a millisecond; the arena's CPU per turn of
// levels 3, 4 and 5 has to stay below 5, 15 and 60 ms.
//
// These did not help in gardens: more than about 150 tries without looking ahead; when looking
// ahead, 3,330 tries instead of 2,000 (lead over level 2 of 25.2 ± 2.9 and 28.2 ± 3.0 points, n =
// 60), and 8 worlds instead of 4 (28.0 ± 2.9).
package ai
