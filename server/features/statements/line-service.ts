import { isId } from '../../../contract/api/common.ts'
import type { PostStatementLineBody } from '../../../contract/books/line-postings.ts'
import type {
  CertainMatch,
  MatchItem,
  MatchStatementLineBody,
  StatementLineResponse,
  StatementLineStatus,
} from '../../../contract/books/statements.ts'
import { type Actor, service } from '../../platform/actor.ts'
import { actorOf, type By, recordChange } from '../../platform/audit/change.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { accountsOfStrangers } from '../papers/own-accounts.ts'
import {
  creditsWithRefund,
  lockOwnersOfRefunds,
  lockRequestsForMatching,
} from '../purchase-requests/requests-for-matching.ts'
import { isSameMatch, type MatchLine } from './line-matching.ts'
import { linesWithSuggestions } from './line-suggestions.ts'
import { listSettlements } from './lines/exchange-store.ts'
import { referenceOf, withheld } from './lines/line-response.ts'
import {
  demandDecision,
  lineClosed,
  lineNotFound,
  lineNotPosted,
  matchUncertain,
  notOurs,
} from './lines/statement-failures.ts'
import * as store from './lines/statement-store.ts'
import type { PostingRow } from './lines/statement-tables.ts'
import type { PostLine, Settled } from './posting/line-posting.ts'
import { doubtAbout } from './suggestions/score.ts'
import { demandNoTwin, lockAlike } from './twin-lines.ts'

export type LineService = ReturnType<typeof createLineService>

