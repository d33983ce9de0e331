import { type Static, Type } from 'typebox'
import { field, Id, Instant, nullable, oneOf, ref } from '../api/common.ts'

/** ES256 and RS256. Others are not offered, so that every signature can be checked for years with any library. */
export const passkeyAlgorithms = [-7, -257] as const

/** More than a person has devices, so that lists need no pages. */
export const maxPasskeys = 20

const exampleBytes = 'Hqm1cIGzEjd0vkZuVYMFBW4o1zIcGXYbHYl2Nd5NqHg'
const exampleCredential = 'dGhpcyBpcyBhIGNyZWRlbnRpYWwgaWQ'
const exampleName = 'Laptop at work'
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** Bytes of WebAuthn JSON, at most so many. */
function bytes(most: number) {
  return Type.String({ minLength: 1, maxLength: Math.ceil((most * 4) / 3), pattern: '^[A-Za-z0-9_-]+$' })
}
const CredentialId = bytes(1023)

const Descriptor = Type.Object({
  id: field(Type.String(), 'The id of the credential, base64url', exampleCredential),
  type: field(oneOf(['public-key']), 'Always `public-key`', 'public-key'),
  transports: field(Type.Array(Type.String()), 'How the browser reaches it', ['internal']),
})

const challenge = field(
  Type.String(),
  'What the authenticator signs, base64url. It can be used once, within five minutes.',
  exampleBytes,
)
const timeout = field(Type.Integer(), 'How many milliseconds the person has', 300_000)

export const PasskeyCreationOptions = Type.Object(
  {
    challenge,
    rp: field(
      Type.Object({
        id: field(
          Type.String(),
          'The host name of `KONTOR_PUBLIC_URL`, or `localhost`',
          'kontor.example.com',
        ),
        name: field(Type.String(), 'The name of the service', 'Kontor'),
      }),
      'The service that the passkey is for',
    ),
    user: field(
      Type.Object({
        id: field(Type.String(), 'The id of the administrator, base64url', exampleBytes),
        name: field(Type.String(), 'The e-mail address', 'anna@example.com'),
        displayName: field(Type.String(), 'The name', 'Anna Petrova'),
      }),
      'The person whom the passkey belongs to',
    ),
    pubKeyCredParams: field(
      Type.Array(
        Type.Object({
          alg: field(Type.Integer(), 'COSE number of the algorithm', -7),
          type: field(oneOf(['public-key']), 'Always `public-key`', 'public-key'),
        }),
      ),
      'The algorithms that are accepted',
      passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    ),
    timeout,
    attestation: field(oneOf(['none']), 'The maker of the authenticator need not be proven', 'none'),
    authenticatorSelection: field(
      Type.Object({
        residentKey: field(oneOf(['required']), 'The passkey is found without an e-mail address', 'required'),
        requireResidentKey: field(Type.Boolean(), 'The same, for older browsers', true),
        userVerification: field(oneOf(['required']), 'The authenticator checks the person', 'required'),
      }),
      'What the authenticator must be able to do',
    ),
    excludeCredentials: field(Type.Array(Descriptor), 'Passkeys that the person has already', []),
  },
  {
    $id: 'PasskeyCreationOptions',
    description: 'What `navigator.credentials.create` is called with, as WebAuthn JSON.',
  },
)
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>

const requestOptions = {
  challenge,
  rpId: field(Type.String(), 'The host name of `KONTOR_PUBLIC_URL`, or `localhost`', 'kontor.example.com'),
  timeout,
  userVerification: field(oneOf(['required']), 'The authenticator checks the person', 'required'),
  allowCredentials: field(
    Type.Array(Descriptor),
    'The passkeys that may answer; empty if any passkey for this service may',
    [],
  ),
}

export const PasskeyRequestOptions = Type.Object(requestOptions, {
  $id: 'PasskeyRequestOptions',
  description: 'What `navigator.credentials.get` is called with, as WebAuthn JSON.',
})
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>

const credential = {
  id: field(CredentialId, 'The id of the credential, base64url', exampleCredential),
  rawId: field(CredentialId, 'The same as `id`', exampleCredential),
  type: field(oneOf(['public-key']), 'Always `public-key`', 'public-key'),
}

