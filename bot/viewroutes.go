package bot

// viewRoutes are the ways to look at games and their rules.
func viewRoutes() routes {
	return routes{
		"game record": (*request).record,
		"game mine":   (*request).mine,
		"board":       (*request).board,
		"?board":      (*request).suggestBoard,
		"leaderboard": (*request).leaderboard,
		"rules":       (*request).rules,
		"?rules":      (*request).suggestRules,

		":" + actBoards:    (*request).pressBoards,
		":" + actTurnTo:    (*request).pressTurnTo,
		":" + actScores:    (*request).pressScores,
		":" + actRules:     (*request).pressRules,
		":" + actTopic:     (*request).pressTopic,
		":" + actStandings: (*request).pressLeaderboard,
		":" + actRecord:    (*request).pressRecord,
	}
}
