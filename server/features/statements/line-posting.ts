import { fault } from '../../../contract/api/faults.ts'
import type { PostingAccount, PostStatementLineBody } from '../../../contract/books/line-postings.ts'
import { toUnits } from '../../../contract/money/commodities.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Invalid } from '../../platform/errors.ts'
import { accounts, type Books } from '../books/books.ts'
import { postingText } from '../books/posting-texts.ts'
import { currenciesOfOwn } from '../papers/own-accounts.ts'
import { acquisitionAccount } from './acquisition-payments.ts'
import { referenceOf } from './line-response.ts'
import { otherAccount } from './posting-suggestions.ts'
import { insertLinePosting, type Line, updateLinePosting } from './statement-store.ts'
import type { PostingRow } from './statement-tables.ts'

export type PostLine = ReturnType<typeof createPostLine>

type By = { actor: Actor; at: Date }

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
  authorization,
}: {
  books: Pick<Books, 'post' | 'reverse'>
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

  return {
    async post(
      db: Db,
      line: Line,
      { account, text, acquisition_id }: PostStatementLineBody & { text: string },
      { actor, at }: By,
    ): Promise<{ id: string; permit: Permit<'books.post'> }> {
      if (account === 'transit') await demandOneCurrency(db, line)
      const other =
        account === 'counterparty'
          ? await acquisitionAccount(db, line, acquisition_id ?? '')
          : otherSide(account, line)
      const given = await permit(db, line, actor, {
        account,
        text,
        ...(acquisition_id && { acquisition_id }),
      })
      const id = newId()
      const units = toUnits(line.amount, line.currency)
      const moved = line.direction === 'incoming' ? units : -units
      await books.post(db, {
        kind: 'line',
        organizationId: null,
        fact: { type: 'line_posting', id },
        description: text,
        at: days.momentOf(line.booked_on),
        day: line.booked_on,
        entries: [
          { account: accounts.bank(line.account), commodity: line.currency, amount: moved },
          { account: other, commodity: line.currency, amount: -moved },
        ],
      })
      const by = { posted_by: actor.id ?? actor.name, posted_by_name: actor.name }
      const row = { id, line_id: line.id, account, text, acquisition_id: acquisition_id ?? null }
      await insertLinePosting(db, { ...row, posted_at: at, ...by })
      return { id, permit: given }
    },

    async reverse(
      db: Db,
      line: Line,
      { id, account, text, acquisition_id }: PostingRow,
      { reason, actor, at }: By & { reason: string },
    ): Promise<{ day: string; permit: Permit<'books.post'> }> {
      const given = await permit(db, line, actor, {
        reverses: id,
        account,
        text,
        reason,
        ...(acquisition_id && { acquisition_id }),
      })
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
      return { day, permit: given }
    },
  }
}
