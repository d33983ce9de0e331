/** Vite gives the address of the file. */
declare module '*.svg' {
  const address: string
  export default address
}

declare module '*?url' {
  const address: string
  export default address
}
