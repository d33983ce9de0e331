import type { Link } from '../audit/audit-chain.ts'
import type { Revision } from '../audit/audit-log.ts'

/** What a node remembers of rows that may not go back. */
export type RegisterState = ReturnType<typeof createRegisterState>

/** A line of the file: everything that was learnt up to this row of the audit log. */
export interface Learnt {
  head: { seq: number; hash: string } | null
  reached: (readonly [name: string, revision: number, until?: string | undefined])[]
  said: (readonly [name: string, value: string])[]
}

/** Only grows, but for what `forget` and the times of the entries say. */
export function createRegisterState() {
  const reached = new Map<string, { revision: number; until?: string | undefined }>()
  const said = new Map<string, string>()
  /** What this node has committed and not read in the audit log yet. */
  const noted = new Map<string, number>()
  let head: Link | undefined
  let news: Learnt = nothing()

  function reach(name: string, revision: number, until: string | undefined): boolean {
    if (revision <= (reached.get(name)?.revision ?? 0)) return false
    reached.set(name, { revision, until })
    return true
  }

  return {
    head: () => head,
    last(kind: string, id: string): number | undefined {
      const name = nameOf(kind, id)
      const [read, own] = [reached.get(name)?.revision, noted.get(name)]
      return own === undefined || (read ?? 0) > own ? read : own
    },
    value: (kind: string, id: string) => said.get(nameOf(kind, id)),
    size: () => reached.size + said.size,
    isNews: () => news.head !== null,

    /** Whether it was news. */
    learn({ kind, id, revision, until, value }: Revision): boolean {
      const name = nameOf(kind, id)
      if (value === undefined) {
        const isNews = reach(name, revision, until)
        if (isNews) news.reached.push([name, revision, until])
        return isNews
      }
      if (said.has(name)) return false
      said.set(name, value)
      news.said.push([name, value])
      return true
    },

    /** What this node has just committed. It is not kept: the audit log says it from now on. */
    note({ kind, id, revision, value }: Pick<Revision, 'kind' | 'id' | 'revision' | 'value'>): void {
      const name = nameOf(kind, id)
      if (value === undefined) noted.set(name, Math.max(revision, noted.get(name) ?? 0))
    },

    /** Called before the log is read. What it returns drops what was noted so far: by then, the log has said it. */
    takeNoted(): () => void {
      const before = [...noted]
      return () => {
        for (const [name, revision] of before) if (noted.get(name) === revision) noted.delete(name)
      }
    },

    moveTo(link: Link): void {
      head = link
      news.head = { seq: link.seq, hash: link.hash.toString('hex') }
    },

    /** Takes what a file says. */
    recall(learnt: Learnt): void {
      for (const [name, revision, until] of learnt.reached) reach(name, revision, until)
      for (const [name, value] of learnt.said) if (!said.has(name)) said.set(name, value)
      if (learnt.head) head = { seq: learnt.head.seq, hash: Buffer.from(learnt.head.hash, 'hex') }
    },

    /** What the file does not have yet. */
    takeNews(): Learnt {
      const taken = news
      news = nothing()
      return taken
    },

    /** Everything, for a new file; without what can no longer come back, because it would have expired. */
    all(now: Date): Learnt {
      for (const [name, { until }] of reached)
        if (until && Date.parse(until) < now.getTime()) reached.delete(name)
      news = nothing()
      return {
        head: head ? { seq: head.seq, hash: head.hash.toString('hex') } : null,
        reached: [...reached].map(([name, { revision, until }]) => [name, revision, until] as const),
        said: [...said],
      }
    },

    /** After an accepted rollback the database says what the rows have reached. What was signed stays known. */
    forget(): void {
      reached.clear()
      noted.clear()
      head = undefined
      news = nothing()
    },
  }
}

function nothing(): Learnt {
  return { head: null, reached: [], said: [] }
}

function nameOf(kind: string, id: string): string {
  return `${kind}/${id}`
}
