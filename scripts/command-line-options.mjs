// Node options for the command line. An import reads gigabytes of short-lived data; with the default size of the young
// generation it needs twice the memory and is not faster.
export const commandLineOptions = ['--max-semi-space-size=8']
