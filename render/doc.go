// Package render is the drawing library behind the pictures of every game. It also helps the games
// to describe pictures in words, in alt texts that fit ([AltOf], [Teller]).
//
// A picture is a display list ([List]) of rectangles, lines of text and [Sprite]s. Sprites are
// vector drawings, rasterised once and kept. Only this package uses the vector library, which is
// far too slow to draw whole pictures with. Painting a list copies spans of palette indices. Most
// of the time for a picture goes into encoding it as PNG (package flatpng).
//
// All pictures share one fixed palette of 256 colours. Their only words are the players' names, so
// one picture serves every language, except the [Legend].
//
// The package knows no game. Each game has a package below this one, which draws it and provides
// its [Gallery].
package render
