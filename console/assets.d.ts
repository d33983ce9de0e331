/** Vite gives the address of the file. */
declare module '*.svg' {
  const address: string
  export default address
}

declare module '*?url' {
  const address: string
  export default address
}

/** Texts of a language: see lean-texts.ts. */
declare module 'texts:*' {
  export const own: {
    signed_out: string
    framework: Record<'auth' | 'message' | 'navigation' | 'notification' | 'page', Record<string, string>>
    [name: string]: string | import('./i18n/texts.ts').Tree
  }
}
