package review

var Tempo, Accuracy = tempo, accuracy
