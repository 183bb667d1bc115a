// The program is a bot made with an unmodified disgo. The test plays the person who uses it. The
// bot in ../discordjs does the same.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/disgoorg/disgo"
	"github.com/disgoorg/disgo/bot"
	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/disgo/events"
	"github.com/disgoorg/disgo/gateway"
	"github.com/disgoorg/disgo/rest"
	"github.com/disgoorg/snowflake/v2"
)

// picture is sent as a file. Nobody looks at it.
var picture = []byte("a dot")

func main() {
	client, err := disgo.New(os.Getenv("LOCAL_DISCORD_TOKEN"),
		bot.WithRestClientConfigOpts(rest.WithURL(os.Getenv("LOCAL_DISCORD_URL")+"/api/v10")),
		bot.WithGatewayConfigOpts(gateway.WithIntents(gateway.IntentGuilds, gateway.IntentGuildMessages)),
		bot.WithEventListenerFunc(func(e *events.Ready) { report("registering", register(e.Client())) }),
		bot.WithEventListenerFunc(func(e *events.ApplicationCommandInteractionCreate) {
			name := e.Data.CommandName()
			report(name, commands[name](&command{e, e.Client().Rest()}))
		}),
		bot.WithEventListenerFunc(func(e *events.AutocompleteInteractionCreate) {
			typed := e.Data.String("word")
			report("autocomplete", e.AutocompleteResult([]discord.AutocompleteChoice{
				discord.AutocompleteChoiceString{Name: typed + " east", Value: "east"},
				discord.AutocompleteChoiceString{Name: typed + " west", Value: "west"}}))
		}),
		bot.WithEventListenerFunc(func(e *events.ComponentInteractionCreate) { report("component", press(e)) }),
		bot.WithEventListenerFunc(func(e *events.ModalSubmitInteractionCreate) {
			report("form", e.CreateMessage(content("wrote "+e.Data.Text("text"))))
		}))
	if err == nil {
		err = client.OpenGateway(context.Background())
	}
	report("opening", err)
	select {} // until the test ends the process
}

func report(what string, err error) {
	if err != nil {
		slog.Error(what, slog.Any("err", err))
	}
}

func content(text string) discord.MessageCreate { return discord.MessageCreate{Content: text} }

func edit(text string, files ...*discord.File) discord.MessageUpdate {
	return discord.MessageUpdate{Content: &text, Files: files}
}

func file(name string) *discord.File { return discord.NewFile(name, "a dot", bytes.NewReader(picture)) }

func register(client bot.Client) error {
	var list []discord.ApplicationCommandCreate
	for name := range commands {
		c := discord.SlashCommandCreate{Name: name, Description: name}
		if name == "find" {
			c.Options = []discord.ApplicationCommandOption{discord.ApplicationCommandOptionString{
				Name: "word", Description: "word", Required: true, Autocomplete: true}}
		}
		list = append(list, c)
	}
	_, err := client.Rest().SetGlobalCommands(client.ApplicationID(), list)
	if err == nil {
		_, err = client.Rest().GetGlobalCommands(client.ApplicationID(), true)
	}
	if err == nil {
		fmt.Println("ready")
	}
	return err
}

func press(e *events.ComponentInteractionCreate) error {
	switch e.Data.CustomID() {
	case "press":
		return e.UpdateMessage(edit("pressed"))
	case "choose":
		if err := e.DeferUpdateMessage(); err != nil {
			return err
		}
		_, err := e.Client().Rest().UpdateInteractionResponse(e.ApplicationID(), e.Token(),
			edit("chose "+e.StringSelectMenuInteractionData().Values[0]))
		return err
	}
	m := content("chose " + e.UserSelectMenuInteractionData().Users()[0].Username)
	m.Flags = discord.MessageFlagEphemeral
	return e.CreateMessage(m)
}

// command is a command that somebody typed.
type command struct {
	*events.ApplicationCommandInteractionCreate
	rest.Rest
}

// later shows a text and files in the place of a deferral.
func (c *command) later(text string, files ...*discord.File) error {
	_, err := c.UpdateInteractionResponse(c.ApplicationID(), c.Token(), edit(text, files...))
	return err
}

// commands has what the bot does for each command.
var commands map[string]func(*command) error

func init() {
	commands = map[string]func(*command) error{
		"file": answerWithFiles, "thread": useThreads, "channel": useChannel,
		"later": func(c *command) error {
			if err := c.DeferCreateMessage(true); err != nil {
				return err
			}
			return c.later("later", file("a.png"))
		},
		"panel": func(c *command) error {
			m := content("panel")
			m.Components = []discord.ContainerComponent{
				discord.NewActionRow(discord.NewPrimaryButton("Press", "press").WithEmoji(discord.ComponentEmoji{Name: "🎲"})),
				discord.NewActionRow(discord.NewStringSelectMenu("choose", "", discord.NewStringSelectMenuOption("One", "1"),
					discord.NewStringSelectMenuOption("Two", "2"))),
				discord.NewActionRow(discord.NewUserSelectMenu("people", ""))}
			return c.ApplicationCommandInteractionCreate.CreateMessage(m)
		},
		"form": func(c *command) error {
			return c.Modal(discord.ModalCreate{CustomID: "form", Title: "Form", Components: []discord.ContainerComponent{
				discord.NewActionRow(discord.NewShortTextInput("text", "Text"))}})
		},
		"find": func(c *command) error {
			return c.ApplicationCommandInteractionCreate.CreateMessage(content("found " +
				c.SlashCommandInteractionData().String("word")))
		},
	}
}

