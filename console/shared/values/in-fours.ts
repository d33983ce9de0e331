/** An address in groups of four, as people compare it. The prefix of ethereum and the workchain of ton stand alone. */
export function inFours(address: string): string[] {
  const [, prefix = '', rest = ''] = /^(0x|-?\d+:)?(.*)$/s.exec(address) ?? []
  return [...(prefix ? [prefix] : []), ...(rest.match(/.{1,4}/gs) ?? [])]
}
