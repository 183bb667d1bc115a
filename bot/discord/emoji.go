package discord

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"

	"amytis/bot/discord/rest"
)

// Emoji is an emoji of the bot's application, which only the bot can use, on every server.
// https://discord.com/developers/docs/resources/emoji
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// emojiBucket is the bucket of all requests for emoji. Discord limits them more than others and
// does not say how much is left.
const emojiBucket = "emoji"

// Emoji returns the emoji of the application. Errors are as for [Messages.Send].
func (a *Application) Emoji(ctx context.Context) ([]Emoji, error) {
	var list struct {
		Items []Emoji `json:"items"`
	}
	err := a.emojiRequest(ctx, http.MethodGet, "", nil, &list)
	return list.Items, err
}

// CreateEmoji uploads an emoji: a PNG file of 128 x 128 pixels and at most 256 KiB. The name is 2
// to 32 letters, digits or underscores, and no other emoji of the application has it.
func (a *Application) CreateEmoji(ctx context.Context, name string, data []byte) (Emoji, error) {
	body, err := rest.JSON(map[string]string{
		"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(data),
	})
	if err != nil {
		return Emoji{}, err
	}
	var made Emoji
	err = a.emojiRequest(ctx, http.MethodPost, "", body, &made)
	return made, err
}

// DeleteEmoji deletes an emoji of the application. It does nothing if there is no such emoji.
func (a *Application) DeleteEmoji(ctx context.Context, id string) error {
	err := a.emojiRequest(ctx, http.MethodDelete, "/{emoji}", nil, nil, id)
	if errors.Is(err, rest.ErrGone) {
		return nil
	}
	return err
}

// emojiRequest makes a request for the emoji of the application, or for a path below them.
func (a *Application) emojiRequest(
	ctx context.Context, method, below string, body *rest.Body, result any, ids ...string,
) error {
	app, err := a.lookUpID(ctx)
	if err != nil {
		return err
	}
	q := rest.To(method, "/applications/{app}/emojis"+below, append([]string{app}, ids...)...)
	q.Body, q.Bucket = body, emojiBucket
	return a.rest.Do(ctx, q, result)
}
