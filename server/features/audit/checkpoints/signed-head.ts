import type { Link, Problem } from '../../../platform/audit/audit-chain.ts'
import type { ChainReader } from '../../../platform/audit/audit-reader.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Vault } from '../../../platform/vault/vault.ts'

/**
 * The last link that was signed, sealed by the vault in the row of the signing key. Somebody who rewrites the audit log
 * cannot change it, and without the row there is no key to sign with.
 */
export async function findSignedHead(db: Db, vault: Pick<Vault, 'open'>): Promise<SignedHead | undefined> {
  const row = await newestKey(db).executeTakeFirst()
  return row && { keyId: row.id, sealed: row.signed_head, link: await openSignedHead(db, vault, row) }
}

/** The link, and how it was found in the row of its key. */
export interface SignedHead {
  keyId: string
  sealed: Buffer
  link: Link
}

/**
 * Puts a later link in the place of this one. False if another node has put one there meanwhile. One statement, so that no
 * node holds the row while others wait for it.
 */
export async function replaceSignedHead(
  db: Db,
  vault: Pick<Vault, 'seal'>,
  { keyId, sealed }: SignedHead,
  link: Link,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audit_signing_keys')
    .set({ signed_head: await sealSignedHead(db, vault, keyId, link) })
    .where('id', '=', keyId)
    .where('signed_head', '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function sealSignedHead(
  db: Db,
  vault: Pick<Vault, 'seal'>,
  keyId: string,
  { seq, hash }: Link,
): Promise<Buffer> {
  const text = canonicalJson({ seq, hash: hash.toString('hex') })
  return vault.seal(db, placeOf(keyId), Buffer.from(text))
}

/** Whether the chain still contains the link. */
export async function problemOfSignedHead(
  chain: Pick<ChainReader, 'findAuditRow'>,
  { seq, hash }: Link,
): Promise<Problem | undefined> {
  if (seq === 0) return undefined
  const row = await chain.findAuditRow(seq)
  if (!row) return { seq, message: `Row ${seq} is missing: it was signed before.` }
  if (row.hash.equals(hash)) return undefined
  return { seq, message: `Row ${seq} is not the one that was signed before: the chain was rewritten.` }
}

function newestKey(db: Db) {
  return db
    .selectFrom('audit_signing_keys')
    .select(['id', 'signed_head'])
    .orderBy('created_at', 'desc')
    .limit(1)
}

async function openSignedHead(
  db: Db,
  vault: Pick<Vault, 'open'>,
  { id, signed_head }: { id: string; signed_head: Buffer },
): Promise<Link> {
  const { seq, hash } = JSON.parse((await vault.open(db, placeOf(id), signed_head)).toString('utf8'))
  return { seq, hash: Buffer.from(hash, 'hex') }
}

function placeOf(id: string) {
  return { organizationId: null, table: 'audit_signing_keys', record: id, field: 'signed_head' }
}
