package control

// The actions of controls, which begin the custom_id. Do not change them: old messages have them.
const (
	Join      = "join"
	Leave     = "leave"
	Start     = "start"
	Options   = "opts"
	Panel     = "panel"
	Ready     = "ready"
	Move      = "move"
	Sure      = "sure"
	Pick      = "pick"
	Cursor    = "cur"
	PlaceOn   = "on"
	OneUp     = "up"
	Undo      = "undo"
	UndoSure  = "undo_sure"
	Boards    = "boards"
	More      = "more"
	Rules     = "rules"
	Topic     = "topic"
	Resign    = "resign"
	Abort     = "abort"
	Standings = "rank"
	Skip      = "skip"
	TakeOut   = "take_out"
	Replace   = "replace"
	HandOver  = "hand"
	Agree     = "agree"
	Rematch   = "again"
	SameDeal  = "same_deal"
	Anew      = "anew"
	GiveUp    = "give_up"
	TurnTo    = "turn"
	Hint      = "hint"
	WhyNot    = "why"
	Solo      = "solo"
	Learn     = "learn"
	Replay    = "replay"
	Still     = "still"
	KeyMoment = "moment"
	Help      = "help"
	Review    = "review"
	Reviewed  = "reviewed"
	Erase     = "erase"
	EraseSure = "erase_sure"

	Plan     = "plan"
	PlanBack = "plan_back"
	PlanOn   = "plan_on"
	PlanAdd  = "plan_add"
	PlanAsk  = "plan_ask"
	PlanOff  = "plan_off"
	PlanMore = "plan_more"

	PlayOn       = "play_on"
	PlayOut      = "play_out"
	SandboxStart = "box_start"
	SandboxSeat  = "box_seat"

	TryPuzzle    = "try"
	SubmitPuzzle = "submit"
	PuzzleTable  = "solvers"

	LessonNext = "lesson"
	LessonOver = "lesson_over"

	AskStandIn  = "stand_in"
	StandInSure = "stand_in_sure"
	Return      = "back"

	Quiet    = "quiet"
	Away     = "away"
	Settings = "settings"
	Invites  = "invites"
	Posts    = "posts"
	New      = "new"

	// Keep keeps a lobby open, and JoinThere joins one of another channel.
	Keep      = "keep"
	JoinThere = "join_there"

	AddComputer    = "computer"
	RemoveComputer = "no_computer"
)

// Commands are the commands in whose place controls stand, by action. Of these only a rematch by
// Anew is about a table. A form has its command's options.
var Commands = map[string]string{
	Quiet: "me quiet", Away: "me away", Settings: "settings", Invites: "me invites", New: "game new",
	Learn: "learn", Help: "help", Topic: "rules", Standings: "leaderboard", Solo: "game solo", Anew: "game solo",
	Erase: "me data", EraseSure: "me data",
}

// Stronger is the argument of a Rematch against computers one level stronger.
const Stronger = "+"

// Tableless reports whether the control is about no table.
func (c Control) Tableless() bool {
	switch c.Action {
	case Anew:
		return c.Table == 0 // a rematch has the ended one
	case "", Posts, JoinThere, TryPuzzle, PuzzleTable:
		return true
	}
	_, stands := Commands[c.Action]
	return stands
}
