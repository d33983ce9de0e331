import { isId } from '../../../contract/api/common.ts'
import { type Fault, fault } from '../../../contract/api/faults.ts'
import type { MatchItem, MatchStatementLineBody } from '../../../contract/books/statements.ts'
import { currencyDecimals } from '../../../contract/money/currencies.ts'
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  decimalDifference,
  decimalPlaces,
  isZero,
  toPlaces,
} from '../../../contract/money/decimal.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { IncomingPayments } from '../purchase-requests/payments/incoming-payments.ts'
import { openAmount, referenceOf } from './lines/line-response.ts'
import type { Line } from './lines/statement-store.ts'
import type { MatchRow } from './lines/statement-tables.ts'
import type { OutgoingRefunds } from './outgoing-refunds.ts'

interface HeldRequest {
  id: string
  number: string
  organization_id: string
  currency: string
  takes_money: boolean
}

interface LockedLine {
  line: Line
  /** What holds already: parts that stayed when another one was reversed. */
  matches: readonly MatchRow[]
  /** The requests of the items, locked. */
  requests: readonly HeldRequest[]
  body: MatchStatementLineBody
  /** The refund that an outgoing line is known to have paid. */
  refundId?: string | undefined
}

/** An item, or the rest of the line, and what was entered by hand for it. */
interface Planned {
  item: MatchItem
  organizationId: string
  position: number
  entered: { kind: 'payment' | 'credit'; id: string } | undefined
}

export type MatchLine = ReturnType<typeof createMatchLine>

/** The rest of a line is at this place; items are numbered from 1. */
const restPosition = 0

/** Whether a line was matched with exactly these items before. */
export function isSameMatch(items: readonly MatchItem[], matches: readonly MatchRow[]): boolean {
  const asked = items.map(
    (item) => `${item.request_id ?? item.organization_id} ${canonicalDecimal(item.amount)}`,
  )
  const made = matches
    .filter(({ position }) => position !== restPosition)
    .map(
      ({ request_id, organization_id, amount }) =>
        `${request_id ?? organization_id} ${canonicalDecimal(amount)}`,
    )
  return asked.sort().join('\n') === made.sort().join('\n')
}

/** The parts of a line that were made, and the permit that they were made with. */
interface MatchedLine {
  made: MatchRow[]
  permit: Permit<'payment.record'>
}

