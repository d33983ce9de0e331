import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { createSealer } from '../server/platform/blobs/sealed-stream.ts'
import { atLeast, atMost, type Row } from './report.ts'
import { sized } from './scale.ts'

const megabyte = 1024 * 1024
const fileSize = sized(megabyte / 16, 20 * megabyte)
const uploads = sized(2, 50)
const turnsOfEach = sized(1, 7)

type Target = { url: string; token: string; organizationId: string; dataDir: string }

/**
 * Uploads of 20 MiB over HTTP, compared with a script that hashes, encrypts and writes the same bytes to the same disk;
 * and the memory growth of the service during fifty uploads, eight at a time.
 */
export async function run(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'documents-server.ts'))
  try {
    const target = await messageOf<Target>(child)
    // A small one starts the thread that inspects files, which then stays.
    await send(target, bodyOf(0, 4_096))
    // Memory is measured before all large uploads, because earlier ones would hide the growth.
    const before = await residentOf(child)
    let most = before
    const watch = setInterval(async () => {
      most = Math.max(most, await residentOf(child))
    }, 100)
    const all = await timed(() => uploadMany(target, uploads, 8))
    clearInterval(watch)
    most = Math.max(most, await residentOf(child))

    await writeBare(target.dataDir, fileOf(1))
    const turns: { service: number; bare: number }[] = []
    for (let turn = 0; turn < turnsOfEach; turn++) {
      // Created in advance, so that creating files is not measured.
      const [content, body] = [fileOf(turn + 100), bodyOf(turn + 200)]
      const bare = await timed(() => writeBare(target.dataDir, content))
      const service = await timed(() => send(target, body))
      turns.push({ service, bare })
    }
    const middle = turns.sort((a, b) => a.bare / a.service - b.bare / b.service)[
      Math.floor(turnsOfEach / 2)
    ] as (typeof turns)[number]
    return [
      {
        what: 'upload of 20 MiB, one client',
        measured: `${speed(middle.service)}`,
        against: `only encrypt and write ${speed(middle.bare)}`,
        // In addition, the service parses the form, checks all bytes for active content, and commits a transaction.
        ...atLeast(middle.bare / middle.service, 0.4),
      },
      {
        what: 'memory growth during 50 uploads of 20 MiB, 8 at a time',
        measured: `${Math.round(before / megabyte)} → ${Math.round(most / megabyte)} MiB`,
        against: `${speed(all / uploads)} in total`,
        ...atMost((most - before) / megabyte, 100, ' MiB'),
      },
    ]
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)))
  }
}

/** A unique PDF, of 20 MiB unless told. */
function fileOf(seed: number, size = fileSize): Buffer {
  const file = Buffer.alloc(size, randomBytes(64 * 1024))
  file.write(`%PDF-1.7\n% ${seed}\n`)
  file.write('\n%%EOF\n', size - 7)
  return file
}

async function uploadMany(target: Target, count: number, atOnce: number): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await send(target, bodyOf(1_000 + next++))
    }),
  )
}

const boundary = 'limit-of-a-part'

function bodyOf(seed: number, size = fileSize): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), fileOf(seed, size), Buffer.from(`\r\n--${boundary}--\r\n`)])
}

/** Uses node:http, because a full client would cost as much as the measured service. */
function send({ url, token, organizationId }: Target, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/v1/organizations/${organizationId}/documents/charter`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': body.length,
      },
    })
    call.once('error', reject)
    call.once('response', (response) => {
      response.resume()
      if (response.statusCode === 200) response.once('end', resolve)
      else reject(new Error(`an upload returned ${response.statusCode}`))
    })
    call.end(body)
  })
}

/** The necessary work: hash, encrypt, write and sync. */
async function writeBare(dataDir: string, content: Buffer): Promise<void> {
  const directory = mkdtempSync(join(dataDir, 'bare-'))
  const file = await open(join(directory, 'file'), 'w')
  const hash = createHash('sha256')
  const sealer = createSealer({ key: randomBytes(32), record: Buffer.from('bare') })
  await file.write(sealer.header)
  for (let at = 0; at < content.length; at += 65_536) {
    const piece = content.subarray(at, at + 65_536)
    hash.update(piece)
    for (const sealed of sealer.push(piece)) await file.write(sealed)
  }
  for (const sealed of sealer.final()) await file.write(sealed)
  hash.digest()
  await file.datasync()
  await file.close()
  rmSync(directory, { recursive: true })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

function speed(seconds: number): string {
  return `${Math.round(fileSize / megabyte / seconds)} MiB/s`
}

async function residentOf(child: ChildProcess): Promise<number> {
  child.send('memory')
  return (await messageOf<{ resident: number }>(child)).resident
}

function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`the measured service ended with ${code}`))
    child.once('exit', failed)
    child.once('message', (message) => {
      child.off('exit', failed)
      resolve(message as T)
    })
  })
}
