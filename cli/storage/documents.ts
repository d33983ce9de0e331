import type { Logger } from 'pino'
import { isId } from '../../contract/api/common.ts'
import type { Config } from '../../server/config.ts'
import { findOrphans, moveDocuments, verifyDocuments } from '../../server/features/stored-files/upkeep.ts'
import { type BlobStores, createBlobStores, openStore } from '../../server/platform/blobs/open-storage.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { createCountProgress } from '../command/progress.ts'
import { withVault } from '../command/vault-access.ts'

type Tools = { db: Db; config: Config; log: Logger; stores: BlobStores }

export const documentsGcCommand: Command = {
  name: 'documents gc',
  summary: 'Delete blobs and drafts that crashes left behind',
  help: [
    'Deletes blobs that belong to no document and no paper, and drafts and parts of unfinished uploads. May run while the service is',
    'running: nothing younger than --older-than hours is deleted. If most of a store would be deleted, it probably belongs',
    'to another database; then nothing is deleted, unless --force is given.',
  ].join('\n'),
  options: {
    'older-than': { type: 'string', description: 'Minimum age in hours; default: 24' },
    'dry-run': { type: 'boolean', description: 'Only list what would be deleted' },
    force: { type: 'boolean', description: 'Delete even if this is most of a store' },
  },
  run: ({ values }) => {
    const hours = Number(values['older-than'] ?? 24)
    if (!(hours >= 1)) throw new UsageError('--older-than should be a number of hours, at least 1')
    return withStores(async ({ db, stores }) => {
      const before = new Date(Date.now() - hours * 3_600_000)
      const { orphans, known } = await findOrphans(db, stores, before)
      if (values['dry-run']) {
        for (const { store, what } of orphans) print(`${what} in ${store}`)
        print(`${orphans.length} would be deleted; ${known} belong to documents.`)
        return 0
      }
      if (orphans.length > 10 && orphans.length > known && !values.force) {
        throw new StartRefused(
          `${orphans.length} blobs would be deleted and only ${known} would remain: does this store belong to another database? Nothing was deleted.`,
        )
      }
      const bar = createCountProgress('Deleting')
      let done = 0
      for (const { remove } of orphans) {
        await remove()
        done += 1
        bar.show({ done, total: orphans.length })
      }
      bar.clear()
      print(`${orphans.length} deleted; ${known} belong to documents.`)
      return 0
    })
  },
}

export const documentsVerifyCommand: Command = {
  name: 'documents verify',
  summary: 'Read all documents and papers, and list those that are damaged or missing',
  help: 'Checks the authentication tag of each chunk and the hash of each file. The exit code is 1 if anything is wrong. May run while the service is running.',
  options: {
    after: {
      type: 'string',
      description: 'Start after the file with this id, to continue an interrupted run',
    },
  },
  run: ({ values }) => {
    const after = values.after === undefined ? undefined : String(values.after)
    if (after !== undefined && !isId(after)) throw new UsageError('--after should be the id of a file')
    return withStores((tools) =>
      withVault(tools, async (vault) => {
        const bar = createCountProgress('Verifying')
        const { count, findings } = await verifyDocuments(
          tools.db,
          { vault, stores: tools.stores, after },
          bar.show,
        ).finally(bar.clear)
        for (const { file, problem } of findings) {
          print(`${file.id} in ${file.table}, organization ${file.organization_id}: ${problem}.`)
        }
        print(`${count} verified, ${findings.length} with findings.`)
        return findings.length === 0 ? 0 : 1
      }),
    )
  },
}

export const documentsMoveCommand: Command = {
  name: 'documents move',
  summary: 'Move all documents and papers to another store',
  help: [
    'May run while the service is running, and may be interrupted and repeated. New uploads are stored in',
    'KONTOR_DOCUMENTS_URL: set it to the new store too, restart the service, and run this command once more.',
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
        print(
          stop.signal.aborted
            ? `${moved} moved; repeat the command to move the rest.`
            : `${moved} moved to ${target.url}.`,
        )
        if (stores.current.url !== target.url) print(`New uploads are still stored in ${stores.current.url}.`)
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

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
