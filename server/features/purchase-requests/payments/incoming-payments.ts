import { fault } from '../../../../contract/api/faults.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Invalid } from '../../../platform/errors.ts'
import { tellOfCredit } from '../credits/credit-traces.ts'
import { recordCredit, saveCreditPayer } from '../credits/record-credit.ts'
import {
  findCredit,
  listCreditsOfRequest,
  listUnlinkedCredits,
  lockCredit,
  updateCredit,
} from '../facts/credit-store.ts'
import { creditNotFound, paymentNotFound } from '../facts/deal-failures.ts'
import { takesMoneyNow } from '../facts/deal-state.ts'
import type { CreditRow, PaymentRow } from '../facts/deal-tables.ts'
import {
  differentPayers,
  isForeignPayer,
  isOtherAccount,
  type Payer,
  payerColumns,
  payerOf,
} from '../facts/payer.ts'
import {
  findRequestOfPayment,
  listCountedPayments,
  listUnlinkedOfCredit,
  updatePayment,
} from '../facts/payment-store.ts'
import { creditReconciliationPosting, postUnlessNothing, reconciliationPosting } from '../facts/postings.ts'
import type { Received } from '../facts/received.ts'
import { fitsPayment } from '../facts/same-payment.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { lockRequest } from '../request/find-request.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { savePayer } from '../request/screened-parties.ts'
import { writeChange } from '../request/write-change.ts'
import { find, keptFor } from './payment-service.ts'
import { demandAccepted, recordPayment, shown } from './record-payment.ts'

export type IncomingPayments = ReturnType<typeof createIncomingPayments>

