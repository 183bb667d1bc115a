package bot

// seatRoutes are the ways to a seat: opening, joining, leaving, moderating.
func seatRoutes() routes {
	return routes{
		"game new":      (*request).newGame,
		"game join":     (*request).join,
		"game leave":    (*request).leave,
		"game start":    (*request).start,
		"game status":   (*request).status,
		"game resign":   (*request).resign,
		"?game resign":  (*request).suggestJoined,
		"game abort":    (*request).abort,
		"game skip":     (*request).skip,
		"?game skip":    (*request).suggestAwaited,
		"game replace":  (*request).replace,
		"?game replace": (*request).suggestPlayers,
		"game rematch":  (*request).rematch,

		":" + actJoin:    (*request).pressJoin,
		":" + actLeave:   (*request).pressLeave,
		":" + actStart:   (*request).pressStart,
		":" + actOptions: (*request).pressOptions,
		":" + actOption:  (*request).pressOption,
		":" + actLimit:   (*request).pressLimit,
		":" + actResign:  (*request).pressResign,
		":" + actAbort:   (*request).pressAbort,
		":" + actSkip:    (*request).pressSkip,
		":" + actTakeOut: (*request).pressTakeOut,
		":" + actReplace: (*request).pressReplace,
		":" + actRematch: (*request).pressRematch,
	}
}
