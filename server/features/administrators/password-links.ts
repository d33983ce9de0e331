import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { Unreadable, type Vault } from '../../platform/vault/vault.ts'

const validMs = 24 * 3_600_000
const label = 'password link 1'

export type PasswordLinks = ReturnType<typeof createPasswordLinks>
type Link = { administrator_id: string; hash: Buffer; expires_at: Date }

/**
 * One-time links with which a person sets their password. Nobody else ever knows it: neither who created the account nor
 * the service. The token is in the fragment of the link, which browsers send to no server.
 */
export function createPasswordLinks({
  vault,
  consoleUrl,
}: {
  vault: Pick<Vault, 'hash'>
  /** The origin of the console. */
  consoleUrl: string
}) {
  /** Whoever can write to the database could insert the hash of a token of their own: they cannot make this HMAC. */
  function proofOf(db: Db, { administrator_id, hash, expires_at }: Link, keyVersion?: number) {
    const content = { administrator_id, hash: hash.toString('hex'), expires_at: expires_at.toISOString() }
    return vault.hash(db, label, canonicalJson(content), keyVersion)
  }

  return {
    /** A new link, in the caller's transaction. Older ones of the same person are void. */
    async issue(db: Db, administratorId: string, at: Date): Promise<{ link: string; expires_at: string }> {
      const token = randomBytes(32).toString('base64url')
      const expires_at = new Date(at.getTime() + validMs)
      const link = { administrator_id: administratorId, hash: hashOf(token), expires_at }
      const { keyVersion, hash: proof } = await proofOf(db, link)
      const columns = { hash: link.hash, expires_at, key_version: keyVersion, proof }
      await db
        .insertInto('password_links')
        .values({ administrator_id: administratorId, ...columns })
        .onConflict((conflict) => conflict.column('administrator_id').doUpdateSet(columns))
        .execute()
      return {
        link: `${consoleUrl}/#/set-password?token=${token}`,
        expires_at: expires_at.toISOString(),
      }
    },

    /** The valid link of this token. */
    async find(db: Db, token: string, at: Date): Promise<Link> {
      const row = await db
        .selectFrom('password_links')
        .selectAll()
        .where('hash', '=', hashOf(token))
        .executeTakeFirst()
      if (!row) throw linkInvalid()
      const expected = await proofOf(db, row, row.key_version).catch(unlessUnreadable)
      if (expected?.hash.length !== row.proof.length || !timingSafeEqual(expected.hash, row.proof))
        throw linkInvalid()
      if (row.expires_at <= at) {
        throw new Failure(
          'unauthorized',
          'link_expired',
          'This link has expired. Ask an owner for a new one.',
        )
      }
      return row
    },
  }
}

/** Uses the link up, in the caller's transaction and under the lock of the administrator: it works for one caller. */
export async function takePasswordLink(db: Db, { administrator_id, hash }: Link): Promise<void> {
  const row = await db
    .deleteFrom('password_links')
    .where('administrator_id', '=', administrator_id)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  if (!row) throw linkInvalid()
}

/** Makes the link of an account void, if there is one. */
export async function removePasswordLink(db: Db, administratorId: string): Promise<void> {
  await db.deleteFrom('password_links').where('administrator_id', '=', administratorId).execute()
}

/** One response for a link that was used, replaced, or never existed, and for a disabled account. */
export function linkInvalid(): Failure {
  return new Failure(
    'unauthorized',
    'link_invalid',
    'This link is not valid: it was used already, or replaced by a newer one.',
  )
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A key that never existed. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}
