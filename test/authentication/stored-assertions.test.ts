import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  enrolmentChallenge,
  isEnrolmentSigned,
} from '../../server/features/authentication/passkeys/enrolment.ts'
import { isOwnOrigin, relyingParty } from '../../server/features/authentication/passkeys/relying-party.ts'
import {
  type StoredAssertion,
  verifyStoredAssertion,
} from '../../server/features/authentication/passkeys/stored-assertion.ts'
import { fc } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'
import { type Oddities, SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

const party = relyingParty('https://kontor.example.com')
const origin = 'https://kontor.example.com'
const challenge = randomBytes(32)

function stored(
  authenticator: SoftwareAuthenticator,
  of: Buffer = challenge,
  oddities: Oddities = {},
): StoredAssertion {
  const options = { challenge: of.toString('base64url'), rpId: party.rpId }
  const { id, response } = authenticator.get(options, { origin, ...oddities })
  return {
    credential_id: id,
    spki: authenticator.spki.toString('base64url'),
    authenticator_data: response.authenticatorData,
    client_data_json: response.clientDataJSON,
    signature: response.signature,
  }
}

describe.each(['ES256', 'RS256'] as const)('%s', (algorithm) => {
  const authenticator = new SoftwareAuthenticator(algorithm)
  const good = stored(authenticator)

  test('a signature is verified with nothing but what was stored', () => {
    expect(verifyStoredAssertion(good, challenge, party)).toBe(true)
    expect(verifyStoredAssertion(JSON.parse(JSON.stringify(good)), challenge, party)).toBe(true)
  })

  test.each(['spki', 'authenticator_data', 'client_data_json', 'signature'] as const)(
    'no bit of %s can be changed',
    (name) => {
      const bytes = Buffer.from(good[name], 'base64url')
      const accepted: number[] = []
      for (let bit = 0; bit < bytes.length * 8; bit += scaled(11, 1)) {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
        const tampered = { ...good, [name]: changed.toString('base64url') }
        if (verifyStoredAssertion(tampered, challenge, party)) accepted.push(bit)
      }
      expect(accepted).toEqual([])
    },
  )

  test.each(['spki', 'authenticator_data', 'client_data_json', 'signature'] as const)(
    'arbitrary bytes as %s are refused and throw nothing',
    (name) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
          const tampered = { ...good, [name]: Buffer.from(bytes).toString('base64url') }
          expect(verifyStoredAssertion(tampered, challenge, party)).toBe(false)
        }),
      )
    },
  )

  test('another challenge is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 64 }), (other) => {
        fc.pre(!challenge.equals(Buffer.from(other)))
        expect(verifyStoredAssertion(good, Buffer.from(other), party)).toBe(false)
      }),
    )
  })
})

test.each<[string, Oddities]>([
  ['of another site', { origin: 'https://kontor.example.org' }],
  ['of the same site over http', { origin: 'http://kontor.example.com' }],
  ['for another relying party', { rpId: 'example.org' }],
  ['of a registration', { type: 'webauthn.create' }],
  ['inside a page of another site', { crossOrigin: true }],
  ['under another page', { topOrigin: 'https://evil.example' }],
  ['without the presence of the person', { flags: 0x04 }],
  ['without a check of the person', { flags: 0x01 }],
])('a genuine signature %s is refused', (_name, oddities) => {
  const authenticator = new SoftwareAuthenticator()
  expect(verifyStoredAssertion(stored(authenticator, challenge, oddities), challenge, party)).toBe(false)
})

test('the same bytes in another spelling of base64url are refused', () => {
  const good = stored(new SoftwareAuthenticator())
  expect(verifyStoredAssertion({ ...good, signature: `${good.signature}=` }, challenge, party)).toBe(false)
})

test('the relying party follows from the public URL, never from a request', () => {
  expect(relyingParty('https://kontor.example.com:8443')).toEqual({
    rpId: 'kontor.example.com',
    origin: 'https://kontor.example.com:8443',
  })
  const local = relyingParty(null)
  expect(local.rpId).toBe('localhost')
  for (const own of ['http://localhost:8080', 'http://localhost', 'https://localhost:5173'])
    expect(isOwnOrigin(local, own)).toBe(true)
  for (const other of [
    'http://127.0.0.1:8080',
    'http://localhost.example.com',
    'http://localhost:8080/',
    'ftp://localhost',
    'android:apk-key-hash:x',
    'null',
    '',
  ])
    expect(isOwnOrigin(local, other)).toBe(false)
})

describe('a further passkey', () => {
  const administrator = '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4'
  const entry = ({ id, spki }: SoftwareAuthenticator) => ({
    credential_id: id,
    public_key: createHash('sha256').update(spki).digest('hex'),
  })
  const first = new SoftwareAuthenticator()
  const second = new SoftwareAuthenticator('RS256')
  const before = { passkeys: [entry(first)] }
  const state = { passkeys: [entry(first), entry(second)] }
  const signature = stored(first, enrolmentChallenge(administrator, entry(second)))
  const details = { credential_id: second.id, signature }

  test('is signed by one that was there', () => {
    expect(isEnrolmentSigned(administrator, before, { state, details }, party)).toBe(true)
  })

  test('needs no signature if it is the first', () => {
    const event = { state: { passkeys: [entry(second)] }, details: { credential_id: second.id } }
    expect(isEnrolmentSigned(administrator, { passkeys: [] }, event, party)).toBe(true)
  })

  test('is not signed by itself, by an unknown one, for somebody else, or not at all', () => {
    const challenge = enrolmentChallenge(administrator, entry(second))
    const stranger = new SoftwareAuthenticator()
    const signedBy = (signature: StoredAssertion | null) =>
      isEnrolmentSigned(administrator, before, { state, details: { ...details, signature } }, party)
    expect(signedBy(null)).toBe(false)
    expect(signedBy(stored(second, challenge))).toBe(false)
    expect(signedBy(stored(stranger, challenge))).toBe(false)
    expect(signedBy({ ...stored(stranger, challenge), credential_id: first.id })).toBe(false)
    expect(isEnrolmentSigned(administrator.replace('0199', '0198'), before, { state, details }, party)).toBe(
      false,
    )
    expect(isEnrolmentSigned(administrator, before, { state: before, details }, party)).toBe(false)
  })
})
