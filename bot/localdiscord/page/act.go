package page

import (
	"net/http"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

// outcome is the result of something that a person did. New messages arrive by the feed.
type outcome struct {
	Kind        string                `json:"kind"`
	Failure     string                `json:"failure,omitempty"`
	Choices     []localdiscord.Choice `json:"choices,omitempty"`
	Form        *localdiscord.Modal   `json:"form,omitempty"`
	Interaction string                `json:"interaction,omitempty"` // what has opened the form
}

// answer returns the first answer to what a person did.
func answer(r *http.Request) func(*localdiscord.Interaction, error) (any, error) {
	return func(in *localdiscord.Interaction, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		got, err := in.FirstAnswer(r.Context())
		return outcome{Kind: string(got.Kind), Failure: got.Failure, Form: got.Form, Interaction: in.ID}, err
	}
}

type sayRequest struct{ Channel, Text string }

// maxText is how long a person's message may be.
// https://discord.com/developers/docs/resources/message#create-message
const maxText = 2000

func (p *Page) say(u *localdiscord.User, _ *http.Request, what sayRequest) (any, error) {
	if n := len([]rune(what.Text)); n == 0 || n > maxText {
		return nil, &refusal{http.StatusBadRequest, "a message has 1 to 2,000 characters"}
	}
	_, err := u.Say(p.discord.Channel(what.Channel), what.Text)
	return outcome{Kind: "said"}, err
}

func (p *Page) set(u *localdiscord.User, _ *http.Request, what settings) (any, error) {
	u.CloseDMs(!what.DirectMessages)
	return outcome{Kind: "set"}, nil
}

// direct opens the person's direct messages with the bot.
func (p *Page) direct(u *localdiscord.User, _ *http.Request, _ struct{}) (any, error) {
	return place{ID: u.DM().ID}, nil
}

type dismissRequest struct{ Message string }

func (p *Page) dismiss(u *localdiscord.User, _ *http.Request, what dismissRequest) (any, error) {
	m := u.Message(what.Message)
	if m == nil {
		return nil, &refusal{http.StatusNotFound, "there is no such message"}
	}
	return outcome{Kind: "dismissed"}, u.Delete(m)
}

type slashRequest struct {
	Channel, Command string
	Options          localdiscord.Args
}

func (p *Page) slash(u *localdiscord.User, r *http.Request, what slashRequest) (any, error) {
	return answer(r)(u.Slash(r.Context(), p.discord.Channel(what.Channel), what.Command, what.Options))
}

// menuRequest chooses from the menu of a message or, if there is none, of a user.
type menuRequest struct{ Channel, Command, Message, User string }

func (p *Page) menu(u *localdiscord.User, r *http.Request, what menuRequest) (any, error) {
	kind, target := wire.CommandUser, what.User
	if what.Message != "" {
		kind, target = wire.CommandMessage, what.Message
	}
	return answer(r)(u.ChooseItem(r.Context(), p.discord.Channel(what.Channel), kind, what.Command, target))
}

type completeRequest struct {
	slashRequest
	Focused, Text string
}

func (p *Page) complete(u *localdiscord.User, r *http.Request, what completeRequest) (any, error) {
	c := p.discord.Channel(what.Channel)
	choices, err := u.Autocomplete(r.Context(), c, what.Command, what.Options, what.Focused, what.Text)
	return outcome{Kind: string(localdiscord.Suggested), Choices: choices}, err
}

type submitRequest struct {
	Interaction string
	Values      localdiscord.Args
}

func (p *Page) submit(u *localdiscord.User, r *http.Request, what submitRequest) (any, error) {
	opener := p.discord.Interaction(what.Interaction)
	if opener == nil {
		return nil, &refusal{http.StatusNotFound, "there is no such form"}
	}
	return answer(r)(u.Submit(r.Context(), opener, what.Values))
}

type pressRequest struct {
	Message, Control string
	Values           []string // of a menu; a button has none
}

func (p *Page) press(u *localdiscord.User, r *http.Request, what pressRequest) (any, error) {
	m := u.Message(what.Message)
	if m == nil {
		return nil, &refusal{http.StatusNotFound, "there is no such message"}
	}
	if what.Values != nil {
		return answer(r)(u.Select(r.Context(), m, what.Control, what.Values...))
	}
	return answer(r)(u.Press(r.Context(), m, what.Control))
}
