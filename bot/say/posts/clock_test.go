package posts

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
)

func TestAReplacedMessageHasNoClocks(t *testing.T) {
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		clock := w.Say("bot.table.clock", "When", sentences.Countdown(5000))
		limit := w.Say("bot.table.limit", "When", sentences.Countdown(9000))
		require.True(t, HasClock(clock), "no clock is seen in %q", clock)
		require.Equal(t, "lead\nAna 3\n"+w.Say("bot.table.clock_over"),
			WithoutClocks(w, "lead\nAna 3\n"+clock+"\n"+limit))
		require.Equal(t, "lead", WithoutClocks(w, "lead\n"+w.Say("bot.table.countdown", "When", sentences.Countdown(1))))
	}
	require.False(t, HasClock("<t:5> R"), "this is no time of Discord's")
}

func TestAReplacedMessageOfARoundCallsNobody(t *testing.T) {
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		clock := w.Say("bot.table.clock", "When", sentences.Countdown(5000))
		over := w.Say("bot.table.clock_over")
		const head, last, rest = "**Towers** · ", "Bo built a tower.", "Ana 3 · Bo 2"
		for _, people := range [][]string{{"<@7>"}, {"**Ana, so**", "**Bo**"}, {"<@7>", "**Bo**", "**Cleo**"}} {
			for _, key := range []string{"bot.table.next", "bot.table.meanwhile"} {
				call := head + w.Say(key, "Players", w.List(people), "Count", len(people))
				require.Equal(t, head+over+"\n"+rest, WithoutClocks(w, call+"\n"+rest+"\n"+clock))
				require.Equal(t, head+over+" "+last+"\n"+rest,
					WithoutClocks(w, call+" "+last+"\n"+rest+"\n"+clock), "the last event stays")
				require.Equal(t, last+"\n"+head+over+"\n"+rest,
					WithoutClocks(w, last+"\n"+call+"\n"+rest+"\n"+clock), "an edited message begins with its change")
				require.Equal(t, call+"\n"+rest, WithoutClocks(w, call+"\n"+rest), "it has no round")
			}
		}
	}
}

func TestTheClockOfANoticeEndsInWords(t *testing.T) {
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		now, over := sentences.Countdown(5000), &table.Table{}
		for _, kind := range []string{tables.PostReminder, tables.PostExtension} {
			said := w.Say("bot.table."+kind, "Player", "<@7>", "When", now) + "\nlink"
			ended := w.Say("bot.table."+kind+"_over", "Player", "<@7>") + "\nlink"
			require.Equal(t, ended, EndedNotice(w, over, said))
		}
		for _, key := range []string{reminderWithReserve, reminderOfReserve} {
			said := w.Say("bot.table."+key, "Player", "<@7>", "When", now, "Until", sentences.Countdown(9000)) + "\nlink"
			ended := w.Say("bot.table.remind_over", "Player", "<@7>") + "\nlink"
			require.Equal(t, ended, EndedNotice(w, over, said))
		}
		call := "Your turn.\n" + w.Say("bot.table.limit", "When", now) + "\nlink"
		require.Equal(t, "Your turn.\n"+w.Say("bot.table.limit_over")+"\nlink", EndedNotice(w, over, call))
	}
	for _, wait := range []table.Wait{{Reminded: true}, {Called: true}, {Extended: 1}} {
		going := &table.Table{}
		going.Waits[2] = wait
		require.Equal(t, "until <t:5:f>", EndedNotice(text.For("en"), going, "until <t:5:R>"), "it is no ended turn")
	}
}
