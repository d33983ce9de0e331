/**
 * What a desk must know, in plain words and whole smallest units, apart from the code of the service: requests, the money
 * that came for them and went back, the coins that were sent.
 */
export interface ModelPayment {
  amount: bigint
  reference: string
  at: number
  isForeign: boolean
  isAccepted: boolean
  isReversed: boolean
  /** Place of its credit in the list of credits. */
  credit: number | null
}

export interface ModelRefund {
  amount: bigint
  reference: string | null
}

export interface ModelRequest {
  status: string
  version: number
  crypto: bigint
  /** In hundredths. */
  rate: bigint
  fee: bigint
  comment: string | null
  quoteEnd: number | null
  quotes: number
  payments: ModelPayment[]
  refunds: ModelRefund[]
  deliveries: { amount: bigint; hash: string }[]
}

export interface ModelCredit {
  /** Place of the request that it came for. */
  request: number
  amount: bigint
  allocated: bigint
  refunds: ModelRefund[]
  reference: string
  at: number
  isForeign: boolean
}

export interface Model {
  /** Decimal places of the asset and of the currency. */
  coinPlaces: number
  moneyPlaces: number
  requests: ModelRequest[]
  credits: ModelCredit[]
}

type OfRequest<Do extends string, More = unknown> = { do: Do; request: number } & More

export type Command =
  | { do: 'create'; crypto: bigint; rate: bigint; fee: bigint; until: number }
  | OfRequest<'move', { to: 'in_review' | 'on_hold' | 'rejected' | 'cancelled' | 'failed' | 'refunded' }>
  | OfRequest<'approve', { until: number | null }>
  | OfRequest<
      'quote',
      { rate: bigint; fee: bigint | null; crypto: bigint | null; fiat: bigint | null; until: number }
    >
  | OfRequest<'correct', { version: number; crypto: bigint | null; comment: string | null }>
  | OfRequest<'pay', PaymentValues & { isAccepted: boolean }>
  | OfRequest<'patchPaid', Omit<PaymentValues, 'isForeign'>>
  | OfRequest<'acceptPayer' | 'reverse', { payment: number }>
  | OfRequest<'refund', { amount: bigint; reference: string }>
  | OfRequest<'deliver', { amount: bigint; hash: string; isAccepted: boolean }>
  | OfRequest<'complete', { hash: string; isAccepted: boolean }>
  | OfRequest<'allocate', { credit: number; amount: bigint }>
  | { do: 'refundCredit'; credit: number; amount: bigint; reference: string }
  | { do: 'expire' }

interface PaymentValues {
  amount: bigint
  reference: string
  at: number
  isForeign: boolean
}

/** What the service must respond. */
export interface Answer {
  status: number
  code?: string
}

const next: Readonly<Record<string, readonly string[]>> = {
  new: ['in_review', 'cancelled'],
  in_review: ['approved', 'rejected', 'on_hold', 'cancelled'],
  on_hold: ['in_review', 'rejected', 'cancelled'],
  approved: ['paid', 'cancelled'],
  expired: ['approved', 'paid', 'cancelled'],
  paid: ['completed', 'failed', 'refunded'],
  failed: ['completed', 'refunded'],
}
const beforeMoney = ['new', 'in_review', 'on_hold', 'approved', 'expired']
const forMoney = ['approved', 'expired', 'paid', 'failed']
const forCoins = ['paid', 'failed']
const forRefunds = ['paid', 'failed', 'completed', 'refunded']

const no = (status: number, code?: string): Answer => (code ? { status, code } : { status })
const sum = (amounts: readonly bigint[]) => amounts.reduce((left, right) => left + right, 0n)
const amountsOf = (facts: readonly { amount: bigint }[]) => sum(facts.map(({ amount }) => amount))
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

/** n ÷ d, half up. */
const rounded = (n: bigint, d: bigint) => (2n * n + d) / (2n * d)

export function priceOf({ coinPlaces, moneyPlaces }: Model, crypto: bigint, rate: bigint): bigint {
  return rounded(crypto * rate * 10n ** BigInt(moneyPlaces), 100n * 10n ** BigInt(coinPlaces))
}

/** How many coins so much money buys: to the nearest, a half down. */
function coinsFor({ coinPlaces, moneyPlaces }: Model, fiat: bigint, rate: bigint): bigint {
  const [n, d] = [fiat * 100n * 10n ** BigInt(coinPlaces), rate * 10n ** BigInt(moneyPlaces)]
  return (2n * n + d - 1n) / (2n * d)
}

