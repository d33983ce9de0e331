const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Whether a string is Base58 (the alphabet of Bitcoin and Solana) and stands for exactly so many bytes. */
export function isBase58Of(value: string, bytes: number): boolean {
  let number = 0n
  for (const letter of value) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return false
    number = number * 58n + BigInt(digit)
  }
  // Each leading '1' is one zero byte in front of the number.
  const zeros = value.length - value.replace(/^1+/, '').length
  const rest = number === 0n ? 0 : Math.ceil(number.toString(16).length / 2)
  return zeros + rest === bytes
}
