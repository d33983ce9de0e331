import { mkdtempSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { nodeFileSystem } from '../../server/platform/files/file-system.ts'

test('a directory is made although another call makes the one above it at the same moment', async () => {
  const above = join(mkdtempSync(join(inject('runDir'), 'files-')), 'documents')
  const path = join(above, 'incoming')
  let isFirst = true
  const { makeDirectory } = createDurableFiles({
    ...nodeFileSystem,
    async mkdir(path, mode) {
      try {
        await nodeFileSystem.mkdir(path, mode)
      } catch (error) {
        if (isFirst) await nodeFileSystem.mkdir(above, mode)
        throw error
      } finally {
        isFirst = false
      }
    },
  })
  await makeDirectory(path)
  expect(statSync(path).isDirectory()).toBe(true)
})
