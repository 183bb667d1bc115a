// What the texts of messages need to know of the page around them.

// world has the names behind mentions, and what a click on one or on a link opens. main.js fills it in.
export const world = { users: new Map(), channels: new Map(), roles: new Map(), me: '', locale: 'en', open: () => {}, jump: () => {}, openCommand: () => {} };
