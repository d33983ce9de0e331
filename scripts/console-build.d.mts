export const consoleFolder: string
export const consoleMarker: string
export function wantedConsole(): string
export function isConsoleBuilt(): boolean
