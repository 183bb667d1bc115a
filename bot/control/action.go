package control

// The actions of controls, which begin the custom_id. Old messages contain them: do not change
// them.
const (
	Join      = "join"
	Leave     = "leave"
	Start     = "start"
	Options   = "opts"
	Option    = "opt"
	Limit     = "limit"
	Panel     = "panel"
	Move      = "move"
	Sure      = "sure"
	Pick      = "pick"
	Cursor    = "cur"
	Undo      = "undo"
	Boards    = "boards"
	Scores    = "scores"
	Rules     = "rules"
	Topic     = "topic"
	Resign    = "resign"
	Abort     = "abort"
	Standings = "rank"
	Channels  = "chans"
	Skip      = "skip"
	TakeOut   = "take_out"
	Replace   = "replace"
	Rematch   = "again"
	Record    = "record"
	TurnTo    = "turn"
	Solo      = "solo"

	AddComputer    = "computer"
	RemoveComputer = "no_computer"
)
