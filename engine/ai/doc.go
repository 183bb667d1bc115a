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
package ai
