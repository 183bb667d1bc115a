package review

var Accuracy = accuracy
