// Package towers draws the pictures of the game Tower Builders of Babylon and describes them in
// words.
//
// It draws only what is in *towers.View. What a player has to read is in the views from above;
// others give an impression. No picture relies on colour alone: nobles of each colour have a shape,
// large ones a crown, heights are written, arches have a narrow deck, new pieces have brackets.
//
// Marks can point out the parts "cell k7" of a building from above, "player 1" beside the table,
// and "left 1", the pieces left in seat 1's view from above.
package towers