/** For bank statements: money that came, in the transaction of the caller. */
export function createIncomingPayments({
  now,
  days,
  books,
  gate,
  authorization,
}: Pick<DealParts, 'now' | 'days' | 'books' | 'gate' | 'authorization'>) {
  const money = { books, ...gate }
  /** The same number, amount and day of another payer is another payment. */
  const isNamed = (one: PaymentRow | CreditRow, named: Named) =>
    fitsPayment(days, one, named) && !differentPayers(payerOf(one), named.payer)

  return {
    /**
     * Adds a payment; where the request takes no money, a credit of its organization. With `acceptOverpayment` it is
     * another act under the policy, so the operation of the caller must be declared as `request.accept_deviation` as well.
     */
    async record(
      db: Db,
      given: Received & { requestId: string; currency: string; acceptOverpayment: boolean },
      permit: Permit<'payment.record'>,
    ): Promise<{ kind: 'payment' | 'credit'; id: string }> {
      const request = await lockRequest(db, given.requestId)
      if (given.currency !== request.fiat_currency)
        throw new Invalid([
          fault(['body', 'currency'], 'other_currency', { currency: request.fiat_currency }),
        ])
      const at = now()
      const isAccepted = given.acceptOverpayment
      if (takesMoneyNow(request)) {
        const { actor } = permit
        const accepted = await demandAccepted(db, authorization, request, given, { isAccepted, actor })
        const { payment } = await recordPayment(db, money, request, given, {
          permit: permit.and(accepted),
          at,
        })
        return { kind: 'payment', id: payment.id }
      }
      const credit = await recordCredit(db, money, keptFor(request, given), { permit, at })
      return { kind: 'credit', id: credit.id }
    },

    /** Money of an organization that belongs to no request yet. */
    async recordCredit(
      db: Db,
      given: Received & { organizationId: string; currency: string },
      permit: Permit<'payment.record'>,
    ): Promise<{ id: string }> {
      const { id } = await recordCredit(db, money, { ...given, requestId: null }, { permit, at: now() })
      return { id }
    },

    /** What was entered by hand, was not linked yet and is the same: request, reference, amount, day. */
    async findUnlinked(
      db: Db,
      { requestId, ...named }: Named & { requestId: string },
      taken: ReadonlySet<string>,
    ): Promise<{ kind: 'payment' | 'credit'; id: string } | undefined> {
      const isSame = (one: PaymentRow | CreditRow) =>
        one.statement_line_id === null && isNamed(one, named) && !taken.has(one.id)
      const payments = (await listCountedPayments(db, requestId)).filter(isSame)
      const own = payments.find(({ credit_id }) => credit_id === null)
      if (own) return { kind: 'payment', id: own.id }
      const credits = await listCreditsOfRequest(db, requestId)
      for (const { credit_id } of payments)
        credits.push((await findCredit(db, credit_id as string)) as CreditRow)
      const credit = credits.find(isSame)
      return credit && { kind: 'credit', id: credit.id }
    },

    /** The same for money that belongs to no request: organization, reference, amount, day. */
    async findUnlinkedCredit(
      db: Db,
      { organizationId, ...named }: Named & { organizationId: string; currency: string },
      taken: ReadonlySet<string>,
    ): Promise<{ kind: 'credit'; id: string } | undefined> {
      const credits = await listUnlinkedCredits(db, organizationId, named.amount)
      const found = credits.find(
        (one) => one.currency === named.currency && isNamed(one, named) && !taken.has(one.id),
      )
      return found && { kind: 'credit', id: found.id }
    },

    /** Links it with the line, and moves its money from `unreconciled` to the bank account. */
    async link(db: Db, paymentId: string, given: Linked, permit: Permit): Promise<void> {
      const requestId = await findRequestOfPayment(db, paymentId)
      if (!requestId) throw paymentNotFound()
      const request = await lockRequest(db, requestId)
      const payment = await find(db, request, paymentId)
      // Reversed or linked by somebody else since it was found.
      if (payment.reversed_at || payment.statement_line_id) throw paymentNotFound()
      await postUnlessNothing(books, db, reconciliationPosting(request, payment, given.bankAccount))
      await linkPayment(db, request, payment, given, permit)
    },

    /** Links a credit with the line, with the payments that were taken from it, and moves its money. */
    async linkCredit(db: Db, creditId: string, given: Linked, permit: Permit): Promise<void> {
      // Requests first, as everywhere; then those that were paid from it until the credit was locked.
      await linkPaymentsOf(db, creditId, given, permit)
      const credit = await lockCredit(db, creditId)
      if (!credit || credit.statement_line_id) throw creditNotFound()
      await linkPaymentsOf(db, creditId, given, permit)
      const linked = await updateCredit(db, creditId, {
        statement_line_id: given.statementLineId,
        bank_account: given.bankAccount,
        payer_inn: given.payerInn ?? credit.payer_inn,
        payer_name: given.payerName ?? credit.payer_name,
        payer_account: given.payerAccount ?? credit.payer_account,
      })
      await saveCreditPayer(db, money, linked, given.payerName, true)
      await postUnlessNothing(books, db, creditReconciliationPosting(credit, given.bankAccount))
      const details = { from: { statement_line_id: null }, to: { statement_line_id: given.statementLineId } }
      tellOfCredit(db, 'credit.linked', linked, permit, details, now())
    },
  }

  async function linkPaymentsOf(db: Db, creditId: string, given: Linked, permit: Permit): Promise<void> {
    for (const { id, request_id } of await listUnlinkedOfCredit(db, creditId)) {
      const request = await lockRequest(db, request_id)
      const payment = await find(db, request, id)
      if (!payment.reversed_at) await linkPayment(db, request, payment, given, permit)
    }
  }

  /** The caller holds the request. */
  async function linkPayment(
    db: Db,
    request: PurchaseRequest,
    payment: PaymentRow,
    given: Linked,
    permit: Permit,
  ): Promise<void> {
    const payer = {
      payerInn: given.payerInn ?? payment.payer_inn,
      payerName: given.payerName ?? payment.payer_name,
      payerAccount: given.payerAccount ?? payment.payer_account,
    }
    const { payerInn } = payer
    const isForeign = isForeignPayer(payer, await gate.organizations.require(db, request.organization_id))
    // Whoever was accepted, and whether it was known who it is, the line says who has paid.
    const isOtherPayer =
      payerInn !== payment.payer_inn ||
      differentPayers(payerOf(payment), payer) ||
      isOtherAccount(payerOf(payment), payer) ||
      (isForeign && !payment.is_foreign_payer)
    const linked = await updatePayment(db, payment.id, {
      statement_line_id: given.statementLineId,
      bank_account: given.bankAccount,
      payer_inn: payerInn,
      payer_name: payer.payerName,
      payer_account: payer.payerAccount,
      is_foreign_payer: isForeign,
      // Somebody else was accepted.
      ...(isOtherPayer && {
        payer_accepted_at: null,
        payer_accepted_by: null,
        payer_accepted_reason: null,
      }),
    })
    if (!linked.credit_id)
      await savePayer(
        db,
        gate.screening,
        {
          id: linked.id,
          organizationId: request.organization_id,
          organizationInn: request.inn,
          name: given.payerName,
          inn: payerInn,
        },
        true,
      )
    await writeChange(db, request, {
      change: payerColumns(await listCountedPayments(db, request.id)),
      told: {
        action: 'purchase_request.payment_linked',
        data: { linked_payment: shown(linked) },
        details: {
          payment_id: payment.id,
          from: { statement_line_id: null },
          to: { statement_line_id: given.statementLineId },
          version: request.version + 1,
        },
      },
      by: permit,
      at: now(),
    })
  }
}

type Named = { reference: string; amount: string; day: string; payer: Payer }

/** What the line says about the money. */
interface Linked {
  statementLineId: string
  bankAccount: string
  payerInn: string | null
  payerName: string | null
  payerAccount: string | null
}
