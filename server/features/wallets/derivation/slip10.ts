import { createHmac } from 'node:crypto'

const hardened = 0x8000_0000

/**
 * SLIP-0010 for ed25519: I = HMAC-SHA512(chain code, 0x00 | parent key | index), key = I[0..32],
 * chain code = I[32..64]; the master uses the key "ed25519 seed". Only hardened steps exist.
 * Returns the 32-byte seed of the key pair at the path.
 */
export function deriveEd25519(seed: Uint8Array, path: string): Buffer {
  let node = hmac(Buffer.from('ed25519 seed'), seed)
  for (const step of hardenedSteps(path)) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(step + hardened, 33)
    const next = hmac(node.subarray(32), data)
    data.fill(0)
    node.fill(0)
    node = next
  }
  const key = Buffer.alloc(32)
  node.copy(key, 0, 0, 32)
  node.fill(0)
  return key
}

function hmac(key: Uint8Array, data: Uint8Array): Buffer {
  return createHmac('sha512', key).update(data).digest()
}

function hardenedSteps(path: string): number[] {
  if (!/^m(\/\d+')*$/.test(path)) throw new RangeError('An ed25519 path must have only hardened steps.')
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => Number(step.slice(0, -1)))
  if (steps.some((step) => step >= hardened)) throw new RangeError('The steps of a path must be below 2^31.')
  return steps
}
