// Package wishes says when and how players want to be reached: their pings, quiet hours, absences
// and invitations, by the calendar of their time zone. Package store keeps what they have chosen.
package wishes
