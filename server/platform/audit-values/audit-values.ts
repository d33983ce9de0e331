import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ValuesReference } from '../audit/audit-log.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { Unreadable, type Vault } from '../vault/vault.ts'
import * as store from './audit-values-store.ts'

/** The fields of an object before and after a change; null if there was no object. */
export type ChangedValues = { before: Values; after: Values }
export type Values = Record<string, unknown> | null

/**
 * - available: the values, which are those of the chain;
 * - erased: removed on purpose;
 * - sealed: the vault is sealed;
 * - unreadable: missing, damaged, or not those of the chain.
 */
export type ReadValues =
  | ({ status: 'available' } & ChangedValues)
  | { status: 'erased' | 'sealed' | 'unreadable'; before: null; after: null }

export type AuditValues = ReturnType<typeof createAuditValues>

/**
 * Values of audit rows that may be personal data. The chain contains an HMAC of them, and they are stored beside it,
 * sealed with a key of their organization. So they can be sealed again or erased without changing the chain. The key
 * of the HMAC is random and sealed with the values: once it is erased, the HMAC says nothing about them.
 */
export function createAuditValues({
  vault,
}: {
  vault: Pick<Vault, 'open' | 'seal' | 'state' | 'requireOpen'>
}) {
  /** Undefined if these are not the values that the chain names. */
  async function open(
    db: Db,
    reference: ValuesReference,
    row: { organization_id: string; sealed_values: Buffer },
  ): Promise<ChangedValues | undefined> {
    const plaintext = await vault
      .open(db, placeOf(reference.id, row.organization_id), row.sealed_values)
      .catch(unlessUnreadable)
    if (plaintext === undefined) return undefined
    const { key, before, after } = JSON.parse(plaintext.toString('utf8'))
    plaintext.fill(0)
    const hmac = hmacOf(Buffer.from(key, 'base64url'), { before, after })
    const isGenuine = isSame(hmac.before, reference.before) && isSame(hmac.after, reference.after)
    return isGenuine ? { before, after } : undefined
  }

  return {
    /** Fails with 503 `vault_sealed`. Called before a change whose values are recorded. */
    requireOpen: () => vault.requireOpen(),

    /** Stores the values, and returns what the audit row says about them. */
    async record(db: Db, organizationId: string, values: ChangedValues, at: Date): Promise<ValuesReference> {
      const id = newId()
      const key = randomBytes(32)
      const plaintext = Buffer.from(canonicalJson({ key: key.toString('base64url'), ...plain(values) }))
      const sealed_values = await vault.seal(db, placeOf(id, organizationId), plaintext)
      plaintext.fill(0)
      await store.insertValues(db, { id, organization_id: organizationId, sealed_values, created_at: at })
      return { id, ...hmacOf(key, plain(values)) }
    },

    /** The values that these rows of the chain name, by id. */
    async read(db: Db, references: readonly ValuesReference[]): Promise<Map<string, ReadValues>> {
      const result = new Map<string, ReadValues>()
      if (references.length === 0) return result
      const rows = await store.findValues(
        db,
        references.map(({ id }) => id),
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const reference of references) {
        const row = byId.get(reference.id)
        result.set(reference.id, await readOne(db, reference, row))
      }
      return result
    },
  }

  async function readOne(
    db: Db,
    reference: ValuesReference,
    row: Awaited<ReturnType<typeof store.findValues>>[number] | undefined,
  ): Promise<ReadValues> {
    if (!row) return without('unreadable')
    const { sealed_values } = row
    if (sealed_values === null) return without('erased')
    if (vault.state() === 'sealed') return without('sealed')
    const values = await open(db, reference, { ...row, sealed_values })
    return values ? { status: 'available', ...values } : without('unreadable')
  }
}

/** Removes the values of an organization that were recorded before this time. Returns the number of audit rows. */
export const eraseAuditValues = store.eraseValues

function without(status: 'erased' | 'sealed' | 'unreadable'): ReadValues {
  return { status, before: null, after: null }
}

/** Dates as text, and nothing that JSON does not know: these are the values that will be read. */
function plain({ before, after }: ChangedValues): ChangedValues {
  return JSON.parse(canonicalJson(JSON.parse(JSON.stringify({ before, after }))))
}

function hmacOf(key: Buffer, { before, after }: ChangedValues): { before: string; after: string } {
  const hmac = (side: string, values: Values) =>
    createHmac('sha256', key)
      .update(`kontor audit values 1 ${side}\n${canonicalJson(values)}`)
      .digest('hex')
  return { before: hmac('before', before), after: hmac('after', after) }
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Unreadable)) throw error
}

function placeOf(id: string, organizationId: string) {
  return { organizationId, table: 'audit_values', record: id, field: 'sealed_values' }
}
