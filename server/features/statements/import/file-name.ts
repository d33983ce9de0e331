/** The last part of a path, without invisible characters. It is only shown. */
export function shownFileName(given: string | undefined): string {
  const last = given?.split(/[\\/]/).at(-1) ?? ''
  const visible = last.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\ufffd]/gu, '')
  return [...visible.trim()].slice(0, 255).join('') || 'statement'
}
