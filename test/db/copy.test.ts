import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyIn, copyOut, openCopyIn } from '../../server/platform/db/copy.ts'
import { isDatabaseUnavailable } from '../../server/platform/db/primary/availability.ts'
import { connectClient } from '../../server/platform/db/primary/primary-client.ts'
import { cloneDatabase } from '../support/service/harness.ts'

const fromStdin = 'copy numbers from stdin'
let url: string
let client: pg.Client
beforeAll(async () => {
  url = await cloneDatabase()
  client = await connectClient(url, 'test')
  await client.query('create table numbers (number integer, text text)')
})
beforeEach(async () => {
  await client.query('truncate numbers')
})
afterAll(() => client.end())

const countOf = async () => (await client.query('select count(*)::int as count from numbers')).rows[0].count

async function* lines(count: number, text = 'x'.repeat(1_000)) {
  for (let number = 0; number < count; number++) yield Buffer.from(`${number}\t${text}\n`)
}

/** Gets rid of a connection in the middle of what it does. */
async function terminate(victim: pg.Client): Promise<void> {
  await client.query('select pg_terminate_backend($1)', [
    (victim as unknown as { processID: number }).processID,
  ])
}

test('rows that are copied in come out again', async () => {
  await copyIn(client, fromStdin, lines(5_000))
  expect(await countOf()).toBe(5_000)
  const pieces: Buffer[] = []
  for await (const piece of copyOut(client, 'copy numbers to stdout')) pieces.push(piece)
  const expected: Buffer[] = []
  for await (const line of lines(5_000)) expected.push(line)
  expect(Buffer.concat(pieces).equals(Buffer.concat(expected))).toBe(true)
})

test('rows can be written step by step, in chunks of any size', async () => {
  const copy = openCopyIn(client, fromStdin)
  const text = randomBytes(150_000).toString('hex')
  for await (const line of lines(3, text)) await copy.write(line)
  await copy.write(Buffer.from('4\tshort\n'))
  await copy.end()
  const { rows } = await client.query('select number, text from numbers order by number')
  expect(rows).toEqual([...[0, 1, 2].map((number) => ({ number, text })), { number: 4, text: 'short' }])
})

test('a copy of nothing is a copy', async () => {
  await copyIn(client, fromStdin, lines(0))
  await openCopyIn(client, fromStdin).end()
  expect(await countOf()).toBe(0)
  expect(await Array.fromAsync(copyOut(client, 'copy numbers to stdout'))).toEqual([])
})

test('rows that the server refuses fail the copy, and the connection goes on', async () => {
  async function* wrong() {
    yield* lines(100)
    yield Buffer.from('not a number\tx\n')
    yield* lines(5_000)
  }
  await expect(copyIn(client, fromStdin, wrong())).rejects.toThrow('invalid input syntax')

  const copy = openCopyIn(client, fromStdin)
  const writing = (async () => {
    for await (const line of wrong()) await copy.write(line)
    await copy.end()
  })()
  await expect(writing).rejects.toThrow('invalid input syntax')
  await expect(copy.write(Buffer.from('1\tx\n'))).rejects.toThrow('invalid input syntax')
  await expect(copy.end()).rejects.toThrow('invalid input syntax')
  expect(await countOf()).toBe(0)
})

test('a table that does not exist fails the copy, and the connection goes on', async () => {
  await expect(copyIn(client, 'copy nowhere from stdin', lines(5_000))).rejects.toThrow('nowhere')
  const copy = openCopyIn(client, 'copy nowhere from stdin')
  await expect(copy.end()).rejects.toThrow('nowhere')
  await expect(Array.fromAsync(copyOut(client, 'copy nowhere to stdout'))).rejects.toThrow('nowhere')
  expect(await countOf()).toBe(0)
})

test('a source that fails cancels the copy, and the connection goes on', async () => {
  async function* broken() {
    yield* lines(5_000)
    throw new Error('the source is broken')
  }
  await expect(copyIn(client, fromStdin, broken())).rejects.toThrow('the source is broken')
  expect(await countOf()).toBe(0)
})

test.each(['copyIn', 'openCopyIn'])('%s fails when its connection is lost', async (how) => {
  const victim = await connectClient(url, 'test')
  async function* losing() {
    yield* lines(1_000)
    await terminate(victim)
    yield* lines(1_000_000)
  }
  const write = async () => {
    const copy = openCopyIn(victim, fromStdin)
    for await (const line of losing()) await copy.write(line)
    await copy.end()
  }
  await expect(how === 'copyIn' ? copyIn(victim, fromStdin, losing()) : write()).rejects.toSatisfy(
    isDatabaseUnavailable,
  )
  await victim.end()
})

test('copyOut fails when its connection is lost', async () => {
  await copyIn(client, fromStdin, lines(20_000))
  const victim = await connectClient(url, 'test')
  const reading = (async () => {
    for await (const _piece of copyOut(victim, 'copy numbers to stdout')) await terminate(victim)
  })()
  await expect(reading).rejects.toSatisfy(isDatabaseUnavailable)
  await victim.end()
})

test('a reader that stops early does not wait for the rest, and loses the connection', async () => {
  await copyIn(client, fromStdin, lines(20_000))
  const reader = await connectClient(url, 'test')
  for await (const _piece of copyOut(reader, 'copy numbers to stdout')) break
  await expect(reader.query('select 1')).rejects.toThrow('closed')
})
