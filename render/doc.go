// Package render is the drawing library behind the pictures of every game. It also helps to
// describe them in alt texts that fit ([AltOf], [Teller]).
//
// A picture is a display list ([List]) of rectangles, lines of text and [Sprite]s: vector drawings,
// rasterised once and kept, since the vector library is far too slow for whole pictures. Painting
// copies spans of palette indices. Most of the time goes into encoding PNG (package flatpng).
//
// All pictures share one fixed palette of 256 colours. Their only words are the players' names, so
// one picture serves every language, except the [Legend].
//
// The package knows no game. Each game has a package below this one with its [Gallery].
package render