export function sumsOf(model: Model, request: ModelRequest) {
  const counted = request.payments.filter(({ isReversed }) => !isReversed)
  const fiat = priceOf(model, request.crypto, request.rate)
  const received = amountsOf(counted)
  const refunded = amountsOf(request.refunds)
  const delivered = amountsOf(request.deliveries)
  return {
    counted,
    fiat,
    total: fiat + request.fee,
    received,
    refunded,
    delivered,
    undelivered: request.crypto - delivered,
    held: received - refunded,
    value: costOf(model, request, delivered),
    refundable: positive(received - refunded - costOf(model, request, delivered)),
  }
}

/** What so many coins of this request cost the client: price and fee each for itself, all of them exactly the total. */
export function sharesOf(model: Model, request: ModelRequest, coins: bigint): { fiat: bigint; fee: bigint } {
  const fiat = priceOf(model, request.crypto, request.rate)
  return { fiat: rounded(fiat * coins, request.crypto), fee: rounded(request.fee * coins, request.crypto) }
}

function costOf(model: Model, request: ModelRequest, coins: bigint): bigint {
  const { fiat, fee } = sharesOf(model, request, coins)
  return fiat + fee
}

const positive = (units: bigint) => (units > 0n ? units : 0n)

export function exceptionOf(model: Model, request: ModelRequest): string | null {
  const { counted, received, total } = sumsOf(model, request)
  const { quoteEnd } = request
  if (counted.length === 0) return null
  if (quoteEnd !== null && counted.some(({ at }) => at > quoteEnd)) return 'late'
  return received < total ? 'partial' : received > total ? 'over' : null
}

/** Why so many coins in all cannot be sent. */
export function blockersOf(model: Model, request: ModelRequest, coins: bigint): string[] {
  const { counted, held } = sumsOf(model, request)
  const foreign = counted.filter(({ isForeign, isAccepted }) => isForeign && !isAccepted)
  return [
    ...(costOf(model, request, coins) > held ? ['underpaid'] : []),
    ...foreign.map(() => 'foreign_payer'),
  ]
}

/** Carries out a command at this time: changes the model, and says what the service must respond. */
export function carryOut(model: Model, command: Command, now: number): Answer {
  if (command.do === 'create') return create(model, command)
  if (command.do === 'expire') return expire(model, now)
  if (command.do === 'refundCredit') return refundCredit(model, command)
  const request = model.requests[command.request] as ModelRequest
  switch (command.do) {
    case 'move':
      return move(model, request, command.to)
    case 'approve':
      return approve(request, command.until, now)
    case 'quote':
      return quote(model, request, command)
    case 'correct':
      return correct(model, request, command)
    case 'pay':
      return pay(model, request, command)
    case 'patchPaid':
      return patchPaid(model, request, command)
    case 'acceptPayer':
      return acceptPayer(request, request.payments[command.payment])
    case 'reverse':
      return reverse(model, request, request.payments[command.payment], now)
    case 'refund':
      return refund(model, request, command)
    case 'deliver':
      return deliver(model, request, command)
    case 'complete':
      return complete(model, request, command)
    case 'allocate':
      return allocate(model, request, model.credits[command.credit] as ModelCredit, command)
  }
}

/** Something was written: the version says so. */
function changed(request: ModelRequest, to?: string): void {
  request.version += 1
  if (to) request.status = to
}

function create(model: Model, { crypto, rate, fee, until }: Extract<Command, { do: 'create' }>): Answer {
  model.requests.push({
    status: 'new',
    version: 1,
    crypto,
    rate,
    fee,
    comment: null,
    quoteEnd: until,
    quotes: 1,
    payments: [],
    refunds: [],
    deliveries: [],
  })
  return no(201)
}

function move(model: Model, request: ModelRequest, to: string): Answer {
  if (request.status === to) return no(200)
  if (!next[request.status]?.includes(to)) return no(409, 'transition_not_allowed')
  const left = sumsOf(model, request).refundable
  if (to === 'refunded' && left > 0n) request.refunds.push({ amount: left, reference: null })
  changed(request, to)
  return no(200)
}

function approve(request: ModelRequest, until: number | null, now: number): Answer {
  if (request.status === 'approved') return no(200)
  if (!next[request.status]?.includes('approved')) return no(409, 'transition_not_allowed')
  if (until === null && request.status === 'expired') return no(422)
  const end = until ?? request.quoteEnd
  if (end !== null && end <= now) return no(409, 'approval_blocked')
  request.quoteEnd = end
  if (until !== null) request.quotes += 1
  changed(request, 'approved')
  return no(200)
}

function refusedTerms({ status }: ModelRequest): Answer | undefined {
  if (beforeMoney.includes(status)) return undefined
  return no(409, forCoins.includes(status) ? 'already_paid' : 'status_not_allowed')
}

