import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { DurableFiles } from '../files/durable-files.ts'
import { createSlots } from '../slots.ts'
import {
  BlobMissing,
  type BlobStore,
  createDraft,
  type Draft,
  draftsIn,
  StoreUnavailable,
} from './blob-storage.ts'

/** S3 requires at least 5 MiB for each part except the last one. */
const partSize = 8 * 1024 * 1024
/** Parts are in memory while they are sent. This is the maximum for all uploads together. */
const maxParts = 3
/** After these timeouts the store counts as unavailable. */
const connectTimeoutMs = 3_000
const responseTimeoutMs = 10_000
const attempts = 2

export type S3Address = {
  bucket: string
  prefix: string
  endpoint: string | undefined
  region: string
  pathStyle: boolean
}

/** `s3://bucket/prefix?endpoint=…&region=…&path_style=true`. Credentials come from the environment, never from the URL. */
export function parseS3Url(url: string): S3Address {
  const { protocol, username, password, hostname, pathname, searchParams } = new URL(url)
  if (protocol !== 's3:' || !hostname)
    throw new Error('The address of an object store should be s3://bucket/prefix?endpoint=….')
  if (username || password) {
    throw new Error(
      'Credentials for S3 should be in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not in the address.',
    )
  }
  const endpoint = searchParams.get('endpoint') ?? undefined
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: hostname,
    prefix: prefix && `${prefix}/`,
    endpoint,
    region: searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    // Amazon uses bucket.host; other stores use host/bucket by default.
    pathStyle: (searchParams.get('path_style') ?? String(endpoint !== undefined)) === 'true',
  }
}

export function isS3Url(url: string): boolean {
  try {
    const { endpoint } = parseS3Url(url)
    return endpoint === undefined || /^https?:$/.test(new URL(endpoint).protocol)
  } catch {
    return false
  }
}

export function createS3Store(url: string, draftDirectory: string, files: DurableFiles): BlobStore {
  const { bucket, prefix, endpoint, region, pathStyle } = parseS3Url(url)
  const slots = createSlots(
    maxParts,
    responseTimeoutMs,
    () => new StoreUnavailable('All slots for parts are in use.'),
  )
  let client: S3Client | undefined

  /** The SDK is large, so it is loaded only if S3 is used. */
  async function s3() {
    const sdk = await import('@aws-sdk/client-s3')
    client ??= new sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      ...(endpoint && { endpoint }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attempts,
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        requestTimeout: responseTimeoutMs,
        throwOnRequestTimeout: true,
      },
    })
    return { sdk, client }
  }

  async function putSingle(Key: string, draft: Draft) {
    const { sdk, client } = await s3()
    await slots(async () =>
      client.send(
        new sdk.PutObjectCommand({ Bucket: bucket, Key, Body: await collect(draft, 0, draft.size) }),
      ),
    )
  }

  async function putParts(Key: string, draft: Draft) {
    const { sdk, client } = await s3()
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket: bucket, Key }))
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for (let from = 0; from < draft.size; from += partSize) {
        const PartNumber = Parts.length + 1
        const { ETag } = await slots(async () => {
          const Body = await collect(draft, from, Math.min(from + partSize, draft.size))
          return client.send(new sdk.UploadPartCommand({ Bucket: bucket, Key, UploadId, PartNumber, Body }))
        })
        Parts.push({ PartNumber, ETag })
      }
      await client.send(
        new sdk.CompleteMultipartUploadCommand({ Bucket: bucket, Key, UploadId, MultipartUpload: { Parts } }),
      )
    } catch (error) {
      // Parts of an incomplete upload cost money. If aborting fails, `gc` finds them later.
      await client
        .send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
        .catch(() => undefined)
      throw error
    }
  }

  return {
    url,
    draftDirectory,
    createDraft: (name) => createDraft(draftDirectory, name, files),

    async publish(name, draft) {
      const key = prefix + name
      await (draft.size <= partSize ? putSingle(key, draft) : putParts(key, draft))
      await draft.discard()
    },

    read: (name) =>
      async function* (from, to) {
        if (from === to) return
        const { sdk, client } = await s3()
        const Range = `bytes=${from}-${to - 1}`
        const { Body } = await client
          .send(new sdk.GetObjectCommand({ Bucket: bucket, Key: prefix + name, Range }))
          .catch((error) => {
            throw error instanceof sdk.NoSuchKey ? new BlobMissing(`There is no blob ${name}.`) : error
          })
        yield* withReadTimeout(Body as Readable)
      },

    async remove(name) {
      const { sdk, client } = await s3()
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: prefix + name }))
    },

    async *list() {
      const { sdk, client } = await s3()
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
          yield { name: Key.slice(prefix.length), size: Size, modifiedAt: LastModified }
        }
      }
    },

    async *leftovers() {
      yield* draftsIn(draftDirectory, files)
      const { sdk, client } = await s3()
      const page = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }))
      for (const { Key, UploadId, Initiated = new Date() } of page.Uploads ?? []) {
        yield {
          what: `unfinished upload of ${Key}`,
          modifiedAt: Initiated,
          remove: async () => {
            await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
          },
        }
      }
    },

    close() {
      client?.destroy()
    },
  }
}

async function collect(draft: Draft, from: number, to: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of draft.read(from, to)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Fails if the store stops sending. Waiting for a slow reader does not count. */
async function* withReadTimeout(content: Readable): AsyncGenerator<Buffer> {
  const pieces = content[Symbol.asyncIterator]()
  for (;;) {
    const timer = setTimeout(
      () => content.destroy(new StoreUnavailable('The store stopped sending.')),
      responseTimeoutMs,
    )
    try {
      const { done, value } = await pieces.next()
      if (done) return
      clearTimeout(timer)
      yield value
    } finally {
      clearTimeout(timer)
    }
  }
}
