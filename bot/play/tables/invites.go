package tables

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"amytis/bot/play/wishes"
	"amytis/engine/table"
	"amytis/store"
)

// seeing returns the first of some users, at most a number, who are on a server and see a channel,
// and those it has found to have left.
type seeing func(
	ctx context.Context, guildID, channelID string, userIDs []string, most int,
) (seeing, gone []string, err error)

// mostCalled is how many are told of a lobby.
const mostCalled = 10

// Invitees returns who else wants to know now of a lobby in a channel, the longest untold first. It
// forgets those who have left the server. A lobby to come has the ID 0.
func Invitees(
	ctx context.Context, ts *Tables, settings store.Settings, sees seeing, s Loaded, channel table.ChannelID,
) (users []table.UserID, err error) {
	if settings.Quiet {
		return nil, nil
	}
	toldAt := map[string]int64{}
	for _, user := range settings.Invited {
		p, err := ts.store.Preferences(ctx, user)
		if err != nil {
			return nil, err
		}
		if wishes.MayInvite(&p, s.Header.Guild, s.Header.Game, s.ID, ts.now().UnixMilli()) && !s.Table.Joined(user) {
			toldAt[user.String()] = p.Invited.At
		}
	}
	if len(toldAt) == 0 {
		return nil, nil
	}
	ids := slices.SortedFunc(maps.Keys(toldAt), func(a, b string) int {
		return cmp.Or(cmp.Compare(toldAt[a], toldAt[b]), cmp.Compare(a, b))
	})
	ids, gone, err := sees(ctx, s.Header.Guild.String(), channel.String(), ids, mostCalled)
	if err == nil && len(gone) > 0 {
		err = ts.store.ChangeSettings(ctx, s.Header.Guild, func(settings *store.Settings) error {
			for _, id := range gone {
				settings.Invite(table.ParseID[table.UserID](id), false)
			}
			return nil
		})
	}
	for _, id := range ids {
		users = append(users, table.ParseID[table.UserID](id))
	}
	return users, err
}

// TakeInvite notes that a user is told of a lobby, unless they were told of another meanwhile.
func TakeInvite(ctx context.Context, ts *Tables, user table.UserID, s Loaded) (taken bool, err error) {
	now := ts.now().UnixMilli()
	err = ts.store.ChangePreferences(ctx, user, func(p *store.Preferences) error {
		if taken = wishes.MayInvite(p, s.Header.Guild, s.Header.Game, s.ID, now); taken {
			p.Invited = store.Invite{Table: s.ID, At: now}
		}
		return nil
	})
	return taken, err
}
