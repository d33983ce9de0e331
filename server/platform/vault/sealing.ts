import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encryption of one record: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce and a 128-bit tag.
 *
 *   sealed = format (1 byte) | key version (4, big endian) | nonce (12) | ciphertext | tag (16)
 *
 * The header contains only the format and the key version. The place of the record is authenticated but not stored, so
 * a ciphertext that is copied to another place cannot be opened. The format tells which key seals the record:
 *
 *   1  the key of the system, or, in records of releases up to 1.1.0, the one key of the organization
 *   2  the key of the organization for the purpose of the column
 */
export type Place = {
  organizationId: string | null
  table: string
  record: string
  field: string
}

export const formats = { single: 1, byPurpose: 2 } as const
export type Format = (typeof formats)[keyof typeof formats]

const app = 'kontor'
const headerLength = 5
const nonceLength = 12
const tagLength = 16

export const keyLength = 32
export const sealedOverhead = headerLength + nonceLength + tagLength

export function sealRecord(
  key: Buffer,
  version: number,
  place: Place,
  plaintext: Buffer,
  format: Format = formats.single,
): Buffer {
  const header = Buffer.alloc(headerLength)
  header.writeUInt8(format, 0)
  header.writeUInt32BE(version, 1)
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  cipher.setAAD(authenticatedData(place, version, format))
  const ciphertext = cipher.update(plaintext)
  const rest = cipher.final()
  return Buffer.concat([header, nonce, ciphertext, rest, cipher.getAuthTag()])
}

/** Which key seals a record, or undefined if this is not a sealed record. */
export function sealedWith(sealed: Buffer): { format: Format; version: number } | undefined {
  if (sealed.length < sealedOverhead) return undefined
  const format = Object.values(formats).find((format) => format === sealed.readUInt8(0))
  return format && { format, version: sealed.readUInt32BE(1) }
}

/** The plaintext, or undefined if the record is not authentic for this place and key. */
export function openRecord(key: Buffer, version: number, place: Place, sealed: Buffer): Buffer | undefined {
  const header = sealedWith(sealed)
  if (header?.version !== version) return undefined
  const nonce = sealed.subarray(headerLength, headerLength + nonceLength)
  const ciphertext = sealed.subarray(headerLength + nonceLength, sealed.length - tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(authenticatedData(place, version, header.format))
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
export function authenticatedData(place: Place, version: number, format: Format = formats.single): Buffer {
  const organization = place.organizationId === null ? [] : [place.organizationId]
  return Buffer.concat([
    part(app),
    part(place.table),
    number(organization.length),
    ...organization.map(part),
    part(place.record),
    part(place.field),
    number(version),
    ...(format === formats.single ? [] : [number(format)]),
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
