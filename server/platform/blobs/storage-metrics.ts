import { Histogram, type Registry } from 'prom-client'
import type { Reachability } from '../reachability.ts'
import { isStorageFull } from '../storage-full.ts'
import { BlobMissing, type BlobStore, type Draft } from './blob-storage.ts'
import type { ReadSealed } from './sealed-stream.ts'

const operationNames = ['draft', 'publish', 'read', 'remove'] as const
/** `missing`: there is no such blob. It may have been moved to another store a moment ago. */
const outcomes = ['success', 'failure', 'missing'] as const
type Operation = (typeof operationNames)[number]
type Outcome = (typeof outcomes)[number]
type StoreKind = 'directory' | 's3'
export type ObserveStorage = (
  store: StoreKind,
  operation: Operation,
  outcome: Outcome,
  seconds: number,
) => void

/** One histogram, whose counts are the operations by outcome. `url` is the store for new content. */
export function measureStorage(registry: Registry, url: string): ObserveStorage {
  const operations = new Histogram({
    name: 'kontor_storage_operation_seconds',
    help: 'Operations of the document store by store (directory, s3), operation (draft, publish, read until the first bytes, remove) and outcome (success, failure, missing)',
    labelNames: ['store', 'operation', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  })
  // Prometheus counts an increase only from a value that it has seen.
  for (const operation of operationNames) {
    for (const outcome of outcomes) operations.zero({ store: kindOf(url), operation, outcome })
  }
  return (store, operation, outcome, seconds) => operations.observe({ store, operation, outcome }, seconds)
}

/** The same store, whose operations are observed. */
export function observedStore(
  store: BlobStore,
  observe: ObserveStorage,
  reachability: Reachability,
): BlobStore {
  const time = stopwatch(store, observe, reachability)
  return {
    ...store,
    publish: (name, draft) => time('publish', store.publish(name, draft)),
    remove: (name) => time('remove', store.remove(name)),
    read: (name) => observedRead(store.read(name), time),
  }
}

/** The draft, whose creation is observed, and whose later operations are observed if they fail. */
export async function observedDraft(
  store: BlobStore,
  creation: Promise<Draft>,
  observe: ObserveStorage,
  reachability: Reachability,
): Promise<Draft> {
  const time = stopwatch(store, observe, reachability)
  const draft = await time('draft', creation)
  const { append, sync } = draft
  draft.append = (pieces) => time('draft', append(pieces), 'failures')
  draft.sync = () => time('draft', sync(), 'failures')
  return draft
}

function kindOf(url: string): StoreKind {
  return url.startsWith('s3:') ? 's3' : 'directory'
}

type Stopwatch = <T>(operation: Operation, work: Promise<T>, which?: 'failures') => Promise<T>

function stopwatch(store: BlobStore, observe: ObserveStorage, reachability: Reachability): Stopwatch {
  const kind = kindOf(store.url)
  return async (operation, work, which) => {
    const startedAt = performance.now()
    const end = (outcome: Outcome) =>
      observe(kind, operation, outcome, (performance.now() - startedAt) / 1000)
    try {
      const result = await work
      if (which !== 'failures') end('success')
      reachability.succeeded()
      return result
    } catch (error) {
      const isMissing = error instanceof BlobMissing
      end(isMissing ? 'missing' : 'failure')
      // A full store is logged by those who wanted to write.
      if (!isMissing && !isStorageFull(error)) reachability.failed({ err: error, operation })
      throw error
    }
  }
}

/** A client that reads slowly must not look like a slow store, so only the time until the first bytes is observed. */
function observedRead(read: ReadSealed, time: Stopwatch): ReadSealed {
  return async function* (from, to) {
    const pieces = read(from, to)[Symbol.asyncIterator]()
    try {
      let next = await time('read', pieces.next())
      while (!next.done) {
        yield next.value
        next = await time('read', pieces.next(), 'failures')
      }
    } finally {
      await pieces.return?.()
    }
  }
}
