// Package gardens draws the pictures of the game Babylon and describes them in words.
//
// It draws only what is in a *gardens.View, so a picture cannot show what its viewer may not see.
// Flowers, icons, decorations and materials differ in shape, and levels are numbered, so no picture
// relies on colour alone.
//
// Marks can point out the parts "cell b1" of the quarry; "hole c4", "notch", "pillars" and "score"
// of a garden; and in the view "top" its "statues", "fountains", "bridges", "stairs", "belvederes"
// and "highest" level.
package gardens