func answerWithFiles(c *command) error {
	m := content("a file")
	m.Files = []*discord.File{file("a.png")}
	m.Embeds = []discord.Embed{discord.NewEmbedBuilder().SetTitle("dot").SetImage("attachment://a.png").
		AddField("n", "v", false).Build()}
	if err := c.ApplicationCommandInteractionCreate.CreateMessage(m); err != nil {
		return err
	}
	sent, err := c.UpdateInteractionResponse(c.ApplicationID(), c.Token(), edit("edited", file("b.png")))
	if err != nil {
		return err
	}
	m = content("followed up")
	m.Files, m.Flags = []*discord.File{file("c.png")}, discord.MessageFlagEphemeral
	extra, err := c.CreateFollowupMessage(c.ApplicationID(), c.Token(), m)
	if err != nil {
		return err
	}
	if _, err := c.UpdateFollowupMessage(c.ApplicationID(), c.Token(), extra.ID,
		edit(fmt.Sprintf("%d file", len(sent.Attachments)))); err != nil {
		return err
	}
	_, err = c.GetInteractionResponse(c.ApplicationID(), c.Token())
	return err
}

// steps runs until one fails.
func steps(list ...func() error) error {
	for _, step := range list {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func useThreads(c *command) error {
	var thread, second *discord.GuildThread
	var m *discord.Message
	in := c.Channel().ID()
	say := func(channel snowflake.ID, create discord.MessageCreate) func() error {
		return func() (err error) { m, err = c.Rest.CreateMessage(channel, create); return err }
	}
	change := func(thread **discord.GuildThread, update discord.GuildThreadUpdate) func() error {
		return func() error { _, err := c.UpdateChannel((*thread).ID(), update); return err }
	}
	archived, renamed := true, "renamed"
	withFile := content("in the thread")
	withFile.Files = []*discord.File{file("a.png")}
	err := steps(
		func() error { return c.DeferCreateMessage(false) },
		func() (err error) {
			thread, err = c.CreateThread(in, discord.GuildPublicThreadCreate{Name: "alone", AutoArchiveDuration: 60})
			return err
		},
		func() error { return say(thread.ID(), withFile)() },
		func() error { _, err := c.UpdateMessage(thread.ID(), m.ID, edit("in the thread, edited")); return err },
		func() error { return c.AddThreadMember(thread.ID(), c.User().ID) },
		change(&thread, discord.GuildThreadUpdate{Archived: &archived}),
		func() error { return say(thread.ID(), content("unarchived"))() },
		say(in, content("root")),
		func() (err error) {
			second, err = c.CreateThreadFromMessage(in, m.ID, discord.ThreadCreateFromMessage{Name: "under a message"})
			return err
		},
		func() error { return say(second.ID(), content("below"))() },
		change(&second, discord.GuildThreadUpdate{Name: &renamed}))
	if err != nil {
		return err
	}
	active, err := c.GetActiveGuildThreads(*c.GuildID())
	if err != nil {
		return err
	}
	return c.later(fmt.Sprintf("%d threads", len(active.Threads)))
}

func useChannel(c *command) error {
	var m, reply, direct *discord.Message
	var dm *discord.DMChannel
	var around []discord.Message
	in, guild := c.Channel().ID(), *c.GuildID()
	var names []any
	name := func(text any, err error) error { names = append(names, text); return err }
	err := steps(
		func() error { return c.DeferCreateMessage(false) },
		func() error { _, err := c.GetChannel(in); return err },
		func() error { return c.SendTyping(in) },
		func() (err error) {
			m, err = c.Rest.CreateMessage(in, discord.MessageCreate{Content: "plain", Nonce: "1"})
			return err
		},
		func() (err error) {
			reply, err = c.Rest.CreateMessage(in, discord.MessageCreate{Content: "reply",
				MessageReference: &discord.MessageReference{MessageID: &m.ID}, AllowedMentions: &discord.AllowedMentions{}})
			return err
		},
		func() (err error) { around, err = c.GetMessages(in, m.ID, 0, 0, 5); return err },
		func() error { return c.DeleteMessage(in, reply.ID) },
		func() error {
			update := edit("plain, edited")
			update.Embeds = &[]discord.Embed{{Description: "d"}}
			_, err := c.UpdateMessage(in, m.ID, update)
			return err
		},
		func() (err error) { dm, err = c.CreateDMChannel(c.User().ID); return err },
		func() (err error) { direct, err = c.Rest.CreateMessage(dm.ID(), content("directly")); return err },
		func() error { a, err := c.GetCurrentApplication(); return name(a.Name, err) },
		func() error { u, err := c.GetUser(c.User().ID); return name(u.Username, err) },
		func() error { g, err := c.GetGuild(guild, true); return name(g.Name, err) },
		func() error { me, err := c.GetMember(guild, c.ApplicationID()); return name(me.EffectiveName(), err) },
		func() error { roles, err := c.GetRoles(guild); return name(len(roles), err) })
	if err != nil {
		return err
	}
	found := false
	for _, other := range around {
		found = found || other.ID == reply.ID
	}
	return c.later(strings.TrimSpace(fmt.Sprintln(append([]any{found, direct.Content}, names...)...)))
}
