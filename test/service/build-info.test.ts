import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { commitOf } from '../../server/platform/host/build-info.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

function givenRepository(files: Record<string, string>): string {
  const directory = mkdtempSync(join(inject('runDir'), 'git-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  return directory
}

test.each([
  ['a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${commit}\n` }],
  [
    'a packed branch',
    { HEAD: 'ref: refs/heads/main\n', 'packed-refs': `# pack-refs\n${commit} refs/heads/main\n` },
  ],
  ['no branch', { HEAD: `${commit}\n` }],
])('the commit of %s that is checked out', (_what, files) => {
  expect(commitOf(givenRepository(files as Record<string, string>))).toBe(commit)
})

test('without a repository there is none', () => {
  expect(commitOf(givenRepository({}))).toBeUndefined()
  expect(commitOf(givenRepository({ HEAD: 'ref: refs/heads/empty\n' }))).toBeUndefined()
})
