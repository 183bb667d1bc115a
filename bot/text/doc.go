// Package text holds every word a player reads, in English, French, German and
// Spanish, and finds the right one: [For] a locale of Discord's, [Words.T] by
// key.
//
// The words are the TOML files under catalog, a folder a language, any number
// of files in it; all files of a language make one catalog. Keys are dotted ids
// written as nested tables. A text is a string, or a table of plural forms:
//
//	end = "{{.Name}} ended the turn."
//
//	[gardens.line.dig]
//	by    = "pillars" # the argument that counts; "Count" if left out
//	one   = "{{.Name}} dug {{.tile}}: {{.pillars}} pillar."
//	other = "{{.Name}} dug {{.tile}}: {{.pillars}} pillars."
//
// Texts are templates of text/template over the arguments, with three functions
// more: signed (3 is "+3", -2 is "−2"), nonzero (neither "" nor 0) and digits
// ("L2" is "2"). Tests hold every language to the keys and placeholders of
// English, and every text to the limits of the place it is shown in.
//
// The package knows no game and nothing of Discord but its locales and limits.
package text
