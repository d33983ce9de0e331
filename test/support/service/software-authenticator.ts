import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '../../../contract/administrators/passkeys.ts'

export type Algorithm = 'ES256' | 'RS256'

/** What a test may make wrong. */
export interface Oddities {
  origin?: string
  rpId?: string
  /** User present, user verified, backup eligible, backed up. */
  flags?: number
  type?: string
  challenge?: string
  crossOrigin?: boolean
  topOrigin?: string
}

export const defaultOrigin = 'http://localhost:8080'
const present = 0x01
const verified = 0x04
const attested = 0x40

/** An authenticator and its browser: makes one credential, and signs with it. Everything is made with node:crypto. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32)
  readonly algorithm: Algorithm
  readonly keys: { publicKey: KeyObject; privateKey: KeyObject }
  /** The next signature has this counter plus one; -1 for an authenticator without a counter. */
  counter = 0
  userHandle: string | null = null

  constructor(algorithm: Algorithm = 'ES256') {
    this.algorithm = algorithm
    this.keys =
      algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 })
  }

  get id(): string {
    return this.credentialId.toString('base64url')
  }

  get spki(): Buffer {
    return this.keys.publicKey.export({ format: 'der', type: 'spki' })
  }

  create(
    options: Pick<PasskeyCreationOptions, 'challenge' | 'rp' | 'user'>,
    oddities: Oddities & { attestation?: Map<string, unknown>; format?: string } = {},
  ): PasskeyRegistration {
    this.userHandle = options.user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    const authData = Buffer.concat([
      this.#head(options.rp.id, attested, oddities),
      Buffer.alloc(16),
      length,
      this.credentialId,
      this.cose(),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', oddities.format ?? 'none'],
      ['attStmt', oddities.attestation ?? new Map()],
      ['authData', authData],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, oddities).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  get(options: Pick<PasskeyRequestOptions, 'challenge' | 'rpId'>, oddities: Oddities = {}): PasskeyAssertion {
    const authenticatorData = this.#head(options.rpId, 0, oddities)
    const clientDataJSON = clientData('webauthn.get', options.challenge, oddities)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        authenticatorData: authenticatorData.toString('base64url'),
        clientDataJSON: clientDataJSON.toString('base64url'),
        signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
        userHandle: this.userHandle,
      },
    }
  }

  /** COSE_Key of RFC 9052 and RFC 8230. */
  cose(): Buffer {
    const jwk = this.keys.publicKey.export({ format: 'jwk' })
    const bytes = (text: string | undefined) => Buffer.from(text as string, 'base64url')
    return cbor(
      this.algorithm === 'ES256'
        ? new Map<number, unknown>([
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, bytes(jwk.x)],
            [-3, bytes(jwk.y)],
          ])
        : new Map<number, unknown>([
            [1, 3],
            [3, -257],
            [-1, bytes(jwk.n)],
            [-2, bytes(jwk.e)],
          ]),
    )
  }

  #head(rpId: string, extraFlags: number, { rpId: otherRpId, flags = present | verified }: Oddities): Buffer {
    const counter = Buffer.alloc(4)
    if (this.counter >= 0) counter.writeUInt32BE(++this.counter)
    const rpIdHash = createHash('sha256')
      .update(otherRpId ?? rpId)
      .digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags | extraFlags]), counter])
  }
}

function clientData(type: string, challenge: string, oddities: Oddities): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: oddities.type ?? type,
      challenge: oddities.challenge ?? challenge,
      origin: oddities.origin ?? defaultOrigin,
      crossOrigin: oddities.crossOrigin ?? false,
      ...(oddities.topOrigin !== undefined && { topOrigin: oddities.topOrigin }),
    }),
  )
}

/** As much of CBOR (RFC 8949) as an attestation needs: integers, byte strings, texts, lists and maps. */
export function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (!(value instanceof Map)) throw new Error('not a value that an authenticator sends')
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff])
}
