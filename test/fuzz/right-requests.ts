import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lists } from '../../contract/lists/all.ts'
import type { Changes, Maker, Requests } from './makers.ts'

const tests = join(import.meta.dirname, '..')

/** Each feature has them in a file `operations.ts`, or one whose name ends like this, beside its tests. */
const found: { requests?: Requests; changes?: Changes }[] = await Promise.all(
  readdirSync(tests, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(tests, name)).map((file) => join(name, file)))
    .filter((path) => /[/-]operations\.ts$/.test(path))
    .sort()
    .map((path) => import(pathToFileURL(join(tests, path)).href)),
)

const filesOfLists = lists.map(({ file }): [string, Maker] => [
  file.id,
  async () => ({ path: `${file.path}?format=csv` }),
])

/** By the operation. Those that take nothing are asked for at their path. */
export const rightRequests: ReadonlyMap<string, Maker> = new Map([
  ...filesOfLists,
  ...found.flatMap(({ requests = {} }) => Object.entries(requests)),
])

/** What each operation that may change something leaves in the list of changes, or why it leaves nothing. */
export const changesByOperation = found.flatMap(({ changes = {} }) => Object.entries(changes))
