import { createHash } from 'node:crypto'
import type { Client, Reply, TestServer } from '../../support/service/harness.ts'
import type { Command, Model } from './deal-model.ts'
import { balanceOf, bankOf, blockersOf, exceptionOf, leftOf, sharesOf, sumsOf } from './deal-model.ts'

const reason = 'customer_request'

export interface Walked {
  server: TestServer
  owner: Client
  organizationId: string
  coins: { asset: string; network: string; places: number }
  money: { currency: string; places: number }
}

export type World = ReturnType<typeof createWorld>

/** Sends commands to the service, and reads back what it has kept, in the words of the model. */
export function createWorld({ server, organizationId, coins, money, ...given }: Walked) {
  let { owner } = given
  const requestIds: string[] = []
  const pathOf = (place: number) => `/v1/purchase-requests/${requestIds[place]}`
  const coinText = (units: bigint) => text(units, coins.places)
  const moneyText = (units: bigint) => text(units, money.places)
  const coinUnits = (value: string) => units(value, coins.places)
  const moneyUnits = (value: string) => units(value, money.places)

  // A transaction delivers once in the whole service: walks must not share theirs.
  const hashes = new Map<string, string>()
  function hashHere(hash: string): string {
    const here = createHash('sha256').update(`${organizationId} ${hash}`).digest('hex')
    const text = coins.network === 'ethereum' ? `0x${here}` : here
    hashes.set(text, hash)
    return text
  }

  /** Of the facts of a request, oldest first. */
  async function list(place: number, what: string) {
    const { body } = await owner.get(`${pathOf(place)}/${what}?limit=100`)
    return body.items.reverse()
  }

  async function credits() {
    const { body } = await owner.get(`/v1/credits?organization_id=${organizationId}&limit=100`)
    return body.items.reverse()
  }

  /** The request of a command. The ids in it are read now, so that two can then be sent at once. */
  async function prepare(command: Command): Promise<(key: string | undefined) => Promise<Reply>> {
    const headers = (key: string | undefined): Record<string, string> =>
      key ? { 'idempotency-key': key } : {}
    if (command.do === 'create') {
      return async (key) => {
        const reply = await owner.post(
          '/v1/purchase-requests',
          {
            organization_id: organizationId,
            asset: coins.asset,
            network: coins.network,
            crypto_amount: coinText(command.crypto),
            fiat_currency: money.currency,
            rate: text(command.rate, 2),
            fee_amount: moneyText(command.fee),
            quote_expires_at: instant(command.until),
            accept_rate: true,
          },
          headers(key),
        )
        if (reply.status === 201 && !requestIds.includes(reply.body.id)) requestIds.push(reply.body.id)
        return reply
      }
    }
    if (command.do === 'expire') {
      return async () => {
        await server.service.quoteExpiry.sweep()
        return { status: 200, headers: new Headers(), body: {} }
      }
    }
    if (command.do === 'refundCredit') {
      const { id } = (await credits())[command.credit]
      const body = {
        amount: moneyText(command.amount),
        reference: command.reference,
        account: '40702810900000000001',
      }
      return () => owner.post(`/v1/credits/${id}/refund`, body)
    }
    const path = pathOf(command.request)
    const patch = (body: object) => () => owner.patch(`${path}/status`, body)
    const post = (what: string, body: object) => (key: string | undefined) =>
      owner.post(`${path}/${what}`, body, headers(key))
    switch (command.do) {
      case 'move':
        return patch({
          status: command.to,
          ...(command.to !== 'in_review' && { reason_code: reason }),
        })
      case 'approve':
        return patch({
          status: 'approved',
          ...(command.until !== null && { quote_expires_at: instant(command.until) }),
        })
      case 'quote':
        return post('quotes', {
          rate: text(command.rate, 2),
          ...(command.fee !== null && { fee_amount: moneyText(command.fee) }),
          ...(command.crypto !== null && { crypto_amount: coinText(command.crypto) }),
          ...(command.fiat !== null && { fiat_amount: moneyText(command.fiat) }),
          quote_expires_at: instant(command.until),
          accept_rate: true,
        })
      case 'correct':
        return () =>
          owner.patch(path, {
            version: command.version,
            ...(command.crypto !== null && { crypto_amount: coinText(command.crypto) }),
            ...(command.comment !== null && { comment: command.comment }),
          })
      case 'pay':
        return post('payments', {
          amount: moneyText(command.amount),
          currency: money.currency,
          received_at: instant(command.at),
          reference: command.reference,
          ...(command.isForeign && { payer_inn: '7707083893' }),
          ...(command.isAccepted && { accept_overpayment: true }),
        })
      case 'patchPaid':
        return patch({
          status: 'paid',
          payment_reference: command.reference,
          received_amount: moneyText(command.amount),
          received_at: instant(command.at),
        })
      case 'acceptPayer':
      case 'reverse': {
        const { id } = (await list(command.request, 'payments'))[command.payment]
        const what = command.do === 'reverse' ? 'reverse' : 'accept-payer'
        return () => owner.post(`${path}/payments/${id}/${what}`, { reason: 'Проверено' })
      }
      case 'refund':
        return post('refunds', {
          amount: moneyText(command.amount),
          reference: command.reference,
          account: '40702810900000000001',
          reason_code: reason,
        })
      case 'reverseRefund': {
        const { id } = (await list(command.request, 'refunds'))[command.refund]
        return post(`refunds/${id}/reverse`, { reason: 'Ошибка' })
      }
      case 'reverseDelivery': {
        const { id, tx_hash } = (await list(command.request, 'deliveries'))[command.delivery]
        // Whether the coins came back makes no difference to the sums.
        const returned = hashes.get(tx_hash)?.startsWith('1') ? { returned: { tx_hash: 'f'.repeat(64) } } : {}
        return post(`deliveries/${id}/reverse`, { reason: 'Ошибка', ...returned })
      }
      case 'moveSurplus':
        return post('move-surplus', { amount: moneyText(command.amount) })
      case 'closeException':
        return post('close-exception', { reason: 'Списано' })
      case 'deliver':
        return post('deliveries', {
          tx_hash: hashHere(command.hash),
          amount: coinText(command.amount),
          ...(command.isAccepted && { accept_underpayment: true }),
        })
      case 'complete':
        return patch({
          status: 'completed',
          tx_hash: hashHere(command.hash),
          ...(command.isAccepted && { accept_underpayment: true }),
        })
      case 'allocate': {
        const { id } = (await credits())[command.credit]
        const body = { request_id: requestIds[command.request], amount: moneyText(command.amount) }
        return () => owner.post(`/v1/credits/${id}/allocate`, body)
      }
    }
  }

  /** Sets the clock of the service. What was signed in before may be over by then. */
  async function moveClock(at: number, isFar: boolean): Promise<void> {
    server.clock.at = new Date(at)
    if (isFar) owner = await server.signIn('owner')
  }

  /** Until no approved request has a quote that is over: another node, or the job itself, may be at it. */
  async function sweep(): Promise<void> {
    for (;;) {
      const open = await server.db
        .selectFrom('purchase_requests')
        .select('id')
        .where('id', 'in', requestIds)
        .where('status', '=', 'approved')
        .where('quote_expires_at', '<=', server.clock.at)
        .execute()
      if (open.length === 0) return
      await server.service.quoteExpiry.sweep()
    }
  }

  async function look(place: number) {
    const [{ body: request }, payments, refunds, deliveries, quotes, steps, kept] = await Promise.all([
      owner.get(pathOf(place)),
      list(place, 'payments'),
      list(place, 'refunds'),
      list(place, 'deliveries'),
      list(place, 'quotes'),
      owner.get(`${pathOf(place)}/next-steps`),
      credits(),
    ])
    const { payment, totals } = request
    const completion = steps.body.steps.find(({ status }: { status: string }) => status === 'completed')
    return {
      status: request.status,
      version: request.version,
      comment: request.comment,
      quotes: quotes.length,
      crypto: coinUnits(request.crypto_amount),
      fiat: moneyUnits(request.fiat_amount),
      total: moneyUnits(request.total_amount),
      payment: payment && {
        reference: payment.reference,
        received: moneyUnits(payment.received_amount),
        at: Date.parse(payment.received_at),
        exception: payment.exception,
      },
      totals: {
        received: moneyUnits(totals.received_amount),
        refunded: moneyUnits(totals.refunded_amount),
        moved: moneyUnits(totals.moved_amount),
        outstanding: moneyUnits(totals.outstanding_amount),
        refundable: moneyUnits(totals.refundable_amount),
        delivered: coinUnits(totals.delivered_amount),
        undelivered: coinUnits(totals.undelivered_amount),
      },
      blockers: completion?.blockers.map(({ code }: { code: string }) => code),
      payments: payments.map((one: Record<string, string>) => ({
        amount: moneyUnits(one.amount as string),
        reference: one.reference,
        at: Date.parse(one.received_at as string),
        isForeign: one.is_foreign_payer,
        isAccepted: one.payer_accepted !== null,
        isReversed: one.reversed !== null,
        credit: one.credit_id ? kept.findIndex(({ id }: { id: string }) => id === one.credit_id) : null,
      })),
      refunds: refunds.map((one: Record<string, string>) => ({
        amount: moneyUnits(one.amount as string),
        reference: one.reference,
        isReversed: one.reversed !== null,
      })),
      deliveries: deliveries.map((one: Record<string, string>) => ({
        amount: coinUnits(one.amount as string),
        hash: hashes.get(one.tx_hash as string),
        isReversed: one.reversed !== null,
      })),
      isException: request.exception_since !== null,
    }
  }

  async function lookAtAll(places: readonly number[]) {
    const [requests, kept, balances] = await Promise.all([
      Promise.all(places.map(look)),
      credits(),
      owner.get(`/v1/balances?organization_id=${organizationId}`),
    ])
    const own = balances.body.items.find(
      ({ commodity }: { commodity: string }) => commodity === money.currency,
    )
    return {
      requests,
      credits: kept.map((one: Record<string, string>) => ({
        request: one.request_id ? requestIds.indexOf(one.request_id) : -1,
        isMoved: one.moved_from !== null,
        amount: moneyUnits(one.amount as string),
        allocated: moneyUnits(one.allocated_amount as string),
        refunded: moneyUnits(one.refunded_amount as string),
        left: moneyUnits(one.left_amount as string),
        reference: one.reference,
        at: Date.parse(one.received_at as string),
      })),
      balance: moneyUnits(own?.balance ?? '0'),
    }
  }

  return {
    prepare,
    moveClock,
    sweep,
    lookAtAll,
    now: () => (server.clock.at ?? new Date()).getTime(),
    money,
    coins,
    organizationId,
  }
}

