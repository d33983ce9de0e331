import { existsSync } from 'node:fs'
import { type Config, readConfig } from '../../server/config.ts'
import {
  ArchiveRefused,
  type Manifest,
  readManifest,
  tokenSlotsOf,
} from '../../server/features/backup/archive.ts'
import { createBackup, type Progress } from '../../server/features/backup/create-backup.ts'
import { restoreBackup } from '../../server/features/backup/restore-backup.ts'
import { verifyBackup } from '../../server/features/backup/verify-backup.ts'
import { verifyBooks } from '../../server/features/books/books-verify.ts'
import { cli } from '../../server/platform/actor.ts'
import { recordChange } from '../../server/platform/audit/change.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { connectClient } from '../../server/platform/db/primary/primary-client.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { slotIdOf } from '../../server/platform/vault/slot-key.ts'
import { createToken } from '../../server/platform/vault/token.ts'
import { availableKeys } from '../../server/platform/vault/unlock.ts'
import { booksLines } from '../books/books.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { createProgress, describeCount } from '../command/progress.ts'
import { beforeRelease } from '../command/release.ts'
import { readSlotKeyFromShares } from '../command/share-input.ts'
import {
  vaultConfig,
  withRootKey,
  withPlainErrors as withTokenErrors,
  withVault,
} from '../command/vault-access.ts'
import { type Access, accessLines, ownersIn, settleAccess } from './restored-access.ts'
import { resetRegister } from './restored-register.ts'

const shares = {
  shares: {
    type: 'boolean' as const,
    description: 'Open the backup with break-glass shares, typed or one per line on standard input',
  },
}

