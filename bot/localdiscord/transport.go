package localdiscord

import (
	"net/http"
	"net/url"
)

// Transport sends what is meant for Discord to this server. It is for discordgo's Session.Client:
//
//	session.Client = &http.Client{Transport: server.Transport()}
func (s *Server) Transport() http.RoundTripper {
	target, err := url.Parse(s.url)
	if err != nil {
		panic("localdiscord: own URL: " + err.Error())
	}
	t := &transport{http.DefaultTransport.(*http.Transport).Clone(), target}
	t.MaxIdleConnsPerHost = 64
	return t
}

type transport struct {
	*http.Transport
	target *url.URL
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.target.Scheme, t.target.Host, t.target.Host
	return t.Transport.RoundTrip(r)
}
