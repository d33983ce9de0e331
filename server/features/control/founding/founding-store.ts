import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ProvenTable } from '../../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import type { FoundingTables } from './founding-tables.ts'

type ProofColumn = 'key_version' | 'proof' | 'proof_revision'
export type Founding = Omit<Selectable<FoundingTables['foundings']>, ProofColumn>
export type Confirmation = Omit<Selectable<FoundingTables['founding_confirmations']>, 'key_version' | 'proof'>
export type FoundingStore = ReturnType<typeof createFoundingStore>

/** A founding is proven together with its confirmations. Whoever changes either holds the lock of authority. */
export const foundingTable: ProvenTable = {
  kind: 'founding',
  table: 'foundings',
  name: 'Proven foundings',
  columns: ['id', 'proposed_by', 'proposed_at', 'expires_at', 'founders', 'rules', 'status', 'closed_at'],
  also: async (db, id) => ({ confirmations: (await confirmationsOf(db, id)).map(confirmationState) }),
}

/** The rows of the founding. One that was put into the database is not there. */
export function createFoundingStore(provenTables: Pick<ProvenTables, 'check' | 'change'>) {
  return {
    /** The proposal, or else the declaration. */
    async find(db: Db, status: 'proposed' | 'declared'): Promise<Founding | undefined> {
      const row = await db.selectFrom('foundings').selectAll().where('status', '=', status).executeTakeFirst()
      if (!row || (await provenTables.check(db, foundingTable, row)) === 'unproven') return undefined
      return row
    },

    async insert(db: Db, founding: Founding): Promise<void> {
      await putAside(db, 'proposed', founding.proposed_at)
      await provenTables.change(db, foundingTable, founding.id, () =>
        db
          .insertInto('foundings')
          .values({
            ...founding,
            founders: JSON.stringify(founding.founders),
            rules: JSON.stringify(founding.rules),
          })
          .execute(),
      )
    },

    async close(db: Db, founding: Founding, status: 'declared' | 'withdrawn', at: Date): Promise<Founding> {
      if (status === 'declared') await putAside(db, 'declared', at)
      const closed = { status, closed_at: at }
      await provenTables.change(db, foundingTable, founding.id, () =>
        db.updateTable('foundings').set(closed).where('id', '=', founding.id).execute(),
      )
      return { ...founding, ...closed }
    },

    /** Of a founding that was found, so that they are proven. */
    confirmations: confirmationsOf,

    /** Whoever was reset since confirms again. */
    async insertConfirmation(db: Db, confirmation: Confirmation): Promise<void> {
      const { session_id, confirmed_with, confirmed_at } = confirmation
      await provenTables.change(db, foundingTable, confirmation.founding_id, () =>
        db
          .insertInto('founding_confirmations')
          .values(confirmation)
          .onConflict((conflict) =>
            conflict
              .columns(['founding_id', 'administrator_id'])
              .doUpdateSet({ session_id, confirmed_with, confirmed_at }),
          )
          .execute(),
      )
    },
  }
}

function confirmationsOf(db: Db, foundingId: string): Promise<Confirmation[]> {
  return db
    .selectFrom('founding_confirmations')
    .selectAll()
    .where('founding_id', '=', foundingId)
    .orderBy('confirmed_at')
    .orderBy('administrator_id')
    .execute()
}

/** A row without a proof must not keep out a real one. It stays, and `kontor audit verify` reports it. */
async function putAside(db: Db, status: 'proposed' | 'declared', at: Date): Promise<void> {
  await db
    .updateTable('foundings')
    .set({ status: 'withdrawn', closed_at: at })
    .where('status', '=', status)
    .execute()
}

export function listFoundings(db: Db): Promise<Founding[]> {
  return db.selectFrom('foundings').selectAll().orderBy('id').execute()
}

export function listConfirmations(db: Db): Promise<Confirmation[]> {
  return db.selectFrom('founding_confirmations').selectAll().execute()
}

/** A founding as its proof and its events state it. The names are a hash: the log has them beside it. */
export function foundingState({
  id,
  proposed_by,
  proposed_at,
  expires_at,
  founders,
  rules,
  status,
  closed_at,
}: Founding) {
  return {
    id,
    proposed_by,
    proposed_at: proposed_at.toISOString(),
    expires_at: expires_at.toISOString(),
    founders: founders.map((founder) => founder.id),
    named: sha256(canonicalJson(founders)),
    rules: sha256(canonicalJson(rules)),
    status,
    closed_at: closed_at?.toISOString() ?? null,
  }
}

export function confirmationState({
  founding_id,
  administrator_id,
  session_id,
  confirmed_with,
  confirmed_at,
}: Confirmation) {
  return {
    founding_id,
    administrator_id,
    session_id,
    confirmed_with,
    confirmed_at: confirmed_at.toISOString(),
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
