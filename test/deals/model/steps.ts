import { fc } from '../../support/cases/properties.ts'
import {
  type Command,
  leftOf,
  type Model,
  type ModelCredit,
  type ModelRequest,
  priceOf,
  sumsOf,
} from './deal-model.ts'

const sizes = ['third', 'rest', 'rest', 'whole', 'unit', 'over', 'double'] as const

/** A step before it is known what it meets: figures follow from the state, so that they often hit a boundary. */
export interface Step {
  do: Command['do']
  pick: number
  size: (typeof sizes)[number]
  reference: string
  isLate: boolean
  isAccepted: boolean
  isForeign: boolean
  rate: bigint
}

/** Weighted towards money, so that walks get far. */
const doings: readonly Step['do'][] = [
  ...['create', 'quote', 'quote', 'correct', 'expire', 'expire', 'approve', 'approve', 'approve', 'move'],
  ...['move', 'move', 'patchPaid', 'patchPaid', 'acceptPayer', 'acceptPayer', 'reverse', 'reverse', 'refund'],
  ...[
    'refund',
    'refund',
    'deliver',
    'deliver',
    'deliver',
    'complete',
    'allocate',
    'allocate',
    'refundCredit',
  ],
  ...['pay', 'pay', 'pay', 'pay', 'pay', 'pay'],
  ...[
    'reverseDelivery',
    'reverseDelivery',
    'reverseRefund',
    'reverseRefund',
    'moveSurplus',
    'closeException',
  ],
] as Step['do'][]

export const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...doings),
  pick: fc.nat(1_000),
  size: fc.constantFrom(...sizes),
  reference: fc.constantFrom('A', 'B', 'Платёж № 3'),
  isLate: fc.boolean(),
  isAccepted: fc.boolean(),
  isForeign: fc.constantFrom(false, false, false, true),
  rate: fc.constantFrom(31n, 999n, 1000n, 1337n),
})

/** One step, two at once, or one that is sent again because its response was lost. */
export interface Turn {
  steps: [Step] | [Step, Step]
  isSentAgain: boolean
  hasKey: boolean
}

export const arbitraryWalk: fc.Arbitrary<{ money: [string, number]; coins: string; turns: Turn[] }> =
  fc.record({
    money: fc.constantFrom<[string, number]>(['RUB', 2], ['RUB', 2], ['JPY', 0], ['KWD', 3]),
    coins: fc.constantFrom('USDT', 'BTC', 'TRX'),
    turns: fc.array(
      fc.record({
        steps: fc.oneof(
          { weight: 3, arbitrary: fc.tuple(arbitraryStep) },
          { weight: 1, arbitrary: fc.tuple(arbitraryStep, arbitraryStep) },
        ) as fc.Arbitrary<Turn['steps']>,
        isSentAgain: fc.constantFrom(false, false, true),
        hasKey: fc.boolean(),
      }),
      { minLength: 6, maxLength: 16 },
    ),
  })

export const hour = 3_600_000
const moves = [
  'in_review',
  'in_review',
  'on_hold',
  'rejected',
  'cancelled',
  'failed',
  'failed',
  'refunded',
] as const

/** What the step is here and now; undefined if there is nothing that it could be about. */
export function commandOf(model: Model, step: Step, now: number): Command | undefined {
  const { pick, size, isAccepted, isForeign, rate } = step
  const until = now + hour
  const unit = 10n ** BigInt(model.coinPlaces)
  const coins = [7n * unit + 3n, 100n * unit, unit / 3n][pick % 3] as bigint
  const fee = [0n, 77n, 1000n][pick % 3] as bigint
  if (step.do === 'create') {
    const crypto = priceOf(model, coins, rate) > 0n ? coins : 100n * unit
    return model.requests.length < 3 ? { do: 'create', crypto, rate, fee, until } : undefined
  }
  const place = pick % model.requests.length
  const request = model.requests[place] as ModelRequest
  const sums = sumsOf(model, request)
  const creditPlace = model.credits.length === 0 ? -1 : pick % model.credits.length
  const credit = model.credits[creditPlace] as ModelCredit | undefined
  const of = { request: place }
  const hash = (pick % 5).toString(16).repeat(64)
  const payment = {
    amount: sized(size, sums.total, sums.total - sums.received),
    reference: step.reference,
    at: step.isLate ? now - 1_000 : now - 3 * hour,
  }
  switch (step.do) {
    case 'move':
      return { do: 'move', ...of, to: moves[pick % moves.length] as (typeof moves)[number] }
    case 'approve':
      return { do: 'approve', ...of, until: isAccepted ? until : null }
    case 'quote':
      return {
        do: 'quote',
        ...of,
        rate,
        fee: isAccepted ? fee : null,
        crypto: size === 'whole' || size === 'third' ? coins : null,
        fiat: size === 'rest' ? 12_345n : null,
        until,
      }
    case 'correct':
      return {
        do: 'correct',
        ...of,
        version: request.version + (pick % 7 === 0 ? 1 : 0),
        crypto: isAccepted ? coins : null,
        comment: isForeign || !isAccepted ? step.reference : null,
      }
    case 'pay':
      return { do: 'pay', ...of, ...payment, isForeign, isAccepted }
    case 'patchPaid':
      return { do: 'patchPaid', ...of, ...payment }
    case 'acceptPayer':
    case 'reverse':
      return request.payments.length === 0
        ? undefined
        : { do: step.do, ...of, payment: (pick >> 3) % request.payments.length }
    case 'refund':
      return {
        do: 'refund',
        ...of,
        amount: sized(size, sums.received || 1n, sums.refundable),
        reference: step.reference,
      }
    case 'reverseRefund':
      return request.refunds.length === 0
        ? undefined
        : { do: step.do, ...of, refund: (pick >> 3) % request.refunds.length }
    case 'reverseDelivery':
      return request.deliveries.length === 0
        ? undefined
        : { do: step.do, ...of, delivery: (pick >> 3) % request.deliveries.length }
    case 'moveSurplus':
      return { do: step.do, ...of, amount: sized(size, sums.total, sums.surplus) }
    case 'closeException':
      return { do: step.do, ...of }
    case 'deliver':
      return { do: 'deliver', ...of, amount: sized(size, request.crypto, sums.undelivered), hash, isAccepted }
    case 'complete':
      return { do: 'complete', ...of, hash, isAccepted }
    case 'allocate':
      return (
        credit && {
          do: 'allocate',
          ...of,
          credit: creditPlace,
          amount: sized(size, sums.total, size === 'rest' ? leftOf(credit) : sums.total - sums.received),
        }
      )
    case 'refundCredit':
      return (
        credit && {
          do: 'refundCredit',
          credit: creditPlace,
          amount: sized(size, credit.amount, leftOf(credit)),
          reference: step.reference,
        }
      )
    case 'expire':
      return { do: 'expire' }
  }
}

function sized(size: Step['size'], whole: bigint, rest: bigint): bigint {
  const amounts = {
    third: whole / 3n,
    rest,
    whole,
    unit: 1n,
    over: rest + 1n,
    double: 2n * whole,
  }
  return amounts[size] > 0n ? amounts[size] : 1n
}
