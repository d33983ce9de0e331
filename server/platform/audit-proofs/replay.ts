import { sql } from 'kysely'
import type { Problem } from '../audit/audit-chain.ts'
import type { Proof, Revision } from '../audit/audit-log.ts'
import { findAuditHead, findEventRows } from '../audit/audit-reader.ts'
import type { Db } from '../db/database.ts'
import { createTurns, type Turn } from '../turns.ts'
import type { AuditProofs, State } from './audit-proofs.ts'
import { type RenewedState, renewed } from './renewed.ts'

const batch = 1_000
/** The event with the state of everything that existed before there were proofs. */
const started = 'control.started'

/** An event of the chain, as far as replays need it. */
export interface ReplayedEvent {
  seq: number
  at: string
  action: string
  actor_kind: string
  actor_id: string | null
  session_id: string | null
  request_id: string | null
  object_type: string | null
  object_id: string | null
  details: Record<string, unknown>
  state?: State
  proof?: Proof
  /** The revisions that proven rows have reached. */
  revisions?: readonly Revision[]
  /** Whether the service wrote it. Without the vault: whether it says so. */
  isProven: boolean
  /** The version of the key that tags of revisions had at least when it was written. */
  leastTagKey: number
}

/**
 * When an event of an action must be proven: always; since everything was stated by `control.started`, because releases
 * before had no proofs; when it has a state; or never.
 */
export type Demand = 'always' | 'since_started' | 'with_state' | 'never'

/** A part of what is replayed from the chain. Features export theirs, and `kontor audit verify` puts them together. */
export interface ReplayPart {
  /** What is counted, such as "Passkeys". */
  name: string
  actions: Readonly<Record<string, Demand>>
  /** Further events that concern the part, by their text: most rows are not parsed. */
  concerns?(event: string): boolean
  /** Takes the event into what the part knows. Returns what is wrong with it, in one sentence. */
  visit(event: ReplayedEvent): string | undefined
  /** Compares what the chain says with the tables. One sentence for each difference. Many rows ask for their `turn`. */
  compare(db: Db, replay: { isStarted: boolean; turn: Turn }): Promise<Compared>
}

export interface Compared {
  count: number
  problems: string[]
  /** What could not be compared, in one sentence. */
  unchecked?: string
}

export interface Replayed {
  problems: Problem[]
  parts: (Omit<Compared, 'problems'> & { name: string })[]
}

/** What the verification holds open while it compares, which needs no lock. */
const comparing = sql`select
  set_config('idle_in_transaction_session_timeout', '60s', true), set_config('statement_timeout', '60s', true)`

/**
 * Replays the events of the chain, oldest first, and compares the result with the tables, in one view of both while the
 * service may be at work. Most rows are read before that view is opened: it must not be kept open for long. What each part
 * keeps grows with its objects, not with the rows of the chain.
 */
export async function replayAudit(
  pool: Db,
  parts: readonly ReplayPart[],
  proofs: Pick<AuditProofs, 'check'> | undefined,
  turn: Turn = createTurns(),
): Promise<Replayed> {
  const replay = createReplay(parts, proofs)
  let after = 0

  async function readOn(db: Db): Promise<number> {
    const { seq: head } = await findAuditHead(db)
    while (after < head) {
      const rows = await findEventRows(db, after, head, batch)
      for (const row of rows) {
        await turn()
        await replay.visit(db, row)
      }
      if (rows.length === 0) break
      after = rows.at(-1)?.seq as number
    }
    return head
  }

  async function compareAll(db: Db, head: number): Promise<Replayed> {
    const result: Replayed = { problems: replay.problems, parts: [] }
    for (const part of parts) {
      const { problems, ...compared } = await part.compare(db, { isStarted: replay.isStarted(), turn })
      result.problems.push(...problems.map((message) => ({ seq: head, message })))
      result.parts.push({ name: part.name, ...compared })
    }
    return result
  }

  await readOn(pool)
  let isBegun = false
  return pool
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      // What was compared cannot be compared again.
      if (isBegun) throw new Error('The connection was lost while the audit log was verified.')
      isBegun = true
      await comparing.execute(db)
      return compareAll(db, await readOn(db))
    })
}

function createReplay(parts: readonly ReplayPart[], proofs: Pick<AuditProofs, 'check'> | undefined) {
  const problems: Problem[] = []
  /** Proofs that were seen. The chain has each event once: an old genuine one could be appended again. */
  const seen = new Set<string>()
  let isStarted = false
  /** The versions of the keys that proofs of the next events have at least. */
  let least: RenewedState['versions'] = { proofs: 0, system: 0 }

  /** Whether the event counts. One that the service did not write is ignored after it was reported. */
  async function judge(db: Db, event: ReplayedEvent, text: string, demands: readonly Demand[]) {
    const { seq, proof } = event
    if (proof === undefined) {
      const isDemanded =
        demands.includes('always') ||
        (isStarted && demands.includes('since_started')) ||
        (event.state !== undefined && demands.includes('with_state'))
      return isDemanded ? `Row ${seq} (${event.action}) was inserted: it has no proof of the service.` : true
    }
    if (proof.key < least.system || (proofs && (await proofs.check(db, text)) !== 'proven'))
      return `Row ${seq} (${event.action}) is forged: its proof is not of the service.`
    if (seen.has(proof.hmac)) return `Row ${seq} (${event.action}) repeats an earlier event.`
    seen.add(proof.hmac)
    event.isProven = true
    return true
  }

  /** An event that somebody else appended can have any form. */
  function visitPart(part: ReplayPart, event: ReplayedEvent): string | undefined {
    try {
      return part.visit(event)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return `Row ${event.seq} (${event.action}) does not have the form that the service writes.`
    }
  }

  return {
    problems,
    isStarted: () => isStarted,

    async visit(db: Db, row: { seq: number; action: string; outcome: string; event: string }): Promise<void> {
      if (row.outcome !== 'success') return
      const concerned = parts.filter(
        ({ actions, concerns }) => Object.hasOwn(actions, row.action) || concerns?.(row.event),
      )
      if (concerned.length === 0 && row.action !== renewed) return
      const event: ReplayedEvent = {
        ...JSON.parse(row.event),
        seq: row.seq,
        isProven: false,
        leastTagKey: least.proofs,
      }
      const demands = concerned.map(({ actions }): Demand => actions[row.action] ?? 'never')
      if (row.action === renewed) demands.push('always')
      const verdict = await judge(db, event, row.event, demands)
      if (verdict !== true) {
        problems.push({ seq: row.seq, message: verdict })
        return
      }
      for (const part of concerned) {
        const message = visitPart(part, event)
        if (message) problems.push({ seq: row.seq, message })
      }
      if (event.action === started && event.isProven) isStarted = true
      if (event.action === renewed && event.isProven) least = (event.state as RenewedState).versions
    },
  }
}
