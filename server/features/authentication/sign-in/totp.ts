import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base32nopad } from '@scure/base'

const stepSeconds = 30
const digits = 6
/** Accepts one step before and after, because clocks differ and people type slowly. */
const window = 1

export function generateSeed(): Buffer {
  // RFC 4226, section 4, R6 recommends 160 bits.
  return randomBytes(20)
}

/** HOTP of RFC 4226, section 5.3: HMAC-SHA-1 of the counter, dynamically truncated. */
export function hotp(seed: Buffer, counter: number, length = digits): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', seed).update(message).digest()
  const offset = (mac.at(-1) as number) & 0xf
  const binary = mac.readUInt32BE(offset) & 0x7fffffff
  return String(binary % 10 ** length).padStart(length, '0')
}

/** The time step of RFC 6238, section 4.2. */
export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds)
}

/**
 * The time step of this code, or undefined if it is wrong. Steps up to the last accepted one are refused (RFC 6238,
 * section 5.2), so that each code works once. The caller must hold a lock on the row of `lastStep`.
 */
export function acceptedStep(
  seed: Buffer,
  code: string,
  at: Date,
  lastStep: number | null,
): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''))
  let accepted: number | undefined
  for (let step = stepAt(at) - window; step <= stepAt(at) + window; step += 1) {
    const expected = Buffer.from(hotp(seed, Math.max(step, 0)))
    const matches = given.length === expected.length && timingSafeEqual(given, expected)
    if (matches && step > (lastStep ?? -1)) accepted ??= step
  }
  return accepted
}

/** The content of the QR code for authenticator apps (Key URI format). */
export function enrolmentUri(seed: Buffer, account: string, issuer = 'Kontor'): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32nopad.encode(seed)}&issuer=${encodeURIComponent(issuer)}`
}
