package towers

// What Describe tells of a move, besides its arguments. Every fact of a verb is
// always there, "" where it has nothing to say. Numbers may be negative.
//
//	tower   level, facing @facing.n|e|s|w, apart @apart: the building would be in
//	        parts then, grows @grows: makes the area larger (in the first round)
//	bridge  level, apart, grows
//	small   level, points: what the seat's score changes by if the game (in
//	large   quick: the round) ended now, score: what it makes it, highest
//	        @highest: nobody stands higher, lead #2: who then scores the level
//	        (tactical; "" for nobody)
//	swap    size @size.small|large, colour @colour.red, from k7.3, level: the
//	        first noble, its tower and level; other_colour, to, other_level: the
//	        second's; points, score: of the seat
//	turn    facing @facing.e, was @facing.n
//	take    level, points, score
//	stuck   left: the seat's pieces left, still #1,3: who builds on ("" for
//	        nobody)
//	done    pieces: how many the seat placed in the turn
//	time    round: which one it ends
