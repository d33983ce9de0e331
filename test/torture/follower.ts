import type { Change, ChangeListResponse } from '../../contract/events/changes.ts'

/** An object, and its last version that somebody was told of. */
export interface Expected {
  type: string
  id: string
  version: number
  /** Whether it may have a later one, because the outcome of a change was not known. */
  orLater?: boolean
}

type Read = (path: string) => Promise<{ status: number; body: unknown }>

/** Reads the log of changes from its beginning and keeps its cursor, whatever happens to the service meanwhile. */
export function createFollower(read: Read) {
  const changes: Change[] = []
  let after = ''

  async function readOn(wait: number): Promise<boolean> {
    const { status, body } = await read(`/v1/changes?limit=100&wait=${wait}${after}`)
    if (status !== 200) throw new Error(`the changes: ${status} ${JSON.stringify(body)}`)
    const { items, cursor } = body as ChangeListResponse
    changes.push(...items)
    after = `&after=${cursor}`
    return items.length > 0
  }

  return {
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) await readOn(1)
    },
    /** Reads to the end. A sentence for each thing that is missing, twice there, or in another order. */
    async problems(expected: readonly Expected[]): Promise<string[]> {
      while (await readOn(0)) {
        // There may be more.
      }
      return untrueChanges(changes, expected)
    },
  }
}

/** Changes beside an object, which have the version that it has anyway. */
const withoutVersion: ReadonlySet<string> = new Set(['organization.documents_changed'])

/** Each version of each object is told once, in the order of the versions, and none is missing. */
export function untrueChanges(changes: readonly Change[], expected: readonly Expected[]): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  const told = new Map<string, number[]>()
  for (const { cursor, type, object, version: shown } of changes) {
    const version = withoutVersion.has(type) ? null : shown
    const name = `${object.type} ${object.id}`
    for (const key of [cursor, ...(version === null ? [] : [`${type} of ${name}, version ${version}`])]) {
      if (seen.has(key)) problems.push(`the changes tell ${key} twice`)
      seen.add(key)
    }
    if (version === null) continue
    const versions = told.get(name) ?? []
    // Two changes can have made one version together.
    if (versions.at(-1) !== version) versions.push(version)
    told.set(name, versions)
  }
  for (const { type, id, version, orLater = false } of expected) {
    const versions = told.get(`${type} ${id}`) ?? []
    const isWhole = versions.every((one, index) => one === index + 1)
    const isEnd = orLater ? versions.length >= version : versions.length === version
    if (!isWhole || !isEnd)
      problems.push(
        `the changes tell versions ${versions.join(', ')} of ${type} ${id}, acknowledged ${version}`,
      )
  }
  return problems
}
