// Package reasons explains turns that a computer found, for hints and reviews. It plays them as
// their player can foresee them, says what they bring and how they compare, and asks for their
// pictures.
package reasons
