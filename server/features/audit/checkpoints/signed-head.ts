import type { Link, Problem } from '../../../platform/audit/audit-chain.ts'
import type { ChainReader } from '../../../platform/audit/audit-reader.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Vault } from '../../../platform/vault/vault.ts'

/**
 * The last link that was signed, sealed by the vault in the row of the signing key. Somebody who rewrites the audit log
 * cannot change it, and without the row there is no key to sign with.
 */
export async function findSignedHead(db: Db, vault: Pick<Vault, 'open'>): Promise<Link | undefined> {
  const row = await newestKey(db).executeTakeFirst()
  return row && openSignedHead(db, vault, row)
}

/** The same, locked: nodes take turns. */
export async function lockSignedHead(
  db: Db,
  vault: Pick<Vault, 'open'>,
): Promise<{ keyId: string; link: Link } | undefined> {
  const row = await newestKey(db).forUpdate().executeTakeFirst()
  return row && { keyId: row.id, link: await openSignedHead(db, vault, row) }
}

export async function updateSignedHead(
  db: Db,
  vault: Pick<Vault, 'seal'>,
  keyId: string,
  link: Link,
): Promise<void> {
  await db
    .updateTable('audit_signing_keys')
    .set({ signed_head: await sealSignedHead(db, vault, keyId, link) })
    .where('id', '=', keyId)
    .execute()
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
