import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { isPublicKeyOfEd25519 } from '../../console/shared/values/ed25519-points.ts'

/** Whether the library takes it as a point. */
function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}

test('the console knows points of the curve from other bytes, as the library does', () => {
  const samples = Array.from({ length: 200 }, (_, seed) => createHash('sha256').update(`${seed}`).digest())
  const points = samples.filter((bytes) => isPublicKeyOfEd25519(bytes))
  expect(points).toEqual(samples.filter(isPoint))
  expect(points.length).toBeGreaterThan(50)
  for (const seed of samples.slice(0, 10)) expect(isPublicKeyOfEd25519(ed25519.getPublicKey(seed))).toBe(true)
  expect(isPublicKeyOfEd25519(new Uint8Array(32).fill(0xff))).toBe(false)
  expect(isPublicKeyOfEd25519(new Uint8Array(31))).toBe(false)
})
