package traffic

import "slices"

type ViolationKind string

const (
	// Refused is a request that Discord refuses, as Code says.
	Refused       ViolationKind = "refused"
	UnknownRoute  ViolationKind = "unknown route"
	GatewayMisuse ViolationKind = "gateway misuse"
	// EndpointMisuse is a wrong response to an interaction by HTTP.
	EndpointMisuse ViolationKind = "endpoint misuse"
)

// Violation is something that the bot did and Discord refused.
type Violation struct {
	Kind ViolationKind
	// Code is the code of the REST error or of the gateway's close, or the status with which the
	// bot responded to an interaction by HTTP.
	Code    int
	Request string
	Detail  string
}

// maxViolations bounds the memory of a test that goes wrong in a loop.
const maxViolations = 10_000

func (l *Log) Violate(v Violation) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.violations) < maxViolations {
		l.violations = append(l.violations, v)
	}
}

// Violations returns everything the bot did that Discord refuses, oldest first, except for the REST
// codes or close codes named. Unknown routes are always included. A test of a bot that does
// everything right asserts that it is empty.
func (l *Log) Violations(except ...int) []Violation {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []Violation
	for _, v := range l.violations {
		if v.Kind == UnknownRoute || !slices.Contains(except, v.Code) {
			found = append(found, v)
		}
	}
	return found
}

func (l *Log) ForgetViolations() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.violations = nil
}
