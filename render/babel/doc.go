// Package babel draws the pictures of the game Babel and describes them in words.
//
// It draws only what is in a *babel.View, so a picture cannot show what its viewer may not see.
// Each people has a sign and a letter, temple cards have numbers, and pawns have a shape, so no
// picture relies on colour alone.
//
// Marks can point out the parts "side 1", "total 1" and "yard 1" of a seat, "deck", "quarry" and
// "discards" of the table, and the "hand" in its owner's picture.
package babel
