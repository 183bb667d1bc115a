// Package render is the painter behind the pictures of every game.
//
// A picture is a display list ([List]) of flat areas, lines of text and
// [Sprite]s. Sprites are vector drawings, made once and kept: this package is
// the only one that sees the vector library, which is far too slow to draw
// pictures with. Painting a list copies spans of palette indices, and encoding
// them as PNG (package flatpng) is what takes most of the time.
//
// All pictures share one fixed palette of 256 colours. They hold no words but
// players' names, so that one picture serves every language.
//
// What a game looks like is said in the packages below this one, each of which
// provides a [Gallery].
package render
