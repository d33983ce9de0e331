import { sql } from 'kysely'
import pino from 'pino'
import { releaseVersion } from '../../../server/platform/host/build-info.ts'
import { isOfOrganizations } from '../../../server/platform/vault/purposes.ts'
import { all, readRecords } from '../../../server/platform/vault/rewrap.ts'
import { sealRecord } from '../../../server/platform/vault/sealing.ts'
import { createSingleKeys } from '../../../server/platform/vault/single-keys.ts'
import { sealedColumns } from '../../../server/sealed-columns.ts'
import type { TestServer } from './harness.ts'

type Server = Pick<TestServer, 'db' | 'service'>

/** The columns that organizations have records in. */
export const organizationColumns = sealedColumns.filter(isOfOrganizations)

/** Leaves an organization as 1.1.0 did: all records under one key, and no other key. Returns how many records. */
export async function sealWithSingleKey(server: Server, organizationId: string): Promise<number> {
  const { db, service } = server
  await sql`update data_keys set state = 'active', retired_at = null where scope = ${organizationId}`.execute(
    db,
  )
  const { key, version } = await service.vault.dataKey(db, organizationId)
  let count = 0
  for (const column of organizationColumns) {
    for (const { place, sealed } of await recordsOf(server, organizationId, column)) {
      const plaintext = await service.vault.open(db, place, sealed)
      await sql`
        update ${sql.table(column.table)} set ${sql.id(column.column)} = ${sealRecord(key, version, place, plaintext)}
        where ${sql.id(column.record)} = ${place.record}
      `.execute(db)
      count += 1
    }
  }
  await sql`delete from data_keys where starts_with(scope, ${`${organizationId}/`})`.execute(db)
  return count
}

export async function recordsOf(
  { db }: Server,
  organizationId: string,
  column: (typeof organizationColumns)[number],
) {
  const records = await readRecords(db, column, all, { after: undefined, limit: 10_000 })
  return records.filter(({ place }) => place.organizationId === organizationId)
}

/** As if these keys had been retired two hours ago. */
export async function letSingleKeysRest({ db }: Server): Promise<void> {
  await sql`
    update data_keys set state = 'retired', retired_at = now() - interval '2 hours'
    where position('/' in scope) = 0 and scope not in ('system', 'proofs')
  `.execute(db)
}

/** Scopes of the keys of an organization. */
export async function keysOf({ db }: Server, organizationId: string): Promise<string[]> {
  const rows = await db.selectFrom('data_keys').select('scope').orderBy('scope').execute()
  return rows.map(({ scope }) => scope).filter((scope) => scope.startsWith(organizationId))
}

/** One run of the job that replaces these keys, on a node with this vault. */
export async function runSingleKeys({ db, service }: Server, vault = service.vault): Promise<number> {
  const keys = createSingleKeys({
    db,
    vault,
    columns: sealedColumns,
    release: releaseVersion(),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  })
  await keys.job.run(new AbortController().signal)
  return keys.recordsLeft()
}
