import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encryption of one record: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce and a 128-bit tag.
 *
 *   sealed = format (1 byte) | key version (4, big endian) | nonce (12) | ciphertext | tag (16)
 *
 * The header contains only the format and the key version. The place of the record is authenticated but not stored, so
 * a ciphertext that is copied to another place cannot be opened.
 */
export type Place = {
  organizationId: string | null
  table: string
  record: string
  field: string
}

const app = 'kontor'
const format = 1
const headerLength = 5
const nonceLength = 12
const tagLength = 16

export const keyLength = 32
export const sealedOverhead = headerLength + nonceLength + tagLength

export function sealRecord(key: Buffer, version: number, place: Place, plaintext: Buffer): Buffer {
  const header = Buffer.alloc(headerLength)
  header.writeUInt8(format, 0)
  header.writeUInt32BE(version, 1)
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  cipher.setAAD(authenticatedData(place, version))
  const ciphertext = cipher.update(plaintext)
  const rest = cipher.final()
  return Buffer.concat([header, nonce, ciphertext, rest, cipher.getAuthTag()])
}

/** The key version of a sealed record, or undefined if this is not a sealed record. */
export function sealedKeyVersion(sealed: Buffer): number | undefined {
  if (sealed.length < sealedOverhead || sealed.readUInt8(0) !== format) return undefined
  return sealed.readUInt32BE(1)
}

/** The plaintext, or undefined if the record is not authentic for this place and key. */
export function openRecord(key: Buffer, version: number, place: Place, sealed: Buffer): Buffer | undefined {
  if (sealedKeyVersion(sealed) !== version) return undefined
  const nonce = sealed.subarray(headerLength, headerLength + nonceLength)
  const ciphertext = sealed.subarray(headerLength + nonceLength, sealed.length - tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(authenticatedData(place, version))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagLength))
  const unverified = decipher.update(ciphertext)
  try {
    // GCM is a stream mode: `unverified` must not be used before final() has checked the tag.
    decipher.final()
    return unverified
  } catch {
    unverified.fill(0)
    return undefined
  }
}

/**
 * Unambiguous: each part is preceded by its length, and a missing organization differs from an empty one, so two
 * different places never have the same encoding.
 */
export function authenticatedData(place: Place, version: number): Buffer {
  const organization = place.organizationId === null ? [] : [place.organizationId]
  return Buffer.concat([
    part(app),
    part(place.table),
    number(organization.length),
    ...organization.map(part),
    part(place.record),
    part(place.field),
    number(version),
  ])
}

function part(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  // A lone surrogate would be encoded as U+FFFD, like other texts.
  if (!text.isWellFormed()) throw new TypeError('A place must be well-formed Unicode.')
  return Buffer.concat([number(bytes.length), bytes])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