export const backupCommand: Command = {
  name: 'backup',
  usage: 'TARGET',
  summary: 'Write a backup of database and documents; the service may be running',
  help: `TARGET is a directory that does not exist yet; it gets this name when the backup is complete. All content is
encrypted with keys of the vault: to open it, you need the key file, the key in the environment, enough shares or the
token, and the backup contains none of these. What an interrupted backup left beside TARGET is removed. The party register is not included; import it again. See docs/backup.md.`,
  run: ({ positionals: [target, ...rest] }) => {
    if (target === undefined || rest.length > 0) throw new UsageError('name one directory')
    return withDatabase((tools) =>
      withRootKey(tools, ({ root }) =>
        withPlainErrors(async () => {
          const stores = storesOf(tools.config)
          const client = await connectClient(tools.url, 'kontor backup')
          const bars = progressBars('Copying')
          try {
            const manifest = await createBackup({
              client,
              rootKey: root.key,
              stores,
              target,
              now: () => new Date(),
              onProgress: bars.show,
              onRemoved: (leftover) =>
                process.stderr.write(`Removed ${leftover}, which an interrupted backup left.\n`),
              beforeNamed: (manifest) => beforeRelease(tools, () => recordBackup(tools.db, manifest)),
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

function recordBackup(db: Db, { id, documents }: Manifest): Promise<void> {
  return db.transaction().execute(async (db) =>
    recordChange(db, cli('backup'), {
      action: 'backup.created',
      object: { type: 'backup', id },
      details: { documents: documents.count },
      at: new Date(),
    }),
  )
}

export const backupVerifyCommand: Command = {
  name: 'backup verify',
  usage: 'SOURCE',
  summary: 'Check that a backup can be opened and that no byte has changed',
  options: shares,
  run: ({ positionals: [source, ...rest], values }) => {
    if (source === undefined || rest.length > 0) throw new UsageError('name one directory')
    return withPlainErrors(async () => {
      const bars = progressBars('Verifying')
      const { backup } = await openBackup(source, readConfig(), values.shares === true, bars.show)
      backup.key.fill(0)
      bars.end()
      process.stdout.write(
        `Backup ${backup.id} of ${backup.manifest.created_at} is valid: ${summary(backup.manifest)}.\n`,
      )
      return 0
    })
  },
}

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'SOURCE',
  summary: 'Restore a backup into an empty database and the document store',
  help: `The backup is verified first; a damaged one, or one of another vault, is rejected before anything is changed. The
database must be empty: use a new KONTOR_DATA_DIR, or a new database in DATABASE_URL. What was taken away after the backup
must not come back with it. Without --audit-log nobody knows what that is: all API keys are suspended, and nobody can
sign in but the owners whom you confirm (you are asked on a terminal). They get a one-time link, because their password
of the backup may be an old one. With --audit-log, this holds for the accounts and keys that the log names. Webhooks are paused until 'kontor webhooks resume', because their receivers may know later events. At the end the books are
checked; the exit code is 1 if they do not balance.`,
  options: {
    ...shares,
    'audit-log': {
      type: 'string',
      description: "Newer 'kontor audit export' of the same installation: what it took away stays away",
    },
    'confirm-owner': {
      type: 'string',
      multiple: true,
      description: 'E-mail address of an owner who may sign in again; may be given several times',
    },
  },
  run: ({ positionals: [source, ...rest], values }) => {
    if (source === undefined || rest.length > 0) throw new UsageError('name one directory')
    const logFile = values['audit-log'] === undefined ? undefined : String(values['audit-log'])
    if (logFile !== undefined && !existsSync(logFile)) throw new UsageError(`there is no file ${logFile}`)
    return withPlainErrors(async () => {
      const verifying = progressBars('Verifying')
      const opened = await openBackup(source, readConfig(), values.shares === true, verifying.show)
      const { backup } = opened
      verifying.end()
      try {
        return await withDatabase(
          async ({ db, url, config, log, migrate }) => {
            const stores = storesOf(config)
            const client = await connectClient(url, 'kontor restore')
            const bars = progressBars('Restoring')
            let access: Access
            try {
              const { couldSignIn } = await restoreBackup({ client, backup, stores, onProgress: bars.show })
              await migrate()
              bars.end()
              // Shares open the vault, too, which has no key file on a new machine.
              const unlocking = opened.slotKey ? { ...config, vaultKey: opened.slotKey } : config
              access = await withVault({ db, config: unlocking, log }, async (vault) => {
                await resetRegister(db, vault, config)
                return settleAccess({
                  db,
                  vault,
                  config,
                  couldSignIn,
                  logFile,
                  given: ownersIn(values),
                  backup,
                })
              })
            } finally {
              stores.close()
              await client.end().catch(() => {})
            }
            process.stdout.write(`Backup ${backup.id} was restored: ${summary(backup.manifest)}.\n`)
            const books = await verifyBooks(db)
            process.stdout.write(booksLines(books))
            process.stdout.write(
              "This node forgot what it knew of an earlier database. Other nodes hold what leaves until 'kontor rollback accept'.\n",
            )
            process.stdout.write("Webhooks are paused: run 'kontor webhooks resume' to deliver them again.\n")
            process.stdout.write('Signing is stopped: compare the wallets with the chains, then start it.\n')
            process.stdout.write(accessLines(access))
            const isComplete = access.problem === undefined && access.refused.length === 0
            return books.problems.length === 0 && isComplete ? 0 : 1
          },
          { migrate: false, creates: true, asOwner: true },
        )
      } finally {
        backup.key.fill(0)
      }
    })
  },
}

/** `slotKey` is that of the shares. */
async function openBackup(directory: string, config: Config, byShares: boolean, onProgress: Progress) {
  const slotKeys = byShares ? [await readSlotKeyFromShares()] : await availableSlotKeys(directory, config)
  try {
    const backup = await verifyBackup({ directory, slotKeys, onProgress })
    return { backup, slotKey: byShares ? slotKeys[0]?.toString('hex') : undefined }
  } finally {
    for (const slotKey of slotKeys) slotKey.fill(0)
  }
}

/** A token is asked only for slots of this backup, and only if no other key opens it. */
async function availableSlotKeys(directory: string, config: Config): Promise<Buffer[]> {
  const { available } = await availableKeys(vaultConfig(config))
  const slotKeys = available.map(({ slotKey }) => slotKey)
  const manifest = await readManifest(directory)
  const ids = new Set(slotKeys.map(slotIdOf))
  const token = createToken(config.token)
  if (!token.isConfigured || manifest.vault.slots.some(({ id }) => ids.has(id))) return slotKeys
  const fromToken = await withTokenErrors(() => token.slotKey(tokenSlotsOf(manifest)))
  return [...slotKeys, fromToken]
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

/** Reports an ArchiveRefused error as one sentence, without a stack trace. */
async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveRefused) throw new StartRefused(error.message)
    throw error
  }
}
