export const commandLineOptions: string[]