/** What a look must show. */
export function viewOf(model: Model, places: readonly number[]) {
  return {
    requests: places.map((place) => {
      const request = model.requests[place] as Model['requests'][number]
      const sums = sumsOf(model, request)
      const [first] = sums.counted
      return {
        status: request.status,
        version: request.version,
        comment: request.comment,
        quotes: request.quotes,
        crypto: request.crypto,
        fiat: sums.fiat,
        total: sums.total,
        payment: first
          ? {
              reference: first.reference,
              received: sums.received,
              at: first.at,
              exception: exceptionOf(model, request),
            }
          : null,
        totals: {
          received: sums.received,
          refunded: sums.refunded,
          moved: request.moved,
          outstanding: sums.outstanding,
          refundable: sums.refundable,
          delivered: sums.delivered,
          undelivered: sums.undelivered,
        },
        blockers: ['paid', 'failed'].includes(request.status)
          ? blockersOf(model, request, request.crypto)
          : undefined,
        payments: request.payments,
        refunds: request.refunds,
        deliveries: request.deliveries,
        isException: request.isException,
      }
    }),
    credits: model.credits.map((credit) => ({
      request: credit.request,
      isMoved: credit.isMoved,
      amount: credit.amount,
      allocated: credit.allocated,
      refunded: credit.amount - credit.allocated - leftOf(credit),
      left: leftOf(credit),
      reference: credit.reference,
      at: credit.at,
    })),
    balance: balanceOf(model),
  }
}

