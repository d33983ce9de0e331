import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { createUploadedFiles, FilesTooLarge } from '../../server/platform/files/uploaded-files.ts'

function given(mostBytes: number) {
  const directory = mkdtempSync(join(inject('runDir'), 'temporary-'))
  return { temporary: createUploadedFiles(createDurableFiles(), directory, mostBytes), directory }
}
const stream = (content: string) => Readable.from([Buffer.from(content)])

test('a file can be read, more than once, although it has no name on the disk', async () => {
  const { temporary, directory } = given(1_000_000)
  const long = 'ё'.repeat(100_000)
  const [first, second] = [
    await temporary.take(stream(long), 'long.csv'),
    await temporary.take(stream('short'), 'short.csv'),
  ]
  expect(readdirSync(directory)).toEqual([])
  expect(await text(first.open())).toBe(long)
  expect(await text(first.open())).toBe(long)
  expect(await text(second.open())).toBe('short')
  expect(second.name).toBe('short.csv')
  expect(second.sha256).toBe('f9b0078b5df596d2ea19010c001bbd009e651de2c57e8fb7e355f31eb9d3f739')
  await temporary.discard()
  await expect(text(first.open())).rejects.toThrow()
})

test('the limit holds for all files together', async () => {
  const { temporary, directory } = given(10)
  await temporary.take(stream('12345'), 'a')
  await temporary.take(stream('67890'), 'b')
  await expect(temporary.take(stream('1'), 'c')).rejects.toThrow(FilesTooLarge)
  expect(readdirSync(directory)).toEqual([])
  await temporary.discard()
})
