import { type Config, readConfig } from '../server/config.ts'
import { ArchiveRefused } from '../server/features/backup/archive.ts'
import { createBackup, type Progress } from '../server/features/backup/create-backup.ts'
import { restoreBackup } from '../server/features/backup/restore-backup.ts'
import { verifyBackup } from '../server/features/backup/verify-backup.ts'
import { cli } from '../server/platform/actor.ts'
import { appendAudit } from '../server/platform/audit/audit-log.ts'
import { createBlobStores } from '../server/platform/blobs/open-store.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { connectClient } from '../server/platform/db/primary/primary-client.ts'
import { StartRefused } from '../server/platform/errors.ts'
import { keysAtHand } from '../server/platform/vault/unlock.ts'
import { type Command, UsageError, withDatabase } from './command.ts'
import { createProgress, describeCount } from './progress.ts'
import { readSlotKeyFromShares } from './share-input.ts'
import { vaultConfig, withRootKey } from './vault-access.ts'

const shares = {
  shares: {
    type: 'boolean' as const,
    description: 'Open it with break-glass shares, typed or one a line on standard input',
  },
}

export const backupCommand: Command = {
  words: 'backup',
  usage: 'TARGET',
  summary: 'Write a backup of database and documents while the service serves',
  help: `TARGET is a directory that does not exist yet; it appears when the backup is complete. Everything in it is
sealed under the vault: it is useless without the key file, the key of the environment or enough shares, and holds
none of these. The party register is not in it: it is imported again. docs/backup.md tells more.`,
  run: ({ positionals: [target, ...rest] }) => {
    if (target === undefined || rest.length > 0) throw new UsageError('name one directory')
    return withDatabase((tools) =>
      withRootKey(tools, ({ rootKey }) =>
        explained(async () => {
          const stores = storesOf(tools.config)
          const client = await connectClient(tools.url, 'kontor backup')
          const bars = progressBars('Copying')
          try {
            const manifest = await createBackup({
              client,
              rootKey,
              stores,
              target,
              now: () => new Date(),
              onProgress: bars.show,
            })
            await appendAudit(tools.db, {
              actor: cli('backup'),
              action: 'backup.created',
              object: { type: 'backup', id: manifest.id },
              details: { documents: manifest.documents.count },
            })
            bars.end()
            process.stdout.write(`Backup ${manifest.id} in ${target}: ${summary(manifest)}.\n`)
            return 0
          } finally {
            stores.close()
            await client.end().catch(() => {})
          }
        }),
      ),
    )
  },
}

export const backupVerifyCommand: Command = {
  words: 'backup verify',
  usage: 'SOURCE',
  summary: 'Prove that a backup opens and that every byte of it is as it was written',
  options: shares,
  run: ({ positionals: [source, ...rest], values }) => {
    if (source === undefined || rest.length > 0) throw new UsageError('name one directory')
    return explained(async () => {
      const bars = progressBars('Proving')
      const backup = await openBackup(source, readConfig(), values.shares === true, bars.show)
      backup.key.fill(0)
      bars.end()
      process.stdout.write(
        `Backup ${backup.id} of ${backup.manifest.created_at} is whole: ${summary(backup.manifest)}.\n`,
      )
      return 0
    })
  },
}

export const restoreCommand: Command = {
  words: 'restore',
  usage: 'SOURCE',
  summary: 'Put a backup into an empty database, and its documents into the store',
  help: `The backup is proved first; a damaged or foreign one is refused before anything is touched. The database must be
empty: that of a new KONTOR_DATA_DIR, or a new one behind DATABASE_URL. Everybody signs in anew afterwards.`,
  options: shares,
  run: ({ positionals: [source, ...rest], values }) => {
    if (source === undefined || rest.length > 0) throw new UsageError('name one directory')
    return explained(async () => {
      const proving = progressBars('Proving')
      const backup = await openBackup(source, readConfig(), values.shares === true, proving.show)
      proving.end()
      try {
        return await withDatabase(
          async ({ db, url, config }) => {
            const stores = storesOf(config)
            const client = await connectClient(url, 'kontor restore')
            const bars = progressBars('Restoring')
            try {
              await restoreBackup({ client, backup, stores, onProgress: bars.show })
              await migrate(db)
              await appendAudit(db, {
                actor: cli('restore'),
                action: 'backup.restored',
                object: { type: 'backup', id: backup.id },
                details: { created_at: backup.manifest.created_at },
              })
            } finally {
              stores.close()
              await client.end().catch(() => {})
            }
            bars.end()
            process.stdout.write(`Backup ${backup.id} is restored: ${summary(backup.manifest)}.\n`)
            return 0
          },
          { asItIs: true },
        )
      } finally {
        backup.key.fill(0)
      }
    })
  },
}

async function openBackup(directory: string, config: Config, byShares: boolean, onProgress: Progress) {
  const slotKeys = byShares
    ? [await readSlotKeyFromShares()]
    : (await keysAtHand(vaultConfig(config))).atHand.map(({ slotKey }) => slotKey)
  try {
    return await verifyBackup({ directory, slotKeys, onProgress })
  } finally {
    for (const slotKey of slotKeys) slotKey.fill(0)
  }
}

function storesOf({ documentsUrl, dataDir }: Config) {
  return createBlobStores({ url: documentsUrl, dataDir })
}

function summary({ tables, documents }: { tables: { rows: number }[]; documents: { count: number } }) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows in ${tables.length} tables, ${documents.count} documents`
}

function progressBars(what: string) {
  const bar = createProgress(process.stderr, describeCount)
  return {
    show: (step: string, done: number, total: number) =>
      bar.show({ phase: `${what} the ${step}`, done, total }),
    end: bar.clear,
  }
}

/** What is wrong with an archive is said in a sentence, not in a stack. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveRefused) throw new StartRefused(error.message)
    throw error
  }
}
