import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { readFile as readPieces } from '../../platform/blobs/blob-storage.ts'
import { setBlobStore } from '../../platform/blobs/listed-blobs.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { copyIn } from '../../platform/db/copy.ts'
import {
  createMigrationsTable,
  migrationLock,
  readMigrations,
  withoutConcurrency,
} from '../../platform/db/migrations.ts'
import { lockRestoredAccounts } from '../administrators/restored-access.ts'
import { restartChangesAfterRestore } from '../changes/restored-changes.ts'
import { stopRestoredSigning } from '../emergency-stop/restored-signing.ts'
import { dropRestoredMails } from '../inbox/restored-mails.ts'
import { indexRestoredOrganizations } from '../parties/restored-organizations.ts'
import { blobTables } from '../stored-files/stored-files.ts'
import { pauseRestoredWebhooks } from '../webhooks/restored-webhooks.ts'
import { ArchiveRefused, blobFile, damaged, type TableEntry, tableFile } from './archive.ts'
import type { Progress } from './create-backup.ts'
import { readSealed } from './sealed-file.ts'
import { columnsOf, identifier, listTables } from './tables.ts'
import { documentsOf, type OpenBackup } from './verify-backup.ts'

/**
 * Restores a verified backup into an empty database and the blob store. Blobs are copied first, then the database is
 * loaded in one transaction, so that an interrupted restore leaves the database empty and can be repeated.
 */
export async function restoreBackup({
  client,
  backup,
  stores,
  onProgress,
}: {
  client: pg.Client
  backup: OpenBackup
  stores: Pick<BlobStores, 'current'>
  onProgress: Progress
}): Promise<{ couldSignIn: string[] }> {
  await refuseUnknownMigrations(backup)
  await refuseUnlessEmpty(client)
  await restoreDocuments(backup, stores.current, onProgress)
  let couldSignIn: string[]
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await refuseUnlessEmpty(client)
    await applyMigrations(client, backup.manifest.migrations)
    await withoutTriggers(client, () => loadTables(client, backup, onProgress))
    await setBlobStore(client, blobTables, stores.current.url)
    await indexRestoredOrganizations(client)
    await restartChangesAfterRestore(client)
    await pauseRestoredWebhooks(client)
    await stopRestoredSigning(client)
    await dropRestoredMails(client)
    couldSignIn = await lockRestoredAccounts(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  await client.query('analyze')
  return { couldSignIn }
}

async function refuseUnknownMigrations({ manifest }: OpenBackup): Promise<void> {
  const known = await readMigrations()
  const unknown = manifest.migrations.find((applied) => !known.some(({ name }) => name === applied))
  if (unknown) {
    throw new ArchiveRefused(
      `The backup was made by a newer version (it has the migration ${unknown}): restore it with that version.`,
    )
  }
}

export async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'm', 'p')
     limit 1`,
  )
  if (rows[0]) {
    throw new ArchiveRefused(
      'The database is not empty: restore into a new one (another KONTOR_DATA_DIR or DATABASE_URL).',
    )
  }
}

async function restoreDocuments(
  backup: OpenBackup,
  store: BlobStores['current'],
  onProgress: Progress,
): Promise<void> {
  const drafts = new Map<string, () => Promise<void>>()
  for await (const { what, remove } of store.leftovers()) drafts.set(what, remove)
  let done = 0
  for await (const { id, size } of documentsOf(backup)) {
    onProgress('documents', done++, backup.manifest.documents.count)
    // Left by an interrupted restore.
    await drafts.get(`${id}.draft`)?.()
    const draft = await store.createDraft(id)
    const file = await open(join(backup.directory, blobFile(id)))
    try {
      for await (const piece of readPieces(file, 0, size)) await draft.append([piece])
      await store.publish(id, draft)
    } finally {
      await file.close()
      await draft.discard()
    }
  }
  onProgress('documents', done, done)
}

async function applyMigrations(client: pg.Client, applied: string[]): Promise<void> {
  await client.query(createMigrationsTable)
  for (const migration of await readMigrations()) {
    const { name, checksum } = migration
    if (!applied.includes(name)) continue
    await client.query(withoutConcurrency(migration))
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
}

/**
 * Triggers are disabled, so that rows are loaded unchanged. Foreign keys are dropped and added again, which checks them:
 * the owner of the tables may do that, while disabling them requires a superuser.
 */
async function withoutTriggers(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ of: string; name: string; definition: string }>(
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  const tables = await listTables(client)
  for (const { of, name } of keys) await client.query(`alter table ${of} drop constraint ${identifier(name)}`)
  for (const { name } of tables) await client.query(`alter table ${identifier(name)} disable trigger user`)
  await work()
  for (const { name } of tables) await client.query(`alter table ${identifier(name)} enable trigger user`)
  for (const { of, name, definition } of keys) {
    await client.query(`alter table ${of} add constraint ${identifier(name)} ${definition}`)
  }
}

async function loadTables(client: pg.Client, backup: OpenBackup, onProgress: Progress): Promise<void> {
  const { tables } = backup.manifest
  const here = new Map((await listTables(client)).map((table) => [table.name, table.columns.join()]))
  if (tables.length !== here.size) throw damaged('manifest.json')
  for (const [index, table] of tables.entries()) {
    onProgress('database', index, tables.length)
    if (here.get(table.name) !== table.columns.join()) throw damaged('manifest.json')
    await client.query(`truncate ${identifier(table.name)}`)
    const rows = readSealed(backup, tableFile(table.name), table.size)
    await copyIn(client, `copy ${identifier(table.name)} (${columnsOf(table)}) from stdin`, rows)
    await continueSequences(client, table)
  }
  onProgress('database', tables.length, tables.length)
}

/** Identity columns continue after the highest value. */
async function continueSequences(client: pg.Client, { name, rows }: TableEntry): Promise<void> {
  if (rows === 0) return
  const { rows: identities } = await client.query<{ column: string }>(
    `select attname::text as column from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [identifier(name)],
  )
  for (const { column } of identities) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), (select max(${identifier(column)}) from ${identifier(name)}))`,
      [identifier(name), column],
    )
  }
}
