// Package text holds everything players read, in English, French, German and Spanish. [For] chooses
// the language for a Discord locale, [Words.T] returns the text for a key.
//
// The texts are TOML files under catalog, with one folder for each language. All files in a folder
// form one catalog. Keys are dotted, written as nested tables. A text is a string or a table of
// plural forms:
//
//	end = "{{.Name}} ended the turn."
//
//	[gardens.line.dig]
//	by    = "pillars" # the argument that counts; "Count" if left out
//	one   = "{{.Name}} dug {{.tile}}: {{.pillars}} pillar."
//	other = "{{.Name}} dug {{.tile}}: {{.pillars}} pillars."
//
// A text names a command in a separate code span, in the language of the text: `/game new`. A
// message is sent with a mention in place of it, which a click opens (see package commands).
//
// Texts are text/template templates over the arguments, with four extra functions: signed (3 is
// "+3", -2 is "−2"), minus (-2 is "−2"), nonzero (false for "" and 0) and digits ("L2" is "2").
// Tests require every language to have the keys and placeholders of English, and every text to fit
// where it is shown.
//
// The package knows no game, and of Discord only its locales and limits.
package text
