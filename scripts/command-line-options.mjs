// Options of Node for the command line: it reads registers of gigabytes and throws nearly all of it away at once. With
// the usual young generation its memory doubles, and nothing is faster.
export const commandLineOptions = ['--max-semi-space-size=8']