/** What people decide about lines. Each decision holds the row of the line, after those of the requests. */
export function createLineService({
  db: pool,
  now,
  matchLine,
  postLine,
}: {
  db: Db
  now: () => Date
  matchLine: MatchLine
  postLine: PostLine
}) {
  async function respond(db: Db, id: string, { permissions }: Actor): Promise<StatementLineResponse> {
    const [response] = await linesWithSuggestions(db, [await hold(db, id)])
    const line = response as StatementLineResponse
    return permissions.has('requests:read') ? line : withheld(line)
  }

  async function decide(
    db: Db,
    line: store.Line,
    status: StatementLineStatus,
    given: { actor: Actor; at: Date; reason?: string },
  ): Promise<void> {
    const { actor, at, reason = null } = given
    const isOpen = status === 'new'
    await store.updateLine(db, line.id, {
      status,
      set_aside_reason: reason,
      decided_by: isOpen ? null : (actor.id ?? actor.name),
      decided_at: isOpen ? null : at,
      ...(isOpen && { waiting_since: at }),
    })
  }

  async function match(
    db: Db,
    id: string,
    body: MatchStatementLineBody,
    actor: Actor,
    { demand, refundId }: { demand?: (line: store.Line) => Promise<void>; refundId?: string } = {},
  ): Promise<StatementLineResponse> {
    const found = isId(id) ? await store.findLine(db, id) : undefined
    if (!found) throw lineNotFound()
    const asked = body.items.flatMap(({ request_id }) => (request_id && isId(request_id) ? [request_id] : []))
    const requests = asked.length > 0 ? await lockRequestsForMatching(db, asked) : []
    await lockCredits(db, found, body)
    await lockAlike(db, found)
    const line = await hold(db, id)
    const matches = (await store.listMatches(db, [id])).get(id) ?? []
    if (line.status === 'matched' && isSameMatch(body.items, matches)) return respond(db, id, actor)
    if (line.status !== 'new') throw lineClosed(line.status)
    await demand?.(line)
    // Lines of strangers could be imported once.
    const strangers = await accountsOfStrangers(db, [line.account])
    if (strangers.length > 0) throw notOurs(['path', 'line_id'], strangers)
    await demandNoTwin(db, line)
    const at = now()
    const { made, permit } = await matchLine(db, { line, matches, requests, body, refundId }, { actor, at })
    await store.insertMatches(db, made)
    await decide(db, line, 'matched', { actor, at })
    const organizationId = made[0]?.organization_id ?? null
    const object = { type: 'statement_line', id }
    const parts = made.map(({ kind, fact_id, request_id, amount, was_entered }) => ({
      kind,
      id: fact_id,
      request_id,
      amount,
      was_entered,
    }))
    const details = { direction: line.direction, matches: parts }
    recordChange(db, permit, {
      action: 'statement_line.matched',
      object,
      organizationId,
      details,
      data: { ...details, id, currency: line.currency },
      at,
    })
    return respond(db, id, actor)
  }

  return {
    match(id: string, body: MatchStatementLineBody, actor: Actor): Promise<StatementLineResponse> {
      return pool.transaction().execute((db) => match(db, id, body, actor))
    },

    /** Only if it is certain at this moment that the line belongs to the request. */
    matchCertain(
      id: string,
      asked: Omit<CertainMatch, 'id'>,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<StatementLineResponse> {
      return withIdempotency(pool, key, (db) =>
        match(db, id, { items: [asked] }, actor, {
          demand: async (line) => {
            const [{ suggestions }] = (await linesWithSuggestions(db, [line])) as [StatementLineResponse]
            const doubt = doubtAbout(suggestions, asked)
            if (doubt) throw matchUncertain(doubt)
          },
        }),
      )
    },

    /** By the service: the line that went out has executed the payment order of a refund. */
    async matchOrder(
      id: string,
      { item, refundId, demand }: { item: MatchItem; refundId: string; demand: (db: Db) => Promise<void> },
    ): Promise<void> {
      await pool
        .transaction()
        .execute((db) => match(db, id, { items: [item] }, service, { refundId, demand: () => demand(db) }))
    },

    /** Again with the same reason changes nothing; with another one it replaces the reason. */
    setAside(id: string, reason: string, actor: Actor): Promise<StatementLineResponse> {
      return pool.transaction().execute(async (db) => {
        const line = await hold(db, id)
        if (line.status === 'matched' || line.status === 'posted') throw lineClosed(line.status)
        await demandNoPart(db, id)
        if (line.set_aside_reason === reason) return respond(db, id, actor)
        const at = now()
        await decide(db, line, 'set_aside', { actor, at, reason })
        const object = { type: 'statement_line', id }
        recordChange(db, actor, {
          action: 'statement_line.set_aside',
          object,
          details: { direction: line.direction },
          data: { id },
          at,
        })
        return respond(db, id, actor)
      })
    },

    reopen(id: string, decidedAt: string | undefined, actor: Actor): Promise<StatementLineResponse> {
      return pool.transaction().execute(async (db) => {
        const line = await hold(db, id)
        if (line.status === 'matched' || line.status === 'posted') throw lineClosed(line.status)
        if (line.status === 'new') return respond(db, id, actor)
        demandDecision(decidedAt, line)
        await reopened(db, line, actor)
        return respond(db, id, actor)
      })
    },

    /** Posts it as no money of a client, also if it was set aside. The same again changes nothing. */
    post(id: string, body: PostStatementLineBody, actor: Actor): Promise<StatementLineResponse> {
      return pool.transaction().execute(async (db) => {
        const { account, acquisition_id, exchange_line_id } = body
        const line = await holdBoth(db, id, exchange_line_id ?? id)
        const text = body.text ?? defaultText(line)
        const at = now()
        if (line.status === 'posted') {
          const posted = (await store.listLinePostings(db, [id])).get(id)
          if (
            posted &&
            exchange_line_id &&
            account === posted.account &&
            (body.text ?? posted.text) === posted.text
          )
            return settle(db, line, posted, exchange_line_id, actor)
          const paidFor = acquisition_id ?? null
          const isSame =
            posted?.account === account && posted.text === text && posted.acquisition_id === paidFor
          if (isSame) return respond(db, id, actor)
        }
        if (line.status === 'matched' || line.status === 'posted') throw lineClosed(line.status)
        await demandNoPart(db, id)
        const strangers = await accountsOfStrangers(db, [line.account])
        if (strangers.length > 0) throw notOurs(['path', 'line_id'], strangers)
        const posted = await postLine.post(db, line, { ...body, text }, { actor, at })
        await decide(db, line, 'posted', { actor, at })
        const details = {
          posting_id: posted.id,
          direction: line.direction,
          account,
          text,
          ...(acquisition_id && { acquisition_id }),
        }
        recordChange(db, posted.permit, {
          action: 'statement_line.posted',
          object: { type: 'statement_line', id },
          details,
          data: { id, posting_id: posted.id, account, currency: line.currency },
          at,
        })
        if (posted.settled) recordSettled(db, posted.permit, id, posted.settled, at)
        return respond(db, id, actor)
      })
    },

    unpost(
      id: string,
      { reason, decidedAt }: { reason: string; decidedAt: string | undefined },
      actor: Actor,
    ): Promise<StatementLineResponse> {
      return pool.transaction().execute(async (db) => {
        const line = await holdBoth(db, id, isId(id) ? await otherLineOf(db, id) : id)
        const posting = (await store.listLinePostings(db, [id])).get(id)
        if (line.status !== 'posted' || !posting) throw lineNotPosted(line.status)
        demandDecision(decidedAt, line)
        const at = now()
        const { day, permit, exchangeLineId } = await postLine.reverse(db, line, posting, {
          reason,
          actor,
          at,
        })
        await decide(db, line, 'new', { actor, at })
        recordChange(db, permit, {
          action: 'statement_line.unposted',
          object: { type: 'statement_line', id },
          alsoChanged: exchangeLineId ? [settledLine(exchangeLineId)] : [],
          details: {
            posting_id: posting.id,
            account: posting.account,
            date: day,
            reason,
            ...(exchangeLineId && { exchange_line_id: exchangeLineId }),
          },
          data: { id, posting_id: posting.id },
          at,
        })
        return respond(db, id, actor)
      })
    },

    /** A payment that came from a line was reversed: its part of the line is open again. The caller holds the request. */
    async released(
      db: Db,
      { lineId, factId }: { lineId: string | null; factId: string },
      by: By,
    ): Promise<void> {
      if (lineId === null) return
      const line = await hold(db, lineId)
      if (await store.releaseMatch(db, lineId, factId, now()))
        await reopened(db, line, by, { released: factId })
    },

    /** The same of a refund, which does not know its line. */
    async releasedRefund(db: Db, refundId: string, by: By): Promise<void> {
      const lineId = (await store.findLineOfFact(db, refundId)) ?? null
      await this.released(db, { lineId, factId: refundId }, by)
    },
  }

  /** A line that is posted as an exchange already, with its other one. The same again changes nothing. */
  async function settle(
    db: Db,
    line: store.Line,
    { id: postingId, text }: PostingRow,
    exchange_line_id: string,
    actor: Actor,
  ): Promise<StatementLineResponse> {
    const known = (await listSettlements(db, [postingId])).get(postingId)
    if (known?.other_line_id === exchange_line_id) return respond(db, line.id, actor)
    const at = now()
    const { permit, settled } = await postLine.settle(db, line, { exchange_line_id, text }, { actor, at })
    recordSettled(db, permit, line.id, settled, at)
    return respond(db, line.id, actor)
  }

  function recordSettled(
    db: Db,
    permit: Permit<'books.post'>,
    id: string,
    { id: settlement_id, day, result, otherLineId: exchange_line_id }: Settled,
    at: Date,
  ): void {
    const details = { settlement_id, exchange_line_id, day, result }
    recordChange(db, permit, {
      action: 'statement_line.settled',
      object: { type: 'statement_line', id },
      alsoChanged: [settledLine(exchange_line_id)],
      details,
      data: { id, ...details },
      at,
    })
  }

  async function reopened(
    db: Db,
    line: store.Line,
    by: By,
    details: Record<string, string> = {},
  ): Promise<void> {
    const at = now()
    await decide(db, line, 'new', { actor: actorOf(by), at })
    const object = { type: 'statement_line', id: line.id }
    const data = { id: line.id, ...details }
    recordChange(db, by, { action: 'statement_line.reopened', object, details, data, at })
  }
}

/** The credits whose refunds an outgoing line may prove, so that two lines do not prove the same one. */
async function lockCredits(db: Db, line: store.Line, { items }: MatchStatementLineBody): Promise<void> {
  const organizationId = items[0]?.organization_id
  if (line.direction !== 'outgoing' || organizationId === undefined || !isId(organizationId)) return
  const { amount, currency } = line
  await lockOwnersOfRefunds(db, {
    requests: [],
    credits: await creditsWithRefund(db, { organizationId, amount, currency }),
  })
}

/** A part of the line that still is a payment would be posted twice. */
async function demandNoPart(db: Db, id: string): Promise<void> {
  if ((await store.listMatches(db, [id])).has(id)) throw lineClosed('matched')
}

/** What the bank says that it is. */
function defaultText({ purpose, ...line }: store.Line): string {
  return purpose.slice(0, mostText) || referenceOf({ purpose, ...line })
}
const mostText = 500

function settledLine(id: string) {
  return { type: 'statement_line.settled', object: { type: 'statement_line', id }, version: null } as const
}

/** The line that the exchange of a line was settled with; the line itself if it has none. */
async function otherLineOf(db: Db, id: string): Promise<string> {
  const posting = (await store.listLinePostings(db, [id])).get(id)
  if (!posting) return id
  return (await listSettlements(db, [posting.id])).get(posting.id)?.other_line_id ?? id
}

/** The row of the first line, with that of the second one locked as well: always in the same order. */
async function holdBoth(db: Db, id: string, other: string): Promise<store.Line> {
  if (isId(other) && other < id) await store.lockLine(db, other)
  const line = await hold(db, id)
  if (isId(other) && other > id) await store.lockLine(db, other)
  return line
}

/** The row of the line, locked until the transaction ends. */
async function hold(db: Db, id: string): Promise<store.Line> {
  const line = isId(id) ? await store.lockLine(db, id) : undefined
  if (!line) throw lineNotFound()
  return line
}
