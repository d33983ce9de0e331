import { sql } from 'kysely'
import type { Logger } from 'pino'
import { service } from '../actor.ts'
import { recordChange } from '../audit/change.ts'
import type { Db } from '../db/database.ts'
import type { Job } from '../jobs/jobs.ts'
import { isOfOrganizations, type OrganizationColumn, type SealedColumn } from './purposes.ts'
import { all, countRecords, readRecords, rewrap, underSingleKey, unlessUnreadable } from './rewrap.ts'
import { formats, sealedWith } from './sealing.ts'
import type { Vault } from './vault.ts'
import {
  countSingleKeys,
  deleteSingleKeys,
  holdRoot,
  listRestedSingleKeys,
  retireSingleKeys,
} from './vault-store.ts'

const intervalMs = 10 * 60_000
/** Longer than any request that has read a record, or sealed one, with a key of before. */
const restMs = 60 * 60_000
const batchSize = 100

/**
 * Up to 1.1.0, one key of an organization sealed all of its records. This replaces it by the keys of their purposes, while
 * the service runs (ADR 253):
 *
 * 1. Records under a single key are sealed anew.
 * 2. A single key that seals nothing any more is retired.
 * 3. An hour later, every record of the organization is opened with its new key; then the single key is destroyed.
 *
 * Each step is found in the rows, so a run may be killed anywhere and nodes may run at once.
 */
export function createSingleKeys({
  db: pool,
  vault,
  columns: sealedColumns,
  release,
  now,
  log,
}: {
  db: Db
  vault: Pick<Vault, 'state' | 'open' | 'seal' | 'forgetKeys'>
  columns: readonly SealedColumn[]
  /** The version of this node. */
  release: string
  now: () => Date
  log: Logger
}) {
  const columns = sealedColumns.filter(isOfOrganizations)
  let recordsLeft = 0

  async function run(stopping: AbortSignal): Promise<void> {
    if (vault.state() === 'sealed') return
    if ((await countSingleKeys(pool)) === 0) {
      recordsLeft = 0
      return
    }
    if (await runsOtherRelease(pool, release)) {
      recordsLeft = await countRecords(pool, columns, underSingleKey)
      return
    }
    const before = new Date(now().getTime() - restMs)
    await rewrap(pool, vault, columns, {
      chosen: underSingleKey,
      onProgress({ done, total }) {
        recordsLeft = total - done
      },
      signal: stopping,
    })
    if (stopping.aborted) return
    await retireSingleKeys(pool, { except: await organizationsLeft(), at: now() })
    await destroyRested(before, stopping)
  }

  /** Organizations with records that nobody could seal anew. Their key stays. */
  async function organizationsLeft(): Promise<string[]> {
    const found = new Set<string>()
    for (const column of columns) {
      const { rows } = await sql<{ id: string }>`
        select distinct t.${sql.id(column.organization)}::text as id ${underSingleKey(column)}
      `.execute(pool)
      for (const { id } of rows) found.add(id)
    }
    return [...found]
  }

  async function destroyRested(before: Date, stopping: AbortSignal): Promise<void> {
    const rested = new Set(await listRestedSingleKeys(pool, before))
    if (rested.size === 0) return
    // What counts is what a node can open that starts now.
    vault.forgetKeys()
    for (const column of columns) await keepIfNotOpened(column, rested, stopping)
    if (stopping.aborted) return
    const organizations = [...rested]
    while (organizations.length > 0 && !stopping.aborted) await destroy(organizations.splice(0, batchSize))
  }

  /** Opens every record of these organizations, and takes an organization out if one does not open with its new key. */
  async function keepIfNotOpened(
    column: OrganizationColumn,
    organizations: Set<string>,
    stopping: AbortSignal,
  ): Promise<void> {
    let after: string | undefined
    do {
      const rows = await readRecords(pool, column, all, { after, limit: batchSize })
      for (const { place, sealed } of rows) {
        const organization = place.organizationId as string
        if (!organizations.has(organization)) continue
        const isNew = sealedWith(sealed)?.format === formats.byPurpose
        const opened = isNew ? await vault.open(pool, place, sealed).catch(unlessUnreadable) : undefined
        if (opened === undefined) organizations.delete(organization)
        opened?.fill(0)
      }
      after = rows.at(-1)?.place.record
    } while (after !== undefined && !stopping.aborted)
  }

  function destroy(organizations: readonly string[]): Promise<void> {
    return pool.transaction().execute(async (db) => {
      // A rotation of the root key locks all data keys, in another order.
      await holdRoot(db)
      for (const { id, scope, version } of await deleteSingleKeys(db, organizations)) {
        recordChange(db, service, {
          action: 'vault.key_destroyed',
          object: { type: 'data_key', id },
          organizationId: scope,
          details: { version },
          at: now(),
        })
        log.info(
          { organization: scope, version },
          'A key that sealed everything of an organization was destroyed.',
        )
      }
    })
  }

  const job: Job = { name: 'single-keys', intervalMs, jitter: 0.5, runAtStart: true, run }
  return { job, recordsLeft: () => recordsLeft }
}

/** A node of the release before cannot open what is sealed anew. Its name is that of its connections. */
async function runsOtherRelease(db: Db, release: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name ~ '^kontor \\d+\\.\\d+\\.'
      and split_part(application_name, ' ', 2) <> ${release} limit 1
  `.execute(db)
  return rows.length > 0
}