/** Turns the items of a line into payments and credits, or links it to what was recorded before. */
export function createMatchLine({
  payments,
  refunds,
  organizations,
  days,
  authorization,
}: {
  payments: IncomingPayments
  refunds: OutgoingRefunds
  organizations: Pick<OrganizationRecords, 'lock'>
  days: Pick<Days, 'momentOf'>
  authorization: Pick<Authorization, 'permit'>
}) {
  return async (db: Db, locked: LockedLine, by: { actor: Actor; at: Date }): Promise<MatchedLine> => {
    const { line, matches, body } = locked
    const owners = await ownersOf(db, locked)
    const open = openAmount(line, matches)
    const faults = [
      ...owners.faults,
      ...amountFaults(line, open, body.items),
      ...currencyFaults(locked),
      ...acceptanceFaults(locked),
    ]
    if (faults.length > 0) throw new Invalid(faults)
    const next = Math.max(0, ...matches.map(({ position }) => position)) + 1
    const row = (part: Omit<MatchRow, 'id' | 'line_id' | 'matched_at' | 'released_at'>): MatchRow => ({
      id: newId(),
      line_id: line.id,
      matched_at: by.at,
      released_at: null,
      ...part,
    })
    if (line.direction === 'outgoing') {
      const { found, part } = await findRefund(db, locked, { open, owner: owners.ids[0] as string })
      const permit = await permitMatch(db, locked, [], by.actor)
      const { request_id: requestId, organization_id: organizationId } = part
      await refunds.reconcile(db, found, { line, requestId, organizationId })
      return { made: [row({ ...part, position: next })], permit }
    }
    const places = body.items.map((item, index) => ({
      item,
      organizationId: owners.ids[index] as string,
      position: next + index,
    }))
    const given = body.items.reduce((sum, { amount }) => addDecimals(sum, amount), '0')
    const rest = toPlaces(decimalDifference(open, given), currencyDecimals(line.currency))
    if (!isZero(rest)) {
      const organizationId = owners.ids[0] as string
      const item = { organization_id: organizationId, amount: rest }
      places.push({ item, organizationId, position: restPosition })
    }
    const planned: Planned[] = []
    for (const place of places) planned.push(await plan(db, line, place, planned))
    if (body.accept_overpayment && planned.some(({ entered }) => entered))
      throw new Invalid([nothingToAccept()])
    const permit = await permitMatch(db, locked, planned, by.actor)
    const made: MatchRow[] = []
    for (const one of planned)
      made.push(row({ ...(await take(db, line, one, body, permit)), position: one.position }))
    return { made, permit }
  }

  /**
   * A match is the act of recording a payment: of what it adds to each organization, and of nothing where it links the
   * line with what was recorded before.
   */
  async function permitMatch(
    db: Db,
    { line, body, requests }: LockedLine,
    planned: readonly Planned[],
    actor: Actor,
  ): Promise<Permit<'payment.record'>> {
    const added = new Map<string | null, string>(planned.map(({ organizationId }) => [organizationId, '0']))
    for (const { organizationId, item, entered } of planned)
      if (!entered) added.set(organizationId, addDecimals(added.get(organizationId) as string, item.amount))
    if (added.size === 0) added.set(null, '0')
    const [organizationId = null, ...others] = [...added.keys()]
    return authorization.permit(db, actor, {
      act: 'payment.record',
      subject: { type: 'statement_line', id: line.id },
      organizationId: others.length === 0 ? organizationId : null,
      content: {
        amount: line.amount,
        currency: line.currency,
        reference: referenceOf(line),
        booked_on: line.booked_on,
        payer_inn: line.payer_inn,
        items: body.items.map(({ request_id, organization_id, amount }) => ({
          number: requests.find(({ id }) => id === request_id)?.number ?? null,
          organization_id: organization_id ?? null,
          amount: canonicalDecimal(amount),
        })),
      },
      parts: [...added].map(([organizationId, value]) => ({
        organizationId,
        amount: { currency: line.currency, value },
      })),
    })
  }

  /** Finds what was entered by hand and is the same, unless an item before it has taken that. */
  async function plan(
    db: Db,
    line: Line,
    place: Omit<Planned, 'entered'>,
    before: readonly Planned[],
  ): Promise<Planned> {
    const taken = new Set(before.flatMap(({ entered }) => entered?.id ?? []))
    const { item, organizationId } = place
    const payer = { payerInn: line.payer_inn, payerName: line.payer_name, payerAccount: line.payer_account }
    const named = { reference: referenceOf(line), amount: item.amount, day: line.booked_on, payer }
    const entered =
      item.request_id === undefined
        ? await payments.findUnlinkedCredit(db, { ...named, organizationId, currency: line.currency }, taken)
        : await payments.findUnlinked(db, { ...named, requestId: item.request_id }, taken)
    return { ...place, entered }
  }

  /** The organization of each item. Those that are named themselves are locked, so that none disappears. */
  async function ownersOf(
    db: Db,
    { requests, body }: LockedLine,
  ): Promise<{ ids: string[]; faults: Fault[] }> {
    const ids: string[] = []
    const faults: Fault[] = []
    for (const [index, { request_id, organization_id = '' }] of body.items.entries()) {
      const loc = ['body', 'items', index]
      if (request_id !== undefined) {
        const request = isId(request_id) && requests.find(({ id }) => id === request_id)
        if (request) ids.push(request.organization_id)
        else faults.push(fault([...loc, 'request_id'], 'match_request_not_found'))
        continue
      }
      const organization = await organizations.lock(db, organization_id, 'reference').catch(unlessNotFound)
      if (organization) ids.push(organization.id)
      else faults.push(fault([...loc, 'organization_id'], 'match_organization_not_found'))
    }
    return { ids, faults }
  }

  async function take(
    db: Db,
    line: Line,
    { item: { request_id: requestId, amount }, organizationId, entered }: Planned,
    body: MatchStatementLineBody,
    permit: Permit<'payment.record'>,
  ) {
    const part = { request_id: requestId ?? null, organization_id: organizationId, amount }
    const received = {
      amount,
      currency: line.currency,
      receivedAt: days.momentOf(line.booked_on),
      reference: referenceOf(line),
      payerInn: line.payer_inn,
      payerName: line.payer_name,
      payerAccount: line.payer_account || null,
      bankAccount: line.account,
      statementLineId: line.id,
    }
    const linked = {
      statementLineId: line.id,
      bankAccount: line.account,
      payerInn: line.payer_inn,
      payerName: line.payer_name,
      payerAccount: line.payer_account || null,
    }
    if (entered) {
      const link = entered.kind === 'payment' ? payments.link : payments.linkCredit
      await link(db, entered.id, linked, permit)
      return { ...part, kind: entered.kind, fact_id: entered.id, was_entered: true }
    }
    if (requestId === undefined) {
      const { id } = await payments.recordCredit(db, { ...received, organizationId }, permit)
      return { ...part, kind: 'credit' as const, fact_id: id, was_entered: false }
    }
    const acceptOverpayment = body.accept_overpayment ?? false
    const { kind, id } = await payments.record(db, { ...received, requestId, acceptOverpayment }, permit)
    return { ...part, kind, fact_id: id, was_entered: false }
  }

  /** Money that went out is a refund that somebody recorded before, under the policy. It is not invented from a line. */
  async function findRefund(
    db: Db,
    { line, body, requests, refundId }: LockedLine,
    { open, owner }: { open: string; owner: string },
  ) {
    const [item] = body.items
    if (body.items.length > 1 || !item || compareDecimals(item.amount, open) !== 0)
      throw new Invalid([fault(['body', 'items'], 'refund_in_part')])
    const request = requests.find(({ id }) => id === item.request_id)
    const of = request ? { requestId: request.id } : { organizationId: owner }
    const found = await refunds.findUnlinked(db, of, line, refundId)
    if (!found) throw new Invalid([fault(['body', 'items', 0], 'refund_not_recorded')])
    const part = {
      kind: 'refund' as const,
      fact_id: found.id,
      request_id: request?.id ?? null,
      organization_id: owner,
      amount: item.amount,
      was_entered: true,
    }
    return { found, part }
  }
}

