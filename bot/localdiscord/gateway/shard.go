package gateway

import (
	"encoding/json"
	"strconv"
	"strings"
)

// shard is the part of the guilds that a session hears of: the one with number id of count parts.
// https://discord.com/developers/docs/events/gateway#sharding
type shard struct{ id, count int }

// wholeBot is the shard of a session that names none.
var wholeBot = shard{0, 1}

// shardOf returns false for a shard that there cannot be.
func shardOf(named []int) (s shard, ok bool) {
	if named == nil {
		return wholeBot, true
	}
	if len(named) == 2 {
		s = shard{named[0], named[1]}
	}
	return s, s.id >= 0 && s.id < s.count
}

// has reports whether a guild belongs to the shard. The first shard has what belongs to no guild.
func (s shard) has(guild uint64) bool { return guild>>22%uint64(s.count) == uint64(s.id) }

func snowflake(id string) uint64 {
	n, _ := strconv.ParseUint(id, 10, 64) // 0 is no guild
	return n
}

// guild is 0 for an event of no guild.
func (ev event) guild() uint64 {
	var data struct {
		ID      string `json:"id"`
		GuildID string `json:"guild_id"`
	}
	_ = json.Unmarshal(ev.data, &data) // the world writes valid JSON
	if data.GuildID == "" && strings.HasPrefix(ev.name, "GUILD_") {
		return snowflake(data.ID)
	}
	return snowflake(data.GuildID)
}
