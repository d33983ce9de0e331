import { isId } from '../../../../contract/api/common.ts'
import { fault } from '../../../../contract/api/faults.ts'
import type { PostingAccount, PostStatementLineBody } from '../../../../contract/books/line-postings.ts'
import { toUnits } from '../../../../contract/money/commodities.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Days } from '../../../platform/days.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Invalid } from '../../../platform/errors.ts'
import { accounts, type Books } from '../../books/books.ts'
import { postingText } from '../../books/posting-texts.ts'
import { currenciesOfOwn } from '../../papers/own-accounts.ts'
import { type ExchangeSide, findSide, listSettlements } from '../lines/exchange-store.ts'
import { referenceOf } from '../lines/line-response.ts'
import { insertLinePosting, type Line, updateLinePosting } from '../lines/statement-store.ts'
import type { PostingRow } from '../lines/statement-tables.ts'
import { acquisitionAccount } from './acquisition-payments.ts'
import { otherAccount } from './posting-suggestions.ts'
import type { SettleExchange } from './settle-exchange.ts'

export type PostLine = ReturnType<typeof createPostLine>

type By = { actor: Actor; at: Date }

/** What the second line of an exchange has settled. */
export interface Settled {
  id: string
  day: string
  result: string
  otherLineId: string
}

/** Which account of the books the money came from or went to. */
function otherSide(account: Exclude<PostingAccount, 'counterparty'>, { currency, direction }: Line): string {
  switch (account) {
    case 'bank_fee':
      return accounts.bankFee(currency)
    case 'tax':
      return accounts.tax(currency)
    case 'transit':
      return accounts.transit(currency)
    case 'exchange':
      return accounts.exchange(currency)
    case 'other':
      return direction === 'outgoing' ? accounts.otherExpense(currency) : accounts.otherIncome(currency)
  }
}

/** Between accounts in two currencies the money is exchanged on its way: as a transfer it would never meet its other line. */
async function demandOneCurrency(db: Db, line: Line): Promise<void> {
  const other = otherAccount(line)
  const currencies = other === null ? undefined : (await currenciesOfOwn(db, [other])).get(other)
  if (currencies && !currencies.includes(line.currency))
    throw new Invalid([
      fault(['body', 'account'], 'transit_of_other_currency', { currency: currencies.join(', ') }),
    ])
}

/** Posts a line that is no money of a client on its own day, and reverses that. The caller holds the line. */
export function createPostLine({
  books,
  days,
  exchanges,
  authorization,
}: {
  books: Pick<Books, 'post' | 'reverse'>
  exchanges: SettleExchange
  days: Pick<Days, 'momentOf'>
  authorization: Pick<Authorization, 'permit'>
}) {
  const permit = (db: Db, line: Line, actor: Actor, content: Record<string, string>) =>
    authorization.permit(db, actor, {
      act: 'books.post',
      subject: { type: 'statement_line', id: line.id },
      organizationId: null,
      content: {
        amount: line.amount,
        currency: line.currency,
        reference: referenceOf(line),
        booked_on: line.booked_on,
        direction: line.direction,
        bank_account: line.account,
        ...content,
      },
      parts: [{ organizationId: null, amount: { currency: line.currency, value: line.amount } }],
    })

  /** A line that is posted as an exchange, with the other one. */
  async function settle(
    db: Db,
    { actor }: Permit<'books.post'>,
    line: Line,
    otherLineId: string,
    at: Date,
  ): Promise<Settled> {
    const own = await findSide(db, line.id)
    if (!own) throw new Error(`The line ${line.id} is not posted as an exchange.`)
    const other = isId(otherLineId) ? await findSide(db, otherLineId) : undefined
    return { ...(await exchanges.settle(db, own, other, { actor, at })), otherLineId }
  }

  async function write(
    db: Db,
    permit: Permit<'books.post'>,
    line: Line,
    other: string,
    posted: Pick<PostingRow, 'account' | 'text' | 'acquisition_id'>,
    at: Date,
  ): Promise<string> {
    const { actor } = permit
    const id = newId()
    const units = toUnits(line.amount, line.currency)
    const moved = line.direction === 'incoming' ? units : -units
    await books.post(db, {
      kind: 'line',
      organizationId: null,
      fact: { type: 'line_posting', id },
      description: posted.text,
      at: days.momentOf(line.booked_on),
      day: line.booked_on,
      entries: [
        { account: accounts.bank(line.account), commodity: line.currency, amount: moved },
        { account: other, commodity: line.currency, amount: -moved },
      ],
    })
    const by = { posted_by: actor.id ?? actor.name, posted_by_name: actor.name }
    await insertLinePosting(db, { id, line_id: line.id, ...posted, posted_at: at, ...by })
    return id
  }

  async function takeBack(
    db: Db,
    permit: Permit<'books.post'>,
    line: Line,
    { id, text }: PostingRow,
    { reason, at }: { reason: string; at: Date },
  ): Promise<{ day: string; exchangeLineId: string | null }> {
    const { actor } = permit
    const settlement = (await listSettlements(db, [id])).get(id)
    if (settlement) {
      const sides = [await findSide(db, line.id), await findSide(db, settlement.other_line_id)] as const
      await exchanges.reverse(db, settlement, sides as [ExchangeSide, ExchangeSide], at)
    }
    const { day } = await books.reverse(
      db,
      { type: 'line_posting', id },
      { at, day: line.booked_on, description: postingText('reversed', { text }) },
    )
    await updateLinePosting(db, id, {
      reversed_at: at,
      reversed_on: day,
      reversed_by: actor.id ?? actor.name,
      reversed_by_name: actor.name,
      reversed_reason: reason,
    })
    return { day, exchangeLineId: settlement?.other_line_id ?? null }
  }

  return {
    async post(
      db: Db,
      line: Line,
      { account, text, acquisition_id, exchange_line_id }: PostStatementLineBody & { text: string },
      { actor, at }: By,
    ): Promise<{ id: string; permit: Permit<'books.post'>; settled: Settled | null }> {
      if (account === 'transit') await demandOneCurrency(db, line)
      const other =
        account === 'counterparty'
          ? await acquisitionAccount(db, line, acquisition_id ?? '')
          : otherSide(account, line)
      const given = await permit(db, line, actor, {
        account,
        text,
        ...(acquisition_id && { acquisition_id }),
        ...(exchange_line_id && { exchange_line_id }),
      })
      const posted = { account, text, acquisition_id: acquisition_id ?? null }
      const id = await write(db, given, line, other, posted, at)
      const settled = exchange_line_id ? await settle(db, given, line, exchange_line_id, at) : null
      return { id, permit: given, settled }
    },

    /** Of a line that is posted already. */
    async settle(
      db: Db,
      line: Line,
      { exchange_line_id, text }: { exchange_line_id: string; text: string },
      { actor, at }: By,
    ): Promise<{ permit: Permit<'books.post'>; settled: Settled }> {
      const given = await permit(db, line, actor, { account: 'exchange', text, exchange_line_id })
      return { permit: given, settled: await settle(db, given, line, exchange_line_id, at) }
    },

    async reverse(
      db: Db,
      line: Line,
      posting: PostingRow,
      { reason, actor, at }: By & { reason: string },
    ): Promise<{ day: string; permit: Permit<'books.post'>; exchangeLineId: string | null }> {
      const { id, account, text, acquisition_id } = posting
      const given = await permit(db, line, actor, {
        reverses: id,
        account,
        text,
        reason,
        ...(acquisition_id && { acquisition_id }),
      })
      return { ...(await takeBack(db, given, line, posting, { reason, at })), permit: given }
    },
  }
}
