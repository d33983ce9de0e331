import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { expect, inject, test } from 'vitest'
import { BlobMissing, type BlobStore } from '../../server/platform/blobs/blob-storage.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import { measureStorage, observedStore } from '../../server/platform/blobs/storage-metrics.ts'
import { metricIn } from '../support/service/metrics.ts'

function measured(url: string) {
  const registry = new Registry()
  const store = url.startsWith('s3:') ? 's3' : 'directory'
  return {
    observe: measureStorage(registry, url),
    count: async (operation: string, outcome: string) =>
      metricIn(await registry.metrics(), 'kontor_storage_operation_seconds_count', {
        store,
        operation,
        outcome,
      }),
  }
}

async function readAll(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(pieces))
}

test('operations of a directory are counted, and their results stay the same', async () => {
  const dataDir = await mkdtemp(join(inject('runDir'), 'storage-'))
  const { observe, count } = measured('file:documents')
  const stores = createBlobStores({ url: 'file:documents', dataDir, observe })
  const draft = await stores.createDraft('0a')
  await draft.append([Buffer.from('content')])
  expect(draft.size).toBe(7)
  await stores.current.publish('0a', draft)
  expect(String(await readAll(stores.current.read('0a')(0, 7)))).toBe('content')
  await stores.current.remove('0a')
  for (const operation of ['draft', 'publish', 'read', 'remove']) {
    expect([operation, await count(operation, 'success')]).toEqual([operation, 1])
    expect([operation, await count(operation, 'failure')]).toEqual([operation, 0])
  }
  await expect(readAll(stores.current.read('0a')(0, 7))).rejects.toThrow(BlobMissing)
  expect([await count('read', 'missing'), await count('read', 'failure')]).toEqual([1, 0])

  const lost = await stores.createDraft('0b')
  await rm(dataDir, { recursive: true })
  await expect(stores.current.publish('0b', lost)).rejects.toThrow('ENOENT')
  expect(await count('publish', 'failure')).toBe(1)
  await lost.discard()
})

test('a store that stops in the middle of a blob has failed; a reader that stops has not', async () => {
  const { observe, count } = measured('s3://bucket')
  let closed = 0
  const broken = {
    url: 's3://bucket',
    read: (name: string) =>
      async function* () {
        try {
          yield Buffer.from('first')
          if (name === 'broken') throw new Error('connection reset')
          yield Buffer.from('second')
        } finally {
          closed += 1
        }
      },
  } as unknown as BlobStore
  const store = observedStore(broken, observe, { failed() {}, succeeded() {} })
  await expect(readAll(store.read('broken')(0, 9))).rejects.toThrow('connection reset')
  expect([await count('read', 'success'), await count('read', 'failure')]).toEqual([1, 1])
  for await (const piece of store.read('whole')(0, 9)) {
    expect(String(piece)).toBe('first')
    break
  }
  expect([await count('read', 'success'), await count('read', 'failure')]).toEqual([2, 1])
  expect(closed).toBe(2)
})