function amountFaults(line: Line, open: string, items: readonly MatchItem[]): Fault[] {
  const places = currencyDecimals(line.currency)
  const tooFine = items.flatMap(({ amount }, index) =>
    decimalPlaces(amount) > places
      ? [fault(['body', 'items', index, 'amount'], 'too_many_decimals', { places })]
      : [],
  )
  const sum = items.reduce((total, { amount }) => addDecimals(total, amount), '0')
  if (tooFine.length > 0 || compareDecimals(sum, open) <= 0) return tooFine
  return [fault(['body', 'items'], 'items_exceed_line', { left: open })]
}

function currencyFaults({ line, requests, body }: LockedLine): Fault[] {
  return body.items.flatMap(({ request_id }, index) => {
    const request = requests.find(({ id }) => id === request_id)
    if (!request || request.currency === line.currency) return []
    return [
      fault(['body', 'items', index, 'request_id'], 'line_currency_mismatch', { currency: line.currency }),
    ]
  })
}

/** To accept an overpayment is an act under the policy, about one payment of one request. */
function acceptanceFaults({ line, requests, body }: LockedLine): Fault[] {
  if (!body.accept_overpayment) return []
  const [item] = body.items
  const isOne = body.items.length === 1 && line.direction === 'incoming'
  const request = requests.find(({ id }) => id === item?.request_id)
  return isOne && request?.takes_money ? [] : [nothingToAccept()]
}

function nothingToAccept(): Fault {
  return fault(['body', 'accept_overpayment'], 'no_overpayment')
}

function unlessNotFound(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'organization_not_found') return undefined
  throw error
}
