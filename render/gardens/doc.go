// Package gardens draws the game Babylon and says its pictures in words.
//
// Everything comes from a *gardens.View: what a seat may not see cannot get into
// a picture. Nothing is told by colour alone: flowers, icons, decorations and
// materials differ in shape, levels are numbered.
package gardens