/** Browsers add fields to WebAuthn JSON over the years, so those that are not known are allowed. */
export const PasskeyRegistration = Type.Object(
  {
    ...credential,
    response: field(
      Type.Object({
        clientDataJSON: field(bytes(4096), 'What the browser told the authenticator', exampleBytes),
        attestationObject: field(bytes(16_384), 'The new public key and its attestation', exampleBytes),
        transports: field(
          Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
          'How the browser reaches the authenticator',
          ['internal'],
        ),
      }),
      'The response of the authenticator',
    ),
  },
  {
    $id: 'PasskeyRegistration',
    description: 'The result of `navigator.credentials.create`, as WebAuthn JSON (`toJSON()`).',
  },
)
export type PasskeyRegistration = Static<typeof PasskeyRegistration>

export const PasskeyAssertion = Type.Object(
  {
    ...credential,
    response: field(
      Type.Object({
        clientDataJSON: field(bytes(4096), 'What the browser told the authenticator', exampleBytes),
        authenticatorData: field(bytes(4096), 'What the authenticator says about itself', exampleBytes),
        signature: field(bytes(1024), 'The signature over both', exampleBytes),
        userHandle: field(
          Type.Optional(nullable(Type.String({ maxLength: 128 }))),
          'The id of the administrator, base64url',
          exampleBytes,
        ),
      }),
      'The response of the authenticator',
    ),
  },
  {
    $id: 'PasskeyAssertion',
    description: 'The result of `navigator.credentials.get`, as WebAuthn JSON (`toJSON()`).',
  },
)
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

export const PasskeySignInRequest = Type.Object(
  { credential: field(ref(PasskeyAssertion), 'The answer to the options') },
  { $id: 'PasskeySignInRequest', additionalProperties: false, description: 'A sign-in with a passkey.' },
)

export const PasskeySignatureOptionsRequest = Type.Object(
  { credential: field(ref(PasskeyRegistration), 'The new passkey') },
  {
    $id: 'PasskeySignatureOptionsRequest',
    additionalProperties: false,
    description: 'The passkey that is about to be added.',
  },
)

export const PasskeySignatureOptionsResponse = Type.Object(
  {
    options: field(
      nullable(Type.Object(requestOptions)),
      'What `navigator.credentials.get` is called with; null for the first passkey, which needs no signature',
    ),
  },
  {
    $id: 'PasskeySignatureOptionsResponse',
    description: 'How an existing passkey signs that the new one is added.',
  },
)
export type PasskeySignatureOptionsResponse = Static<typeof PasskeySignatureOptionsResponse>

const PasskeyName = Type.String({ minLength: 1, maxLength: 100 })

export const AddPasskeyRequest = Type.Object(
  {
    name: field(PasskeyName, 'A name by which you recognize it', exampleName),
    credential: field(ref(PasskeyRegistration), 'The new passkey'),
    signature: field(
      Type.Optional(ref(PasskeyAssertion)),
      'The signature of one of your passkeys; required unless this is the first',
    ),
  },
  { $id: 'AddPasskeyRequest', additionalProperties: false, description: 'A new passkey.' },
)
export type AddPasskeyRequest = Static<typeof AddPasskeyRequest>

export const RenamePasskeyRequest = Type.Object(
  { name: field(PasskeyName, 'A name by which you recognize it', exampleName) },
  { $id: 'RenamePasskeyRequest', additionalProperties: false, description: 'A new name of a passkey.' },
)

export const PasskeyResponse = Type.Object(
  {
    id: field(Id, 'The id of the passkey'),
    credential_id: field(Type.String(), 'The id that the authenticator gave to it', exampleCredential),
    name: field(Type.String(), 'The name that you gave to it', exampleName),
    transports: field(Type.Array(Type.String()), 'How the browser reaches it', ['internal']),
    backed_up: field(Type.Boolean(), 'Whether it is copied to your other devices', true),
    created_at: field(Instant, 'When it was added'),
    last_used_at: field(nullable(Instant), 'When it was last used'),
  },
  { $id: 'PasskeyResponse', description: 'A passkey of yours.' },
)
export type PasskeyResponse = Static<typeof PasskeyResponse>

export const PasskeyListResponse = Type.Object(
  {
    items: field(
      Type.Array(ref(PasskeyResponse)),
      `All your passkeys, the oldest first; at most ${maxPasskeys}`,
    ),
  },
  { $id: 'PasskeyListResponse', description: 'Your passkeys.' },
)
export type PasskeyListResponse = Static<typeof PasskeyListResponse>

/** The transports that are kept. Others are left out, because browsers refuse some they do not know. */
export function knownTransports(given: readonly string[] = []): string[] {
  return [...new Set(given.filter((one) => (transports as readonly string[]).includes(one)))]
}
