export const root: string
export const compileCache: string
export const nodePackage: string | null
export function isMain(url: string): boolean
