package localdiscord

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// call is one request on its way through a handler.
type call struct {
	server  *Server
	r       *http.Request
	route   *route
	path    string            // without /api/v9
	params  map[string]string // what stands for {name} in the route's pattern
	payload []byte            // the JSON body, or payload_json of a multipart one
	files   []upload
	arrived time.Time
	faulty  bool // a scripted fault touched it: what follows is not the bot's fault
}

// param is the part of the path that stands for {name}.
func (c *call) param(name string) string { return c.params[name] }

func (c *call) query(name string) string { return c.r.URL.Query().Get(name) }

// reply is what a handler answers. A nil body is 204.
type reply struct {
	status int
	body   any
}

func ok(body any) (reply, *apiError) { return reply{http.StatusOK, body}, nil }

func noContent() (reply, *apiError) { return reply{status: http.StatusNoContent}, nil }

// serve is the door of the server: gateway, files, API.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if s.faults.refuses(w) {
		return
	}
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, "/gateway"):
		s.gateway.serve(w, r)
	case strings.HasPrefix(path, "/attachments/"), strings.HasPrefix(path, "/ephemeral-attachments/"):
		s.serveFile(w, r)
	default:
		s.serveAPI(w, r)
	}
}

func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/")
	if len(parts) != 5 || r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.NotFound(w, r)
		return
	}
	f, found := s.cdn.find(parts[3])
	if !found || f.path != r.URL.Path {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", f.contentType)
	_, _ = w.Write(f.data) // a reader who went away misses nothing
}

// serveAPI answers a request and records it.
func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request) {
	c := &call{server: s, r: r, arrived: time.Now()}
	path, versioned := apiPath(r.URL.Path)
	c.path = path
	payload, files, refusal := readBody(w, r)
	c.payload, c.files = payload, files

	fault := s.faults.match(r.Method, path)
	if fault != nil {
		c.faulty = true
		fault.wait(r.Context())
		if fault.answersInstead(w) {
			s.record(c, fault.Status, nil, nil, fault)
			return
		}
		if fault.DropRequest {
			s.record(c, 0, nil, nil, fault)
			panic(http.ErrAbortHandler)
		}
	}
	var answer reply
	if refusal == nil {
		answer, refusal = s.handle(c, versioned)
	}
	if fault != nil && fault.DropReply {
		s.record(c, 0, nil, refusal, fault)
		// Aborting closes the connection without a byte: the bot cannot know that its request was carried out.
		panic(http.ErrAbortHandler)
	}
	s.answer(w, c, answer, refusal, fault)
}

func (s *Server) handle(c *call, versioned bool) (reply, *apiError) {
	if !versioned {
		return reply{}, &apiError{status: 404, message: "404: Not Found", kind: UnknownRoute}
	}
	c.route, c.params = findRoute(c.r.Method, c.path)
	if c.route == nil {
		if allowed := methodsFor(c.path); len(allowed) > 0 {
			return reply{}, &apiError{status: 405, message: "405: Method Not Allowed", kind: UnknownRoute}
		}
		return reply{}, &apiError{status: 404, message: "404: Not Found", kind: UnknownRoute}
	}
	if !c.route.open && c.r.Header.Get("Authorization") != s.Token() {
		return reply{}, &apiError{status: 401, message: "401: Unauthorized"}
	}
	if refusal := s.rates.check(s, c); refusal != nil {
		return reply{}, refusal
	}
	return c.route.handle(s, c)
}

// apiPath cuts /api/v9 or /api/v10 off.
func apiPath(path string) (rest string, ok bool) {
	for _, prefix := range []string{"/api/v9/", "/api/v10/"} {
		if rest, found := strings.CutPrefix(path, prefix); found {
			return "/" + rest, true
		}
	}
	return path, false
}

func (s *Server) answer(w http.ResponseWriter, c *call, answer reply, refusal *apiError, fault *ArmedFault) {
	status, body := answer.status, answer.body
	if refusal != nil {
		status, body = refusal.status, refusal.wire()
	}
	h := w.Header()
	s.rates.headers(h, c, refusal, s.now())
	if body == nil {
		w.WriteHeader(status)
		s.record(c, status, nil, refusal, fault)
		return
	}
	out, err := json.Marshal(body)
	if err != nil {
		s.log.Error("an answer cannot be written as JSON", "path", c.path, "error", err)
		status, out = http.StatusInternalServerError, []byte(`{"message":"500: Internal Server Error","code":0}`)
	}
	h.Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(out) // the bot may have gone
	s.record(c, status, out, refusal, fault)
}

// record keeps a request in the log and what was refused among the violations.
func (s *Server) record(c *call, status int, answer []byte, refusal *apiError, fault *ArmedFault) {
	if refusal != nil && !refusal.excused && !(c.faulty && refusal.kind != UnknownRoute) {
		s.traffic.violate(Violation{At: s.now(), Kind: kindOf(refusal), Code: refusal.code,
			Request: c.r.Method + " " + redact(c.path), Detail: refusal.Error()})
	}
	if refusal != nil {
		s.rates.countInvalid(refusal.status, s.now())
		s.log.Debug("refused", "method", c.r.Method, "path", redact(c.path), "status", status, "refusal", refusal.Error())
	}
	if !s.traffic.wanted() {
		return
	}
	t := Traffic{At: s.now(), Took: time.Since(c.arrived), Kind: "rest", Name: c.r.Method, Path: c.path, Status: status,
		Body: cut(c.payload), Answer: cut(answer)}
	if refusal != nil {
		t.Refusal = refusal.Error()
	}
	if fault != nil {
		t.Fault = fault.String()
	}
	s.traffic.add(t)
}

// redact takes the tokens of interactions out of a path.
func redact(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) > 3 && (parts[1] == "interactions" || parts[1] == "webhooks") {
		parts[3] = "token"
	}
	return strings.Join(parts, "/")
}
