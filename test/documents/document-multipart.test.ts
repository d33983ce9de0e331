import { PassThrough, type Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { readUpload, type UploadLimits } from '../../server/platform/http/requests/multipart.ts'

const contentType = 'multipart/form-data; boundary=b'
const limits: UploadLimits = { fileBytes: 1_000, parts: 5, otherBytes: 1_000, idle: 60_000, total: 60_000 }
const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'

afterEach(() => {
  vi.useRealTimers()
})

/** Reads a form; gives what became of the file with it. */
function reading(source: Readable, changed: Partial<UploadLimits> = {}) {
  const taken = { pieces: [] as Buffer[], ended: undefined as 'whole' | 'cut' | undefined }
  const upload = readUpload(source, contentType, {
    fileField: 'file',
    textFields: ['number'],
    limits: { ...limits, ...changed },
    async takeFile(content) {
      try {
        for await (const piece of content.iterator({ destroyOnReturn: false })) taken.pieces.push(piece)
        taken.ended = 'whole'
      } catch (error) {
        taken.ended = 'cut'
        throw error
      }
    },
  })
  return { upload, taken }
}

test('a file arrives unchanged, in chunks of any size', async () => {
  const content = `line\r\n--not the limit\r\n--b${'x'.repeat(500)}`.replace('--b', '--c')
  const whole = `${file}${content}\r\n--b\r\nContent-Disposition: form-data; name="number"\r\n\r\nж\r\n--b--\r\n`
  for (const size of [1, 7, 64, 5_000]) {
    const source = new PassThrough()
    const { upload, taken } = reading(source)
    const bytes = Buffer.from(whole)
    for (let at = 0; at < bytes.length; at += size) source.write(bytes.subarray(at, at + size))
    source.end()
    expect(await upload).toMatchObject({ fields: { number: 'ж' }, hasFile: true, faults: [], isWhole: true })
    expect(Buffer.concat(taken.pieces).toString()).toBe(content)
    expect(taken.ended).toBe('whole')
  }
})

test.each([
  ['nothing arrives any more', { idle: 20 }],
  ['it takes too long', { total: 20 }],
])('%s: the file is released and the request stays open', async (_, changed) => {
  const source = new PassThrough()
  const { upload, taken } = reading(source, changed)
  source.write(`${file}some`)
  await expect(upload).rejects.toMatchObject({ kind: 'unreadable' })
  expect(taken.ended).toBe('cut')
  expect(source.destroyed).toBe(false)
  expect(source.listenerCount('data')).toBe(0)
})

test('the timeout does not count time spent by the service', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const source = new PassThrough()
  const { promise: slow, resolve: goOn } = Promise.withResolvers<void>()
  const upload = readUpload(source, contentType, {
    fileField: 'file',
    textFields: [],
    limits: { ...limits, fileBytes: 1_000_000, idle: 30 },
    async takeFile(content) {
      await slow
      for await (const _ of content.iterator({ destroyOnReturn: false }));
    },
  })
  // More than the streams in between hold, so that the reading waits for us.
  source.write(file)
  for (let n = 0; n < 8; n++) source.write(Buffer.alloc(100_000, 'x'))
  source.end('\r\n--b--\r\n')
  await vi.advanceTimersByTimeAsync(10_000)
  goOn()
  expect(await upload).toMatchObject({ hasFile: true, faults: [] })
})

test('a client that disconnects, and a receiver that fails', async () => {
  const source = new PassThrough()
  const { upload, taken } = reading(source)
  source.write(`${file}some`)
  setImmediate(() => source.destroy())
  await expect(upload).rejects.toMatchObject({ kind: 'unreadable' })
  expect(taken.ended).toBe('cut')

  const full = new Error('the disk is full')
  const other = new PassThrough()
  other.write(`${file}some`)
  const failing = readUpload(other, contentType, {
    fileField: 'file',
    textFields: [],
    limits,
    takeFile: () => Promise.reject(full),
  })
  await expect(failing).rejects.toBe(full)
  expect(other.destroyed).toBe(false)
})
