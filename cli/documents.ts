import type { Logger } from 'pino'
import { isId } from '../contract/common.ts'
import type { Config } from '../server/config.ts'
import { findOrphans, moveDocuments, verifyDocuments } from '../server/features/documents/upkeep.ts'
import { type BlobStores, createBlobStores, openStore } from '../server/platform/blobs/open-store.ts'
import type { Db } from '../server/platform/db/database.ts'
import { StartRefused } from '../server/platform/errors.ts'
import { type Command, UsageError, withDatabase } from './command.ts'
import { createCountProgress } from './progress.ts'
import { withVault } from './vault-access.ts'

type Tools = { db: Db; config: Config; log: Logger; stores: BlobStores }

export const documentsGcCommand: Command = {
  words: 'documents gc',
  summary: 'Remove what crashes left behind in the store of the documents',
  help: [
    'Removes blobs that no document names, and drafts and parts of uploads that nobody will finish. May run while',
    'the service serves: what is younger than --older-than hours is left alone. When most of a store would go, the',
    'database is probably not the one of this store: then nothing is removed, unless --force says so.',
  ].join('\n'),
  options: {
    'older-than': { type: 'string', description: 'Hours; 24 unless told otherwise' },
    'dry-run': { type: 'boolean', description: 'Only tell what would be removed' },
    force: { type: 'boolean', description: 'Also when most of a store would go' },
  },
  run: ({ values }) => {
    const hours = Number(values['older-than'] ?? 24)
    if (!(hours >= 1)) throw new UsageError('--older-than should be a number of hours, at least 1')
    return withStores(async ({ db, stores }) => {
      const before = new Date(Date.now() - hours * 3_600_000)
      const { orphans, known } = await findOrphans(db, stores, before)
      if (values['dry-run']) {
        for (const { store, what } of orphans) say(`${what} in ${store}`)
        say(`${orphans.length} would be removed; ${known} belong to documents.`)
        return 0
      }
      if (orphans.length > 10 && orphans.length > known && !values.force) {
        throw new StartRefused(
          `${orphans.length} blobs would go and only ${known} stay: is this the database of that store? Nothing was removed.`,
        )
      }
      const bar = createCountProgress('Removing')
      let done = 0
      for (const { remove } of orphans) {
        await remove()
        done += 1
        bar.show({ done, total: orphans.length })
      }
      bar.clear()
      say(`${orphans.length} removed; ${known} belong to documents.`)
      return 0
    })
  },
}

export const documentsVerifyCommand: Command = {
  words: 'documents verify',
  summary: 'Read every document again, and name what is damaged or gone',
  help: 'Checks the seal of every chunk and the hash of the whole. Exits 1 when anything is wrong. May run while the service serves.',
  options: {
    after: {
      type: 'string',
      description: 'Begin after this version id, where an earlier run was interrupted',
    },
  },
  run: ({ values }) => {
    const after = values.after === undefined ? undefined : String(values.after)
    if (after !== undefined && !isId(after)) throw new UsageError('--after should be the id of a version')
    return withStores((tools) =>
      withVault(tools, async (vault) => {
        const bar = createCountProgress('Verifying')
        const { count, findings } = await verifyDocuments(
          tools.db,
          { vault, stores: tools.stores, after },
          bar.show,
        ).finally(bar.clear)
        for (const { version, problem } of findings) {
          say(
            `${version.organization_id} ${version.kind} version ${version.version} (${version.id}): ${problem}.`,
          )
        }
        say(`${count} verified, ${findings.length} with findings.`)
        return findings.length === 0 ? 0 : 1
      }),
    )
  },
}

export const documentsMoveCommand: Command = {
  words: 'documents move',
  summary: 'Move every document into another store',
  help: [
    'May run while the service serves, may be interrupted and started again. New uploads go where',
    'KONTOR_DOCUMENTS_URL says: set it to the new store as well, restart, and run this once more for what came between.',
  ].join('\n'),
  options: { to: { type: 'string', description: 'file:/directory or s3://bucket/prefix?endpoint=…' } },
  run: ({ values }) => {
    const to = String(values.to ?? '')
    if (!/^(file:.|s3:\/\/[^/])/.test(to))
      throw new UsageError('--to should be file:/directory or s3://bucket/prefix')
    return withStores(async ({ db, config, stores }) => {
      const target = openStore(to, config.dataDir)
      const stop = new AbortController()
      const onSignal = () => stop.abort()
      process.once('SIGINT', onSignal)
      process.once('SIGTERM', onSignal)
      const bar = createCountProgress('Moving')
      try {
        const { moved } = await moveDocuments(db, { stores, to: target }, bar.show, stop.signal).finally(
          bar.clear,
        )
        say(
          stop.signal.aborted
            ? `${moved} moved; run it again for the rest.`
            : `${moved} moved to ${target.url}.`,
        )
        if (stores.current.url !== target.url) say(`New uploads still go to ${stores.current.url}.`)
        return stop.signal.aborted ? 1 : 0
      } finally {
        process.off('SIGINT', onSignal)
        process.off('SIGTERM', onSignal)
        target.close()
      }
    })
  },
}

function withStores(work: (tools: Tools) => Promise<number>): Promise<number> {
  return withDatabase(async (tools) => {
    const stores = createBlobStores({ url: tools.config.documentsUrl, dataDir: tools.config.dataDir })
    try {
      return await work({ ...tools, stores })
    } finally {
      stores.close()
    }
  })
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
