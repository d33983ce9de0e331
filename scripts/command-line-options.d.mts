export const commandLineOptions: string[]
export const serviceOptions: string[]
export function optionsOf(entry: string): string[]
