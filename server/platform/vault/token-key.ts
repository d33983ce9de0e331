import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'

/** Hashes of RSA-OAEP. The same one is used for its mask (MGF1). */
export const oaepHashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const
export type OaepHash = (typeof oaepHashes)[number]

const minimumBits = 2048

/** An RSA public key as PEM or DER (SPKI, or a certificate in PEM); undefined if this is something else or too short. */
export function parsePublicKey(content: Buffer): KeyObject | undefined {
  const isPem = content.includes('-----BEGIN')
  try {
    const key = createPublicKey(isPem ? content : { key: content, format: 'der', type: 'spki' })
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    // A private key would be accepted as well, but has no business here.
    const isPrivate = isPem && content.includes('PRIVATE KEY')
    return key.asymmetricKeyType === 'rsa' && bits >= minimumBits && !isPrivate ? key : undefined
  } catch {
    return undefined
  }
}

export function encodePublicKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' })
}

/** Encrypts a slot key so that only the token opens it. */
export function wrapForToken(publicKey: KeyObject, hash: OaepHash, slotKey: Buffer): Buffer {
  return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, slotKey)
}
