package people

// refusedNotModerator is the code of a refusal (see engine.RuleError). Its text is in the catalogs
// below table.refused.
const refusedNotModerator = "moderators_only"

// Refusals returns the codes of this package's refusals. A test checks that the catalogs have them.
func Refusals() []string { return []string{refusedNotModerator} }
