import { randomUUID } from 'node:crypto'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { JOSEError, JWTExpired } from 'jose/errors'
import { accessTokenSeconds } from '../../../../contract/administrators/auth.ts'
import { createBoundedCache } from '../../../platform/bounded-cache.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure, UnknownCredential } from '../../../platform/errors.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { KeyFacts, SessionProofs } from './session-proofs.ts'
import type { PublicKey } from './session-tables.ts'
import * as store from './signing-key-store.ts'

const minute = 60_000
/** Longer than the lifetime of an access token, so that tokens of a stopped node remain valid until they expire. */
const trustedAfterHeartbeat = 20 * minute
const renewedAfter = 24 * 60 * minute
const audience = 'kontor-api'

export type AccessClaims = { administratorId: string; sessionId: string; expiresAt: number }
type PublishedKey = { publicKey: PublicKey; key: CryptoKey; isProven: boolean }
type SigningKey = { kid: string; publicKey: PublicKey; privateKey: CryptoKey; createdAt: number }
export type AccessTokens = Awaited<ReturnType<typeof createAccessTokens>>

const refusal = ['unauthorized', 'token_invalid', 'The access token is not valid.'] as const
const unknown = () => new UnknownCredential(...refusal)

/**
 * Signs and verifies access tokens (RFC 9068). The private key never leaves this process. The public key is stored in
 * the database for the other nodes, with a heartbeat of this node.
 */
export async function createAccessTokens({
  db,
  now,
  proofs,
  issuer,
}: {
  db: Db
  now: () => Date
  proofs: SessionProofs
  issuer: string
}) {
  let own = await createSigningKey(now().getTime())
  let published = new Map<string, PublishedKey>()
  const verified = createBoundedCache<AccessClaims>(20_000)

  async function load(): Promise<void> {
    const rows = await store.findSigningKeys(db, new Date(now().getTime() - trustedAfterHeartbeat))
    const next: typeof published = new Map()
    for (const row of rows) {
      const known = published.get(row.kid)
      const found = known?.isProven ? known : await importProven(row)
      if (found) next.set(row.kid, found)
    }
    // A node always trusts its own key, even if its heartbeat could not be written for a while.
    if (!next.has(own.kid)) {
      next.set(own.kid, { publicKey: own.publicKey, key: await importKey(own.publicKey), isProven: true })
    }
    published = next
  }
  const reload = oneAtATime(load)

  /** A key that somebody else put into the database signs nothing. */
  async function importProven(row: KeyFacts & { proof: Buffer | null }): Promise<PublishedKey | undefined> {
    const standing = await proofs.checkKey(db, row)
    if (standing === 'unproven') return undefined
    return {
      publicKey: row.public_key,
      key: await importKey(row.public_key),
      isProven: standing === 'proven',
    }
  }

  /** Unknown key ids cause only one query at a time, however many such tokens arrive. */
  async function publicKeyOf(kid: string | undefined, mayAsk: () => boolean): Promise<CryptoKey> {
    if (kid === undefined || !/^[\w-]{43}$/.test(kid)) throw unknown()
    if (!published.has(kid) && mayAsk()) await reload()
    const found = published.get(kid)
    if (!found) throw unknown()
    return found.key
  }

  async function publish({ kid, publicKey: public_key, createdAt }: SigningKey, at: Date): Promise<void> {
    const key = { kid, public_key, created_at: new Date(createdAt) }
    await store.publishSigningKey(db, { ...key, proof: await proofs.proveKey(db, key) }, at)
  }

  /** Writes the heartbeat and, once a day, renews the key. The old key stays trusted until its tokens have expired. */
  async function beat(): Promise<void> {
    const at = now()
    if (at.getTime() - own.createdAt >= renewedAfter) {
      const next = await createSigningKey(at.getTime())
      // Published before the first signature, so that other nodes know the key of each token.
      await publish(next, at)
      own = next
    } else {
      await publish(own, at)
    }
    await store.deleteSigningKeys(db, new Date(at.getTime() - 2 * trustedAfterHeartbeat))
    await reload()
  }

  const job: Job = { name: 'signing-key-heartbeat', intervalMs: minute, run: beat }

  return {
    async sign(
      session: { id: string; administratorId: string; authenticatedAt: Date },
      seconds = accessTokenSeconds,
    ): Promise<string> {
      const issuedAt = Math.floor(now().getTime() / 1000)
      return new SignJWT({ sid: session.id, auth_time: Math.floor(session.authenticatedAt.getTime() / 1000) })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: own.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(session.administratorId)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(own.privateKey)
    },

    /** The claims of a token, if this node has verified it before and it has not expired. */
    getCached(token: string): AccessClaims | undefined {
      const claims = verified.get(token)
      return claims && claims.expiresAt > now().getTime() ? claims : undefined
    },

    async verify(token: string, mayAsk = () => true): Promise<AccessClaims> {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => publicKeyOf(kid, mayAsk), {
          algorithms: ['EdDSA'],
          typ: 'at+jwt',
          issuer,
          audience,
          currentDate: now(),
          requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp', 'auth_time'],
        })
        const claims = {
          administratorId: String(payload.sub),
          sessionId: String(payload.sid),
          expiresAt: Number(payload.exp) * 1000,
        }
        verified.set(token, claims)
        return claims
      } catch (error) {
        // jose looks at the time only after the signature: an expired token was genuine.
        if (error instanceof JWTExpired) throw new Failure(...refusal)
        if (error instanceof JOSEError) throw unknown()
        throw error
      }
    },

    /** The public keys of all running nodes as JWKs (RFC 7517). */
    async publicKeys() {
      await reload()
      return [...published].map(([kid, { publicKey }]) => ({ ...publicKey, kid, alg: 'EdDSA', use: 'sig' }))
    },

    /** Publishes the key. Nothing may be signed before the first call. */
    beat,
    job,
  }
}

async function createSigningKey(createdAt: number): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const { kty, crv, x } = (await exportJWK(publicKey)) as PublicKey
  return {
    kid: await calculateJwkThumbprint({ kty, crv, x }),
    publicKey: { kty, crv, x },
    privateKey,
    createdAt,
  }
}

async function importKey(publicKey: PublicKey): Promise<CryptoKey> {
  const key = await importJWK(publicKey, 'EdDSA')
  if (key instanceof Uint8Array) throw new TypeError('A published signing key is not a public key.')
  return key
}

/** Calls during a run share the next run, because the current one may have read before the change. */
export function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let queued: Promise<void> | undefined
  const begin = (): Promise<void> => {
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return begin()
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        return begin()
      })
    return queued
  }
}
