package crashlab_test

import (
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// opener is somebody who opens games in posts of a forum, one after another.
type opener struct {
	*harness.Player
	// forum begins with a post of the opener's own.
	forum *localdiscord.Channel
	// judged and restored are how many posts there were at the last judgement and restore.
	judged, restored int
}

func (l *lab) newOpener(guild *localdiscord.Guild, locale string) *opener {
	fay := l.InGuild(guild, locale, harness.BabelVariant.Script, *labSeed).NewPlayer("Fay", locale)
	forum := guild.AddForum("forum", false, "Babel", "Open seat", "Over")
	fay.Post(forum, "Who plays?")
	return &opener{Player: fay, forum: forum}
}

// open opens games until over is closed, and closes those whose posts are there.
func (o *opener) open(over <-chan struct{}) {
	for tick := time.Tick(200 * time.Millisecond); ; {
		select {
		case <-over:
			return
		case <-tick:
		}
		posts := o.forum.Threads()
		_, _ = o.Command(posts[0], "game new", localdiscord.Args{"game": "babel", "thread": true})
		for _, post := range posts[1:] {
			if len(post.Last().Controls()) > 0 {
				_, _ = o.Command(post, "game leave", nil)
			}
		}
	}
}

// checkPosts checks that no new post is a game's second one. The first may be one whose lobby was
// closed in time that a restore took away. Without its buttons nobody can tell that it is the same.
func (l *lab) checkPosts() {
	l.Helper()
	posts, first := l.opener.forum.Threads(), map[string]int{}
	for i := 1; i < len(posts); i++ {
		game := l.Discord.History(posts[i].ID)[0].Controls()[0].CustomID
		if j, twice := first[game]; twice && i >= l.opener.judged {
			closed, restored := len(posts[j].Last().Controls()) == 0, l.opener.restored
			require.True(l, closed && j < restored && restored <= i, "two posts of one game: %s", posts[i].ID)
		}
		first[game] = i
	}
	l.opener.judged, l.counts["posts"] = len(posts), len(posts)-1
}
