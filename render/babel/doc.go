// Package babel draws the game Babel and says its pictures in words.
//
// Everything comes from a *babel.View: what a seat may not see cannot get into
// a picture. Nothing is told by colour alone: each people has a sign and a
// letter, temple cards have numbers, pawns a shape and their seat's number.
package babel
