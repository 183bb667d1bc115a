// Package towers draws the game Tower Builders of Babylon and says its pictures
// in words.
//
// Everything comes from a *towers.View. Nothing is told by colour alone: nobles
// of each colour have a shape, large ones a crown, heights are written, arches
// are waisted, and what is new is framed.
package towers
