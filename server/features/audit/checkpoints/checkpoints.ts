import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { canonicalJson } from '../../../platform/canonical-json.ts'

/** A line of audit-checkpoints.ndjson: at the time `at`, row `seq` of the chain had this hash. */
export type Checkpoint = {
  seq: number
  hash: string
  at: string
  /** Raw Ed25519 public key in base64url. */
  key: string
  signature: string
}

/** The prefix makes sure that this signature is valid only for a checkpoint. */
function message({ seq, hash, at, key }: Omit<Checkpoint, 'signature'>): Buffer {
  return Buffer.from(`kontor audit checkpoint v1\n${canonicalJson({ at, hash, key, seq })}`)
}

export function signCheckpoint(
  { seq, hash, at }: { seq: number; hash: Buffer; at: Date },
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: Buffer },
): Checkpoint {
  const content = {
    seq,
    hash: hash.toString('hex'),
    at: at.toISOString(),
    key: publicKey.toString('base64url'),
  }
  return { ...content, signature: sign(null, message(content), privateKey).toString('base64url') }
}

export function isSignatureValid(checkpoint: Checkpoint): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: checkpoint.key }, format: 'jwk' })
    return verify(null, message(checkpoint), key, Buffer.from(checkpoint.signature, 'base64url'))
  } catch {
    return false
  }
}

/** The start of the SHA-256 of the public key, for people to compare. */
export function fingerprint(publicKey: Buffer): string {
  return (createHash('sha256').update(publicKey).digest('hex').slice(0, 32).match(/.{4}/g) as string[]).join(
    '-',
  )
}

export function formatCheckpoint(checkpoint: Checkpoint): string {
  return `${canonicalJson(checkpoint)}\n`
}

/** Undefined if the line is not a checkpoint. A crash may leave the last line incomplete. */
export function parseCheckpoint(line: string): Checkpoint | undefined {
  try {
    const { seq, hash, at, key, signature } = JSON.parse(line) as Record<string, unknown>
    const texts = [hash, at, key, signature]
    if (!Number.isSafeInteger(seq) || texts.some((text) => typeof text !== 'string')) return undefined
    return { seq, hash, at, key, signature } as Checkpoint
  } catch {
    return undefined
  }
}
