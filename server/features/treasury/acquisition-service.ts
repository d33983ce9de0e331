import { isId } from '../../../contract/api/common.ts'
import { type Fault, fault } from '../../../contract/api/faults.ts'
import type { AcquisitionResponse, CreateAcquisitionBody } from '../../../contract/books/treasury.ts'
import { addDecimals, canonicalDecimal } from '../../../contract/money/decimal.ts'
import { usualTxHash } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { duplicate, Failure, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { Books } from '../books/books.ts'
import { postingText } from '../books/posting-texts.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { ownOrganizations } from '../organizations/own-organizations.ts'
import { deskCompanyNames } from '../papers/company-names.ts'
import { rateOn } from '../rates/rate-on.ts'
import type { WalletService } from '../wallets/wallet-service.ts'
import { toAcquisitions } from './acquisition-response.ts'
import type { ChainLineService } from './chain/chain-line-service.ts'
import type { AcquisitionPayment, AcquisitionPayments } from './stock/acquisition-payments.ts'
import { acquisitionPosting } from './stock/acquisition-posting.ts'
import * as store from './stock/acquisition-store.ts'
import { acquisitionReversed } from './stock/payable-acquisition.ts'
import type { AcquisitionRow } from './stock/treasury-tables.ts'

export type AcquisitionService = ReturnType<typeof createAcquisitionService>

const earliestDay = '2000-01-01'
/** Clocks differ. */
const clockTolerance = 5 * 60 * 1000

export function createAcquisitionService({
  db: pool,
  now,
  days,
  books,
  organizations,
  wallets,
  payments,
  chain,
  authorization,
}: {
  db: Db
  now: () => Date
  days: Days
  books: Pick<Books, 'post' | 'reverse'>
  organizations: Pick<OrganizationRecords, 'lock'>
  wallets: Pick<WalletService, 'findById'>
  payments: AcquisitionPayments
  chain: Pick<ChainLineService, 'follow' | 'released'>
  authorization: Pick<Authorization, 'permit'>
}) {
  function timeFaults(acquiredAt: string): Fault[] {
    const loc = ['body', 'acquired_at']
    if (days.dayOf(new Date(acquiredAt)) < earliestDay) return [fault(loc, 'too_early')]
    const latest = now().getTime() + clockTolerance
    return new Date(acquiredAt).getTime() > latest ? [fault(loc, 'in_future')] : []
  }

  async function walletFaults(
    db: Db,
    { company_id, wallet_id, network }: CreateAcquisitionBody,
  ): Promise<Fault[]> {
    const loc = ['body', 'company_id']
    if (!isId(company_id) || !(await deskCompanyNames(db)).has(company_id))
      return [fault(loc, 'acquirer_not_found')]
    const own = await ownOrganizations(db).where('company_id', '=', company_id).executeTakeFirst()
    if (!own) return [fault(loc, 'company_without_organization')]
    const wallet = isId(wallet_id) ? await wallets.findById(db, own.organization_id, wallet_id) : undefined
    if (!wallet) return [fault(['body', 'wallet_id'], 'wallet_not_of_company')]
    if (wallet.network === network) return []
    return [fault(['body', 'wallet_id'], 'wallet_of_other_network', { network: wallet.network })]
  }

  /** A cost in another currency has a value in roubles on its day, or nobody could say what the coins cost. */
  async function rateFaults(db: Db, currency: string, day: string): Promise<Fault[]> {
    if (await rateOn(db, currency, day)) return []
    return [fault(['body', 'cost', 'currency'], 'cost_without_rate', { currency, day })]
  }

  /** Who sold the coins, as it is called now. An organization is held, so that it does not disappear. */
  async function counterpartyOf(db: Db, { name, organization_id }: CreateAcquisitionBody['counterparty']) {
    if (typeof organization_id !== 'string') return { counterparty: name ?? '', organization_id: null }
    const loc = ['body', 'counterparty', 'organization_id']
    const found = await organizations.lock(db, organization_id, 'reference').catch((error) => {
      if (error instanceof Failure && error.code === 'organization_not_found')
        throw new Invalid([fault(loc, 'counterparty_not_found')])
      throw error
    })
    return { counterparty: found.short_name ?? found.full_name ?? found.id, organization_id: found.id }
  }

  async function shown(db: Db, row: AcquisitionRow): Promise<AcquisitionResponse> {
    return (await toAcquisitions(db, [row], payments))[0] as AcquisitionResponse
  }

  function intended(row: AcquisitionRow, content: Record<string, unknown>) {
    const { currency } = row
    return {
      act: 'treasury.acquire',
      content: {
        company_id: row.company_id,
        asset: row.asset,
        network: row.network,
        wallet_id: row.wallet_id,
        amount: row.amount,
        currency,
        cost: row.cost_amount,
        fee: row.fee_amount,
        counterparty: row.counterparty,
        reference: row.reference,
        day: row.day,
        ...content,
      },
      amount: { currency, value: addDecimals(row.cost_amount, row.fee_amount) },
    } as const
  }

  async function record(
    db: Db,
    permit: Permit<'treasury.acquire'>,
    row: AcquisitionRow,
  ): Promise<AcquisitionRow> {
    const at = row.recorded_at
    const inserted = await store.insertAcquisition(db, row)
    await books.post(db, acquisitionPosting(inserted))
    if (row.tx_hash !== null) await chain.follow(db, { network: row.network, txHash: row.tx_hash }, at)
    recordChange(db, permit, {
      action: 'acquisition.recorded',
      object: { type: 'acquisition', id: row.id },
      organizationId: row.organization_id,
      details: detailsOf(inserted),
      data: { id: row.id, day: row.day, asset: row.asset, amount: row.amount },
      at,
    })
    return inserted
  }

  async function reverse(
    db: Db,
    permit: Permit<'treasury.acquire'>,
    row: AcquisitionRow,
    reason: string,
  ): Promise<AcquisitionRow> {
    const { id } = row
    const { actor } = permit
    const at = now()
    const { day } = await books.reverse(
      db,
      { type: 'acquisition', id },
      { at, day: row.day, description: postingText('acquisition_reversed', { number: row.reference }) },
    )
    const reversed = await store.updateAcquisition(db, id, {
      reversed_at: at,
      reversed_on: day,
      reversed_by: actor.id ?? actor.name,
      reversed_by_name: actor.name,
      reversed_reason: reason,
    })
    await chain.released(db, 'acquisition', id, { by: permit, at })
    recordChange(db, permit, {
      action: 'acquisition.reversed',
      object: { type: 'acquisition', id },
      organizationId: row.organization_id,
      details: { ...detailsOf(row), day, reason },
      data: { id, day, asset: row.asset, amount: canonicalDecimal(row.amount) },
      at,
    })
    return reversed
  }

  return {
    create(
      body: CreateAcquisitionBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<AcquisitionResponse> {
      return withIdempotency(pool, key, async (db) => {
        const acquiredAt = new Date(body.acquired_at)
        const day = days.dayOf(acquiredAt)
        const faults = [
          ...timeFaults(body.acquired_at),
          ...(await walletFaults(db, body)),
          ...(await rateFaults(db, body.cost.currency, day)),
        ]
        if (faults.length > 0) throw new Invalid(faults)
        const row = {
          id: newId(),
          company_id: body.company_id,
          asset: body.asset,
          network: body.network,
          wallet_id: body.wallet_id,
          amount: canonicalDecimal(body.amount),
          currency: body.cost.currency,
          cost_amount: canonicalDecimal(body.cost.amount),
          fee_amount: canonicalDecimal(body.fee ?? '0'),
          acquired_at: acquiredAt,
          day,
          ...(await counterpartyOf(db, body.counterparty)),
          reference: body.reference,
          tx_hash: body.tx_hash ? usualTxHash(body.network, body.tx_hash) : null,
          recorded_at: now(),
          recorded_by: actor.id ?? actor.name,
          recorded_by_name: actor.name,
          reversed_at: null,
          reversed_on: null,
          reversed_by: null,
          reversed_by_name: null,
          reversed_reason: null,
        } satisfies AcquisitionRow
        const other = await store.findByReference(db, row)
        if (other) throw duplicate('acquisition_reference', other)
        const permit = await authorization.permit(db, actor, {
          ...intended(row, {}),
          subject: { type: 'acquisition', id: null },
        })
        return shown(db, await record(db, permit, row))
      }).catch(async (error) => {
        if (!isSameReference(error)) throw error
        throw duplicate('acquisition_reference', await store.findByReference(pool, body))
      })
    },

    async read(id: string): Promise<AcquisitionResponse> {
      const row = isId(id) ? await store.findAcquisition(pool, id) : undefined
      if (!row) throw acquisitionNotFound()
      return shown(pool, row)
    },

    reverse(id: string, reason: string, actor: Actor): Promise<AcquisitionResponse> {
      return pool.transaction().execute(async (db) => {
        const row = isId(id) ? await store.lockAcquisition(db, id) : undefined
        if (!row) throw acquisitionNotFound()
        if (row.reversed_at) throw acquisitionReversed(row.reversed_at)
        const paid = await payments.of(db, [id])
        if (paid.length > 0) throw acquisitionPaid(paid)
        const permit = await authorization.permit(db, actor, {
          ...intended(row, { reverses: id, reason }),
          subject: { type: 'acquisition', id },
        })
        return shown(db, await reverse(db, permit, row, reason))
      })
    },
  }
}

function detailsOf(row: AcquisitionRow): Record<string, unknown> {
  return {
    day: row.day,
    company_id: row.company_id,
    asset: row.asset,
    network: row.network,
    wallet_id: row.wallet_id,
    amount: canonicalDecimal(row.amount),
    currency: row.currency,
    cost: canonicalDecimal(row.cost_amount),
    fee: canonicalDecimal(row.fee_amount),
    reference: row.reference,
  }
}

function isSameReference(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'acquisitions_of_reference'
}

function acquisitionNotFound(): Failure {
  return new Failure('not_found', 'acquisition_not_found', 'There is no such acquisition.')
}

/** What was paid would be nobody's debt. */
function acquisitionPaid(payments: readonly AcquisitionPayment[]): Failure {
  const detail = 'Lines of statements have paid for the acquisition.'
  return new Failure('conflict', 'acquisition_paid', detail, {
    line_ids: payments.map(({ lineId }) => lineId),
  })
}