/** What was approved is no longer what it is. */
function newTerms(request: ModelRequest): void {
  changed(request, ['approved', 'expired'].includes(request.status) ? 'in_review' : undefined)
}

function quote(
  model: Model,
  request: ModelRequest,
  { rate, fee, crypto, fiat, until }: Extract<Command, { do: 'quote' }>,
): Answer {
  const refused = refusedTerms(request)
  if (refused) return refused
  const coins = fiat === null ? (crypto ?? request.crypto) : coinsFor(model, fiat, rate)
  if (priceOf(model, coins, rate) === 0n) return no(422)
  request.crypto = coins
  if (fee !== null) request.fee = fee
  request.rate = rate
  request.quoteEnd = until
  request.quotes += 1
  newTerms(request)
  return no(201)
}

function correct(
  model: Model,
  request: ModelRequest,
  { version, crypto, comment }: Extract<Command, { do: 'correct' }>,
): Answer {
  if (version !== request.version) return no(409, 'version_conflict')
  const refused = refusedTerms(request)
  if (refused) return refused
  if (priceOf(model, crypto ?? request.crypto, request.rate) === 0n) return no(422)
  const isOther = crypto !== null && crypto !== request.crypto
  if (!isOther && (comment === null || comment === request.comment)) return no(200)
  if (isOther) {
    request.crypto = crypto
    request.quotes += 1
  }
  if (comment !== null) request.comment = comment
  newTerms(request)
  return no(200)
}

function isSame(one: Omit<PaymentValues, 'isForeign'>, other: Omit<PaymentValues, 'isForeign'>): boolean {
  return one.reference === other.reference && one.amount === other.amount && day(one.at) === day(other.at)
}

function counts(request: ModelRequest, payment: Omit<PaymentValues, 'isForeign'>): boolean {
  return request.payments.some((one) => !one.isReversed && isSame(one, payment))
}

function isFarTooMuch(model: Model, request: ModelRequest, more: bigint): boolean {
  const { received, total } = sumsOf(model, request)
  return 10n * (received + more) > 11n * total
}

function addPayment(request: ModelRequest, values: PaymentValues, credit: number | null): void {
  const { amount, reference, at, isForeign } = values
  request.payments.push({
    amount,
    reference,
    at,
    isForeign,
    credit,
    isAccepted: false,
    isReversed: false,
  })
  changed(request, ['approved', 'expired'].includes(request.status) ? 'paid' : undefined)
}

/** Whether this money came when the request took none. */
function isKept(model: Model, given: OfRequest<string, Omit<PaymentValues, 'isForeign'>>): boolean {
  return model.credits.some((one) => one.request === given.request && isSame(one, given))
}

function pay(model: Model, request: ModelRequest, given: Extract<Command, { do: 'pay' }>): Answer {
  if (isKept(model, given) || counts(request, given)) return no(409, 'duplicate_payment')
  const { amount, reference, at, isForeign } = given
  if (forMoney.includes(request.status)) {
    if (!given.isAccepted && isFarTooMuch(model, request, amount)) return no(409, 'overpayment')
    addPayment(request, given, null)
  } else {
    model.credits.push({
      request: given.request,
      amount,
      reference,
      at,
      isForeign,
      allocated: 0n,
      refunds: [],
    })
  }
  return no(201)
}

function patchPaid(
  model: Model,
  request: ModelRequest,
  given: Extract<Command, { do: 'patchPaid' }>,
): Answer {
  if (request.status === 'paid' && counts(request, given)) return no(200)
  if (!['approved', 'expired', 'paid'].includes(request.status)) return no(409, 'transition_not_allowed')
  if (isKept(model, given)) return no(409, 'duplicate_payment')
  addPayment(request, { ...given, isForeign: false }, null)
  return no(200)
}

function acceptPayer(request: ModelRequest, payment: ModelPayment | undefined): Answer {
  if (!payment) return no(404, 'payment_not_found')
  if (!payment.isForeign || payment.isAccepted) return no(200)
  payment.isAccepted = true
  changed(request)
  return no(200)
}

function reverse(
  model: Model,
  request: ModelRequest,
  payment: ModelPayment | undefined,
  now: number,
): Answer {
  if (!payment) return no(404, 'payment_not_found')
  if (payment.isReversed) return no(409, 'already_reversed')
  const { received, refunded, delivered } = sumsOf(model, request)
  if (received - payment.amount < refunded) return no(409, 'below_refunded')
  payment.isReversed = true
  const credit = payment.credit === null ? undefined : model.credits[payment.credit]
  if (credit) credit.allocated -= payment.amount
  const isUntouched =
    request.payments.every(({ isReversed }) => isReversed) && refunded === 0n && delivered === 0n
  const back = request.quoteEnd !== null && request.quoteEnd <= now ? 'expired' : 'approved'
  changed(request, request.status === 'paid' && isUntouched ? back : undefined)
  return no(200)
}

