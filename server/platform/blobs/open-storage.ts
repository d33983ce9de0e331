import { isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { createDurableFiles, type DurableFiles } from '../files/durable-files.ts'
import { logReachability } from '../reachability.ts'
import type { BlobStore, Draft } from './blob-storage.ts'
import { createDirectoryStore } from './directory-storage.ts'
import { createS3Store } from './s3-storage.ts'
import { type ObserveStorage, observedDraft, observedStore } from './storage-metrics.ts'

/**
 * Opens the store with this address. The address of a directory inside the data directory is relative
 * (`file:./documents`), so that rows remain correct when the data directory is moved or restored elsewhere.
 */
export function openStore(
  url: string,
  dataDir: string,
  files: DurableFiles = createDurableFiles(),
): BlobStore {
  if (url.startsWith('s3:')) return createS3Store(url, join(dataDir, 'documents-incoming'), files)
  const directory = directoryOf(url, dataDir)
  const inside = relative(dataDir, directory)
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)
  return createDirectoryStore(isInside ? `file:./${inside}` : pathToFileURL(directory).href, directory, files)
}

function directoryOf(url: string, dataDir: string): string {
  if (url.startsWith('file:///')) return fileURLToPath(url)
  return resolve(dataDir, url.slice('file:'.length))
}

const noLog = { warn() {}, info() {} }

export type BlobStores = ReturnType<typeof createBlobStores>

/** The store for new content, and other stores that existing versions refer to. */
export function createBlobStores({
  url,
  dataDir,
  files = createDurableFiles(),
  observe = () => {},
  log = noLog,
}: {
  url: string
  dataDir: string
  files?: DurableFiles
  observe?: ObserveStorage
  log?: Pick<Logger, 'warn' | 'info'>
}) {
  const reachability = (part: string) =>
    logReachability(
      log,
      { fails: 'the blob store failed', answers: 'the blob store answers again' },
      { alert: 'document_storage', part },
    )
  const openObserved = (url: string) =>
    observedStore(openStore(url, dataDir, files), observe, reachability('store'))
  const drafts = reachability('drafts')
  const current = openObserved(url)
  const open = new Map<string, BlobStore>([[current.url, current]])
  return {
    current,
    /** A draft of the current store. */
    createDraft: (name: string): Promise<Draft> =>
      observedDraft(current, current.createDraft(name), observe, drafts),
    at(url: string): BlobStore {
      const store = open.get(url) ?? openObserved(url)
      open.set(url, store)
      return store
    },
    close() {
      for (const store of open.values()) store.close()
    },
  }
}
