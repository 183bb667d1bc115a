package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"amytis/bot/localdiscord"
)

// slash sends a slash command. line is the words of its name, then its options.
func (c *console) slash(ctx context.Context, user *localdiscord.User, line string) error {
	leaf, words, err := findLeaf(user.Commands(c.channel), strings.Fields(line))
	if err != nil {
		return err
	}
	args := localdiscord.Args{}
	for i, word := range words {
		name, value, named := strings.Cut(word, ":")
		if !named {
			if i >= len(leaf.Options) {
				return fmt.Errorf("/%s has only %d options", leaf.Path, len(leaf.Options))
			}
			name, value = leaf.Options[i].DefaultName, word
		}
		if typed, asked := strings.CutSuffix(value, "?"); asked {
			return c.suggest(ctx, user, leaf, args, name, typed)
		}
		args[name] = optionValue(leaf, name, value)
	}
	in, err := user.Slash(ctx, c.channel, leaf.DefaultPath, args)
	if err != nil {
		return err
	}
	return c.outcome(ctx, user, in)
}

// findLeaf returns the command that the first words name, and the words after them.
func findLeaf(leaves []localdiscord.Leaf, words []string) (localdiscord.Leaf, []string, error) {
	for n := min(len(words), 3); n > 0; n-- {
		path := strings.Join(words[:n], " ")
		for _, l := range leaves {
			if l.Path == path || l.DefaultPath == path {
				return l, words[n:], nil
			}
		}
	}
	var all []string
	for _, l := range leaves {
		all = append(all, "/"+l.Path)
	}
	return localdiscord.Leaf{}, nil, fmt.Errorf("unknown slash command; the commands are: %s", strings.Join(all, ", "))
}

// These are Discord's types of the options that are not text.
const (
	integerOption = 4
	booleanOption = 5
)

// optionValue converts a typed word to the type of the option.
func optionValue(leaf localdiscord.Leaf, name, word string) any {
	for _, o := range leaf.Options {
		if o.Name != name && o.DefaultName != name {
			continue
		}
		switch o.Type {
		case integerOption:
			var n int
			if _, err := fmt.Sscan(word, &n); err == nil {
				return n
			}
		case booleanOption:
			return word == "true" || word == "yes"
		}
	}
	return word
}

func (c *console) suggest(
	ctx context.Context,
	user *localdiscord.User,
	leaf localdiscord.Leaf,
	args localdiscord.Args,
	name, typed string,
) error {
	choices, err := user.Autocomplete(ctx, c.channel, leaf.DefaultPath, args, name, typed)
	if err != nil {
		return err
	}
	for _, choice := range choices {
		c.say(fmt.Sprintf("  %-8v %s", choice.Value, choice.Name))
	}
	if len(choices) == 0 {
		c.say("  (no suggestions)")
	}
	return nil
}

// press presses the newest button whose label starts with label. Signs at the start of the label,
// such as an emoji, may be left out.
func (c *console) press(ctx context.Context, user *localdiscord.User, label string) error {
	message, id := c.await(ctx, user, func(control localdiscord.Component) string {
		if control.Label == "" || control.Disabled || !labelStarts(control.Label, label) {
			return ""
		}
		return control.CustomID
	})
	if message == nil {
		return fmt.Errorf("%s sees no button %q", user.Name, label)
	}
	in, err := user.Press(ctx, message, id)
	if err != nil {
		return err
	}
	return c.outcome(ctx, user, in)
}

// choose picks an option from the newest menu. wanted is the option's value, or a part of its label
// from the start of a word.
func (c *console) choose(ctx context.Context, user *localdiscord.User, wanted string) error {
	value := ""
	message, id := c.await(ctx, user, func(control localdiscord.Component) string {
		for _, o := range control.Options {
			if o.Value == wanted || strings.Contains(" "+strings.ToLower(o.Label), " "+strings.ToLower(wanted)) {
				value = o.Value
				return control.CustomID
			}
		}
		return ""
	})
	if message == nil {
		return fmt.Errorf("%s sees no menu with the option %q", user.Name, wanted)
	}
	in, err := user.Select(ctx, message, id, value)
	if err != nil {
		return err
	}
	return c.outcome(ctx, user, in)
}

// labelStarts reports whether a button's label starts with what was typed.
func labelStarts(label, typed string) bool {
	words := strings.TrimLeftFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return hasPrefixFold(label, typed) || typed != "" && hasPrefixFold(words, typed)
}

func hasPrefixFold(text, with string) bool {
	return strings.HasPrefix(strings.ToLower(text), strings.ToLower(with))
}

// await returns the newest message with a wanted control, and the control's custom_id. Messages
// appear a moment after the action they announce, so await waits up to consoleWait for one.
func (c *console) await(
	ctx context.Context,
	user *localdiscord.User,
	wanted func(localdiscord.Component) (id string),
) (*localdiscord.Message, string) {
	for deadline := time.Now().Add(consoleWait); ; {
		messages := user.Messages(c.channel)
		for i := len(messages) - 1; i >= 0; i-- {
			for _, control := range messages[i].Controls() {
				if id := wanted(control); id != "" {
					return messages[i], id
				}
			}
		}
		if ctx.Err() != nil || time.Now().After(deadline) {
			return nil, ""
		}
		time.Sleep(consolePause)
	}
}

// outcome prints the result of an interaction.
func (c *console) outcome(ctx context.Context, user *localdiscord.User, in *localdiscord.Interaction) error {
	got, err := in.Wait(ctx)
	if err != nil {
		return err
	}
	if got.Failure != "" {
		return errors.New(got.Failure)
	}
	if got.Message != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.printFor(got.Message, user.Name)
	}
	return nil
}