/** What the books must have, by account and commodity, in smallest units; what is 0 is left out. */
export function booksOf(model: Model, { organizationId, coins, money }: World): Record<string, bigint> {
  const { currency } = money
  const { asset, network } = coins
  const books: Record<string, bigint> = {}
  const add = (account: string, commodity: string, units: bigint) => {
    if (units !== 0n) books[`${account} ${commodity}`] = units
  }
  const delivered = model.requests.map((request) => {
    const coins = sumsOf(model, request).delivered
    return { coins, ...sharesOf(model, request, coins) }
  })
  const all = (what: 'coins' | 'fiat' | 'fee') => delivered.reduce((sum, one) => sum + one[what], 0n)
  add('assets:bank:unreconciled', currency, bankOf(model))
  add(`liabilities:client:${organizationId}:${currency}`, currency, -balanceOf(model))
  add(`equity:trading:${currency}`, currency, -all('fiat'))
  add(`income:fee:${currency}`, currency, -all('fee'))
  add(`equity:trading:${asset}`, asset, all('coins'))
  add(`assets:coins:${network}:${asset}:elsewhere`, asset, -all('coins'))
  return books
}

function instant(at: number): string {
  return new Date(at).toISOString()
}

function text(units: bigint, places: number): string {
  if (places === 0) return String(units)
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function units(value: string, places: number): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  if (whole === '' || /[1-9]/.test(fraction.slice(places)))
    throw new Error(`no amount with ${places} places: ${value}`)
  const digits = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return sign === '-' ? -digits : digits
}
