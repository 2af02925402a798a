package session

import "cardhour/model/reason"

var fullDisk error = reason.Refuse("", "journal.full")
