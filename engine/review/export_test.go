package review

var Tempo = tempo
