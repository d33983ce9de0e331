const fieldOrder = 2n ** 255n - 19n
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/**
 * Stands for `contract/wallets/ed25519-points.ts`, whose library would be a twentieth of the first load: whether 32 bytes are a point of
 * the curve (RFC 8032, 5.1.3). That is what a typing error shows; the service also asks for a multiple of the base point.
 */
export function isPublicKeyOfEd25519(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false
  const hex = [...bytes].reverse().map((byte) => byte.toString(16).padStart(2, '0'))
  const y = BigInt(`0x${hex.join('')}`) & (2n ** 255n - 1n)
  if (y >= fieldOrder) return false
  const square = (y * y) % fieldOrder
  const [over, under] = [(square - 1n + fieldOrder) % fieldOrder, (d * square + 1n) % fieldOrder]
  // x² is a square: by Euler, also if it is multiplied by the square of what is below.
  return over === 0n || power((over * under) % fieldOrder, (fieldOrder - 1n) / 2n) === 1n
}

function power(of: bigint, exponent: bigint): bigint {
  let [result, base] = [1n, of]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * base) % fieldOrder
    base = (base * base) % fieldOrder
  }
  return result
}
