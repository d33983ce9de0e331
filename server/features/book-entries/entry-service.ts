import { isId } from '../../../contract/api/common.ts'
import { fault } from '../../../contract/api/faults.ts'
import type { CreateEntryBody, EntryLeg, EntryResponse } from '../../../contract/books/book-entries.ts'
import { fromUnits } from '../../../contract/money/commodities.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization, IntendedAct } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { Books } from '../books/books.ts'
import { postingText } from '../books/posting-texts.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { currenciesOfOwn } from '../papers/own-accounts.ts'
import { bankAccountsIn, entryFaults, legUnits } from './entry-faults.ts'
import { toEntryResponse } from './entry-response.ts'
import * as store from './entry-store.ts'
import type { EntryRow } from './entry-tables.ts'

export type EntryService = ReturnType<typeof createEntryService>

export function createEntryService({
  db: pool,
  now,
  days,
  books,
  organizations,
  authorization,
}: {
  db: Db
  now: () => Date
  days: Days
  books: Pick<Books, 'post' | 'reverse'>
  organizations: Pick<OrganizationRecords, 'lock'>
  authorization: Pick<Authorization, 'permit'>
}) {
  async function demandValid(db: Db, body: CreateEntryBody): Promise<void> {
    const faults = entryFaults(body, days.dayOf(now()))
    if (faults.length > 0) throw new Invalid(faults)
    const onBanks = bankAccountsIn(body.legs)
    const currencies = await currenciesOfOwn(
      db,
      onBanks.map(({ account }) => account),
    )
    const ofBanks = onBanks.flatMap(({ account, commodity, index }) => {
      const loc = ['body', 'legs', index]
      const own = currencies.get(account)
      if (!own) return [fault([...loc, 'account'], 'account_not_ours', { accounts: [account] })]
      return own.includes(commodity) ? [] : [fault([...loc, 'commodity'], 'book_commodity')]
    })
    if (ofBanks.length > 0) throw new Invalid(ofBanks)
    if (body.organization_id === undefined) return
    await organizations.lock(db, body.organization_id, 'reference').catch((error) => {
      if (error instanceof Failure && error.code === 'organization_not_found')
        throw new Invalid([fault(['body', 'organization_id'], 'entry_organization_not_found')])
      throw error
    })
  }

  async function post(db: Db, permit: Permit<'books.post'>, body: CreateEntryBody): Promise<EntryResponse> {
    const { date, text, organization_id: organizationId = null, legs } = body
    const { actor } = permit
    const at = now()
    const id = newId()
    await books.post(db, {
      kind: 'entry',
      organizationId,
      fact: { type: 'entry', id },
      description: text,
      at: days.momentOf(date),
      day: date,
      entries: legs.map((leg) => ({
        account: leg.account,
        commodity: leg.commodity,
        amount: legUnits(leg),
      })),
    })
    const row = await store.insertEntry(db, {
      id,
      date,
      text,
      organization_id: organizationId,
      legs: JSON.stringify(legs),
      made_at: at,
      made_by: actor.id ?? actor.name,
      made_by_name: actor.name,
    })
    recordChange(db, permit, {
      action: 'book_entry.posted',
      object: { type: 'book_entry', id },
      organizationId,
      details: { date, legs },
      data: { id, date },
      at,
    })
    return toEntryResponse(row)
  }

  async function reverse(
    db: Db,
    permit: Permit<'books.post'>,
    { id, date, text, organization_id: organizationId }: EntryRow,
    reason: string,
  ): Promise<EntryResponse> {
    const { actor } = permit
    const at = now()
    const { day } = await books.reverse(
      db,
      { type: 'entry', id },
      { at, day: date, description: postingText('reversed', { text }) },
    )
    const reversed = await store.updateEntry(db, id, {
      reversed_at: at,
      reversed_on: day,
      reversed_by: actor.id ?? actor.name,
      reversed_by_name: actor.name,
      reversed_reason: reason,
    })
    recordChange(db, permit, {
      action: 'book_entry.reversed',
      object: { type: 'book_entry', id },
      organizationId,
      details: { date: day, reason },
      data: { id, date: day },
      at,
    })
    return toEntryResponse(reversed)
  }

  return {
    create(body: CreateEntryBody, actor: Actor, key: IdempotencyKey | null): Promise<EntryResponse> {
      return withIdempotency(pool, key, async (db) => {
        await demandValid(db, body)
        const { date, text, organization_id: organizationId = null, legs } = body
        const permit = await authorization.permit(db, actor, {
          act: 'books.post',
          subject: { type: 'book_entry', id: null },
          organizationId,
          content: { date, text, legs },
          parts: movedBy(legs, organizationId),
        })
        return post(db, permit, body)
      })
    },

    async read(id: string): Promise<EntryResponse> {
      const row = isId(id) ? await store.findEntry(pool, id) : undefined
      if (!row) throw entryNotFound()
      return toEntryResponse(row)
    },

    reverse(id: string, reason: string, actor: Actor): Promise<EntryResponse> {
      return pool.transaction().execute(async (db) => {
        const entry = isId(id) ? await store.lockEntry(db, id) : undefined
        if (!entry) throw entryNotFound()
        if (entry.reversed_at) throw entryReversed(entry.reversed_at)
        const { date, text, legs, organization_id: organizationId } = entry
        const permit = await authorization.permit(db, actor, {
          act: 'books.post',
          subject: { type: 'book_entry', id },
          organizationId,
          content: { reverses: id, date, text, legs, reason },
          parts: movedBy(legs, organizationId),
        })
        return reverse(db, permit, entry, reason)
      })
    },
  }
}

/** The debits of each commodity. */
function movedBy(
  legs: readonly EntryLeg[],
  organizationId: string | null,
): NonNullable<IntendedAct['parts']> {
  const sums = new Map<string, bigint>()
  for (const leg of legs) {
    const units = legUnits(leg)
    if (units > 0n) sums.set(leg.commodity, (sums.get(leg.commodity) ?? 0n) + units)
  }
  return [...sums].map(([currency, units]) => ({
    organizationId,
    amount: { currency, value: fromUnits(units, currency) },
  }))
}

function entryNotFound(): Failure {
  return new Failure('not_found', 'entry_not_found', 'There is no such entry.')
}

function entryReversed(at: Date): Failure {
  return new Failure('conflict', 'entry_reversed', 'The entry was reversed before.', {
    reversed_at: at.toISOString(),
  })
}
