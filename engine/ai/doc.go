// Package ai chooses moves for computer players, for any game of package engine.
//
// A [Player] tries whole turns of a seat on scratch positions and keeps the best ones: an online
// evolutionary planner (Justesen et al., "Online Evolution for Multi-Action Adversarial Games";
// Baier and Cowling, "Evolutionary MCTS"). What a seat cannot know is dealt anew first. A search is
// bounded by a number of turns to try, and by a function that stops it early. There is no clock, no
// goroutine and no global randomness, and values are integers, so a seed chooses the same move on
// every processor. The games know what a position is worth.
//
// In a live game, where no turn ends, a search plans a few steps of the seat, then each other seat
// makes the step that looks best to it. Where a seat builds mostly for itself, a long search looks
// ahead: it tries a quarter of its turns, then what the seat can make of each of the best ones in
// its next turn. Where the others can take points away, six short searches find different turns,
// each valued after the others' best answers. At last the pieces that only fill the best turn go
// where the others gain least. So level 5 beats two or more of level 4 in the tactical game of
// Tower Builders (seed 5001):
//
//	players      games  won by level 5    fair  CPU a turn
//	5,4,4          300  47 % [42, 53]     33 %  33 ms
//	5,4,4,4        120  50 % [41, 59]     25 %  45 ms
//	5,4,4,4,4      100  42 % [33, 52]     20 %  51 ms
//
// # Tuning
//
// The weights stand in worth.go and worthquick.go of each game. To measure a change, let the
// changed program play the one before:
//
//	go test -c -o /tmp/before ./engine/ai
//	(change a weight)
//	go test ./engine/ai -run TestArena -v -timeout 0 -arena "towers 3 3 3" -arena-games 200 -arena-rival /tmp/before
//
// The first player is the changed program's. The same -arena-seed gives the same deals, each played
// from every seat. Keep the change if the whole interval of its share is above the fair one, or the
// interval of its lead above 0, which needs fewer games, with another seed, too: the best of many
// changes was also lucky. Level 2 is a yardstick where it looks at [engine.Description.Rank] only:
// not in live games, nor where Tuning has Slips.
//
// In Tower Builders without slips, the best ranks heaped towers up to level 16. With slips, towers
// end at level 8 or so, and (seeds 701, 801) level 2 wins 47 % [39, 55] of 150 games against two of
// level 1, level 3 61 % [53, 68] against two of level 2. In quick they do not help.
//
// BenchmarkThink tells how many turns a search tries in a millisecond. In the arena the CPU per
// turn of levels 3, 4 and 5 has to stay below 5, 15 and 60 ms.
//
// These did not help in gardens: more than about 150 tries without looking ahead; 3,330 tries
// instead of 2,000 with it, and 8 worlds instead of 4. Nor in Tower Builders: to draw the best of
// all swaps; to count the level that the next seat in turn can take for it.
package ai