function isRefunded(refunds: readonly ModelRefund[], { amount, reference }: ModelRefund): boolean {
  return refunds.some((one) => one.reference === reference && one.amount === amount)
}

function refund(
  model: Model,
  request: ModelRequest,
  { amount, reference }: Extract<Command, { do: 'refund' }>,
): Answer {
  if (!forRefunds.includes(request.status)) return no(409, 'status_not_allowed')
  if (isRefunded(request.refunds, { amount, reference })) return no(409, 'duplicate_refund')
  if (amount > sumsOf(model, request).refundable) return no(409, 'refund_exceeds')
  request.refunds.push({ amount, reference })
  const isOver = sumsOf(model, request).refundable === 0n && forCoins.includes(request.status)
  changed(request, isOver ? 'refunded' : undefined)
  return no(201)
}

function send(
  model: Model,
  request: ModelRequest,
  { amount, hash, isAccepted }: { amount: bigint; hash: string; isAccepted: boolean },
): Answer | undefined {
  if (request.deliveries.some((one) => one.hash === hash)) return no(409, 'duplicate_delivery')
  const { delivered } = sumsOf(model, request)
  if (delivered + amount > request.crypto) return no(409, 'delivery_exceeds')
  const blockers = blockersOf(model, request, delivered + amount)
  if (blockers.some((code) => !isAccepted || code !== 'underpaid')) return no(409, 'approval_blocked')
  request.deliveries.push({ amount, hash })
  changed(request, delivered + amount === request.crypto ? 'completed' : undefined)
  return undefined
}

function deliver(model: Model, request: ModelRequest, given: Extract<Command, { do: 'deliver' }>): Answer {
  if (forCoins.includes(request.status)) return send(model, request, given) ?? no(201)
  const isKnown = request.deliveries.some(({ hash }) => hash === given.hash)
  return no(409, isKnown ? 'duplicate_delivery' : 'status_not_allowed')
}

function complete(model: Model, request: ModelRequest, given: Extract<Command, { do: 'complete' }>): Answer {
  if (request.status === 'completed') {
    const isKnown = request.deliveries.some(({ hash }) => hash === given.hash)
    return isKnown ? no(200) : no(409, 'already_delivered')
  }
  if (!forCoins.includes(request.status)) return no(409, 'transition_not_allowed')
  const amount = sumsOf(model, request).undelivered
  return send(model, request, { ...given, amount }) ?? no(200)
}

export function leftOf({ amount, allocated, refunds }: ModelCredit): bigint {
  return amount - allocated - amountsOf(refunds)
}

function allocate(
  model: Model,
  request: ModelRequest,
  credit: ModelCredit,
  given: Extract<Command, { do: 'allocate' }>,
): Answer {
  if (!forMoney.includes(request.status)) return no(409, 'status_not_allowed')
  if (given.amount > leftOf(credit)) return no(409, 'credit_exceeds')
  const payment = { ...credit, amount: given.amount }
  if (counts(request, payment)) return no(409, 'duplicate_payment')
  if (isFarTooMuch(model, request, given.amount)) return no(409, 'overpayment')
  credit.allocated += given.amount
  addPayment(request, payment, given.credit)
  return no(200)
}

function refundCredit(
  model: Model,
  { credit: place, amount, reference }: Extract<Command, { do: 'refundCredit' }>,
): Answer {
  const credit = model.credits[place] as ModelCredit
  if (isRefunded(credit.refunds, { amount, reference })) return no(409, 'duplicate_refund')
  if (amount > leftOf(credit)) return no(409, 'credit_exceeds')
  credit.refunds.push({ amount, reference })
  return no(200)
}

function expire({ requests }: Model, now: number): Answer {
  for (const request of requests) {
    const { status, quoteEnd } = request
    if (status === 'approved' && quoteEnd !== null && quoteEnd <= now) changed(request, 'expired')
  }
  return no(200)
}

/** All money that came and was not taken back as a mistake, less what went back. */
export function bankOf(model: Model): bigint {
  const payments = model.requests.flatMap(({ payments }) => payments)
  const own = payments.filter(({ credit, isReversed }) => credit === null && !isReversed)
  const refunds = [...model.requests, ...model.credits].flatMap(({ refunds }) => refunds)
  return amountsOf(own) + amountsOf(model.credits) - amountsOf(refunds)
}

/** What the desk owes the client; below 0, what the client owes. */
export function balanceOf(model: Model): bigint {
  return bankOf(model) - sum(model.requests.map((request) => sumsOf(model, request).value))
}
