// Package reasons explains turns that a computer found: it plays them as their player can foresee
// them, says in sentences what they bring and how they compare, and asks for their pictures. Hints
// use it while a game runs, and reviews after it. It does not search for turns.
package reasons
