/** A transaction as it may be stored: hexadecimal in either case, with or without 0x; other forms as they are. */
export function transactionHashes(text: string): string[] {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]
  if (!digits) return [text]
  const [lower, upper] = [digits.toLowerCase(), digits.toUpperCase()]
  return [text, lower, upper, `0x${lower}`, `0x${upper}`]
}
