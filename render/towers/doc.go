// Package towers draws the pictures of the game Tower Builders of Babylon and describes them in
// words.
//
// It draws only what is in *towers.View. What a player has to read is in the views from above. The
// views from a corner and from the sides give an impression. Nobles of each colour have a shape,
// large ones have a crown, heights are written, arches have a narrow deck, and new pieces are in
// brackets. So no picture relies on colour alone.
//
// Marks can point out the parts "cell k7" of a building from above, "player 1" beside the table,
// and "left 1", the pieces left in seat 1's view from above.
package towers
