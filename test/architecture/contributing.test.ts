import { expect, test } from 'vitest'
import { listFiles, readSources, readText } from '../support/files/source-files.ts'

const guide = readText('CONTRIBUTING.md')
const [, created = '', changed = ''] =
  /^## A new resource$[\s\S]*?^New files:$([\s\S]*?)^Existing files:$([\s\S]*?)^Then `node/m.exec(guide) ?? []
const pathsIn = (table: string) => [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => path as string)
const own = pathsIn(created)
const shared = pathsIn(changed)

/** What stands for the address book in a file that is not its own. */
const traces = /address[- ]book|address\.add|addAddress|addressList|addresses:add/

test('the worked example names every part of the address book', () => {
  const parts = [
    ...listFiles('server/features/address-book').filter((path) =>
      /-(tables|store|service|rows|routes|feature)\.ts$/.test(path),
    ),
    ...readSources('contract')
      .map(({ path }) => path)
      .filter((path) => /(^|\/)address-book\.ts$|lists\/addresses\.ts$/.test(path)),
    ...listFiles('console/address-book').filter((path) => /\/(feature|messages\.\w+)\.ts$/.test(path)),
    ...listFiles('test/address-book').filter((path) => path.endsWith('/operations.ts')),
    ...listFiles('migrations').filter((path) => path.endsWith('_address_book.sql')),
  ]
  expect(parts.filter((path) => !own.includes(path))).toEqual([])
  for (const path of own) expect(readText(path), path).not.toBe('')
})

test('a new resource edits at most eight existing files', () => {
  expect(shared.length).toBeGreaterThan(0)
  expect(shared.length).toBeLessThanOrEqual(8)
})

test('it names every file that knows of the address book to take it in', () => {
  const isPart = (path: string) =>
    /^(contract\/(operations\/wallets|declarations)\/address-book|contract\/lists\/addresses|console\/address-book\/(feature|messages\.\w+)|server\/features\/address-book\/address-book-feature)\.ts$/.test(
      path,
    )
  const registries = readSources('contract', 'server', 'console')
    .filter(({ path, imports }) => imports.some(isPart) && !own.includes(path))
    // Pages and features that use it are no part of what a new resource changes.
    .filter(({ path }) => !/^(console|server\/features)\/[\w-]+\//.test(path))
    .map(({ path }) => path)
  expect(registries.filter((path) => !shared.includes(path))).toEqual([])
  for (const path of shared) expect(readText(path), path).toMatch(traces)
})
