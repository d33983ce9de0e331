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
  isReversed: boolean
}

export interface ModelDelivery {
  amount: bigint
  hash: string
  isReversed: boolean
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
  deliveries: ModelDelivery[]
  /** Became credits. */
  moved: bigint
  /** Something was reversed after it was completed. */
  isException: boolean
}

export interface ModelCredit {
  /** Place of the request that it came for; -1 if it is money above the total of one. */
  request: number
  isMoved: boolean
  /** The payment that it is a part of, if it was moved. */
  payment?: ModelPayment
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
  | OfRequest<'reverseRefund', { refund: number }>
  | OfRequest<'reverseDelivery', { delivery: number }>
  | OfRequest<'moveSurplus', { amount: bigint }>
  | OfRequest<'closeException'>
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
const stands = ({ isReversed }: { isReversed: boolean }) => !isReversed
const sum = (amounts: readonly bigint[]) => amounts.reduce((left, right) => left + right, 0n)
const amountsOf = (facts: readonly { amount: bigint }[]) => sum(facts.map(({ amount }) => amount))
/** The day of the books, which are kept in Moscow, three hours ahead of UTC. */
const day = (at: number) => new Date(at + 3 * 3_600_000).toISOString().slice(0, 10)

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
  const refunded = amountsOf(request.refunds.filter(stands))
  const delivered = amountsOf(request.deliveries.filter(stands))
  const held = received - refunded - request.moved
  return {
    counted,
    fiat,
    total: fiat + request.fee,
    received,
    refunded,
    delivered,
    undelivered: request.crypto - delivered,
    held,
    value: costOf(model, request, delivered),
    refundable: positive(held - costOf(model, request, delivered)),
    surplus: positive(held - fiat - request.fee),
    /** Of a request that is over, only what was delivered is still to be paid. */
    outstanding: ['refunded', 'rejected', 'cancelled'].includes(request.status)
      ? positive(costOf(model, request, delivered) - held)
      : positive(fiat + request.fee - held),
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
    case 'reverseRefund':
      return reverseFact(model, request, request.refunds[command.refund], 'refund_not_found', now)
    case 'reverseDelivery':
      return reverseFact(
        model,
        request,
        request.deliveries[command.delivery],
        'request_delivery_not_found',
        now,
      )
    case 'moveSurplus':
      return moveSurplus(model, request, command.amount)
    case 'closeException':
      return closeException(request)
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

/** Nobody has to look at it any more once it is even again. */
function settle(model: Model, request: ModelRequest): void {
  const { held, total } = sumsOf(model, request)
  if (request.status === 'refunded' || (request.status === 'completed' && held === total))
    request.isException = false
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
    moved: 0n,
    isException: false,
  })
  return no(201)
}

function move(model: Model, request: ModelRequest, to: string): Answer {
  if (request.status === to) return no(200)
  if (!next[request.status]?.includes(to)) return no(409, 'transition_not_allowed')
  const left = sumsOf(model, request).refundable
  if (to === 'refunded' && left > 0n) {
    request.refunds.push({ amount: left, reference: null, isReversed: false })
    request.isException = false
  }
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

function addPayment(model: Model, request: ModelRequest, values: PaymentValues, credit: number | null): void {
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
  settle(model, request)
}

/** Whether money that comes now belongs to it: a completed one takes what is owed for it. */
function takesMoney(model: Model, request: ModelRequest): boolean {
  if (forMoney.includes(request.status)) return true
  return request.status === 'completed' && sumsOf(model, request).outstanding > 0n
}

/** Whether this money came when the request took none. */
function isKept(model: Model, given: OfRequest<string, Omit<PaymentValues, 'isForeign'>>): boolean {
  return model.credits.some((one) => !one.isMoved && one.request === given.request && isSame(one, given))
}

function pay(model: Model, request: ModelRequest, given: Extract<Command, { do: 'pay' }>): Answer {
  if (isKept(model, given) || counts(request, given)) return no(409, 'duplicate_payment')
  const { amount, reference, at, isForeign } = given
  if (takesMoney(model, request)) {
    if (!given.isAccepted && isFarTooMuch(model, request, amount)) return no(409, 'overpayment')
    addPayment(model, request, given, null)
  } else {
    model.credits.push({
      request: given.request,
      isMoved: false,
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
  if (request.status === 'paid') {
    const hasReference = request.payments.some(
      ({ isReversed, reference }) => !isReversed && reference === given.reference,
    )
    if (hasReference) return no(409, 'payment_differs')
    if (isFarTooMuch(model, request, given.amount)) return no(409, 'overpayment')
  }
  if (isKept(model, given)) return no(409, 'duplicate_payment')
  addPayment(model, request, { ...given, isForeign: false }, null)
  return no(200)
}

function acceptPayer(request: ModelRequest, payment: ModelPayment | undefined): Answer {
  if (!payment) return no(404, 'payment_not_found')
  if (payment.isAccepted || (!payment.isForeign && payment.isReversed)) return no(200)
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
  const { received, refunded } = sumsOf(model, request)
  const moved = creditsOf(model, payment)
  const isUsed = moved.some(({ allocated, refunds }) => allocated > 0n || refunds.some(stands))
  const back = amountsOf(moved)
  if (isUsed || received - payment.amount < refunded + request.moved - back) return no(409, 'below_refunded')
  payment.isReversed = true
  for (const one of moved) one.allocated = one.amount
  request.moved -= back
  const credit = payment.credit === null ? undefined : model.credits[payment.credit]
  if (credit) credit.allocated -= payment.amount
  placeByFacts(model, request, now)
  return no(200)
}

function reverseFact(
  model: Model,
  request: ModelRequest,
  fact: { isReversed: boolean } | undefined,
  missing: string,
  now: number,
): Answer {
  if (!fact) return no(404, missing)
  if (fact.isReversed) return no(409, 'already_reversed')
  fact.isReversed = true
  placeByFacts(model, request, now)
  return no(200)
}

/** Where a request is after something of it was taken back. */
function placeByFacts(model: Model, request: ModelRequest, now: number): void {
  const { counted, refunded, delivered, undelivered, refundable } = sumsOf(model, request)
  const before = request.status
  const isUntouched = counted.length === 0 && refunded === 0n && delivered === 0n && request.moved === 0n
  const isOver = request.quoteEnd !== null && request.quoteEnd <= now
  const place = () => {
    if (!forRefunds.includes(before)) return before
    if (undelivered === 0n) return 'completed'
    if (before === 'failed') return before
    if (isUntouched && before !== 'refunded') return isOver ? 'expired' : 'approved'
    return before === 'refunded' && refundable === 0n ? before : 'paid'
  }
  changed(request, place())
  if (before === 'completed') request.isException = true
  settle(model, request)
}

function moveSurplus(model: Model, request: ModelRequest, amount: bigint): Answer {
  if (!['paid', 'failed', 'completed'].includes(request.status)) return no(409, 'status_not_allowed')
  const { surplus, counted } = sumsOf(model, request)
  const leftOf = (one: ModelPayment) => one.amount - amountsOf(creditsOf(model, one))
  const payment = counted.findLast((one) => leftOf(one) > 0n)
  if (!payment || amount > surplus || amount > leftOf(payment)) return no(409, 'surplus_exceeds')
  const { reference, at, isForeign } = payment
  model.credits.push({
    request: -1,
    isMoved: true,
    payment,
    amount,
    reference,
    at,
    isForeign,
    allocated: 0n,
    refunds: [],
  })
  request.moved += amount
  changed(request)
  settle(model, request)
  return no(201)
}

function creditsOf(model: Model, payment: ModelPayment): ModelCredit[] {
  return model.credits.filter((one) => one.payment === payment)
}

function closeException(request: ModelRequest): Answer {
  if (!request.isException) return no(409, 'no_exception')
  request.isException = false
  changed(request)
  return no(200)
}

function isRefunded(
  refunds: readonly ModelRefund[],
  { amount, reference }: Omit<ModelRefund, 'isReversed'>,
): boolean {
  return refunds.some((one) => stands(one) && one.reference === reference && one.amount === amount)
}

function refund(
  model: Model,
  request: ModelRequest,
  { amount, reference }: Extract<Command, { do: 'refund' }>,
): Answer {
  if (!forRefunds.includes(request.status)) return no(409, 'status_not_allowed')
  if (isRefunded(request.refunds, { amount, reference })) return no(409, 'duplicate_refund')
  if (amount > sumsOf(model, request).refundable) return no(409, 'refund_exceeds')
  request.refunds.push({ amount, reference, isReversed: false })
  const isOver = sumsOf(model, request).refundable === 0n && forCoins.includes(request.status)
  changed(request, isOver ? 'refunded' : undefined)
  settle(model, request)
  return no(201)
}

function send(
  model: Model,
  request: ModelRequest,
  { amount, hash, isAccepted }: { amount: bigint; hash: string; isAccepted: boolean },
): Answer | undefined {
  const isNamed = ({ deliveries }: ModelRequest) => deliveries.some((one) => stands(one) && one.hash === hash)
  if (isNamed(request)) return no(409, 'duplicate_delivery')
  if (model.requests.some(isNamed)) return no(409, 'transaction_already_delivers')
  const { delivered } = sumsOf(model, request)
  if (delivered + amount > request.crypto) return no(409, 'delivery_exceeds')
  const blockers = blockersOf(model, request, delivered + amount)
  if (blockers.some((code) => !isAccepted || code !== 'underpaid')) return no(409, 'approval_blocked')
  request.deliveries.push({ amount, hash, isReversed: false })
  changed(request, delivered + amount === request.crypto ? 'completed' : undefined)
  settle(model, request)
  return undefined
}

function deliver(model: Model, request: ModelRequest, given: Extract<Command, { do: 'deliver' }>): Answer {
  if (forCoins.includes(request.status)) return send(model, request, given) ?? no(201)
  const isKnown = request.deliveries.some((one) => stands(one) && one.hash === given.hash)
  return no(409, isKnown ? 'duplicate_delivery' : 'status_not_allowed')
}

function complete(model: Model, request: ModelRequest, given: Extract<Command, { do: 'complete' }>): Answer {
  if (request.status === 'completed') {
    const isKnown = request.deliveries.some((one) => stands(one) && one.hash === given.hash)
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
  if (!takesMoney(model, request)) return no(409, 'status_not_allowed')
  if (given.amount > leftOf(credit)) return no(409, 'credit_exceeds')
  const payment = { ...credit, amount: given.amount }
  if (counts(request, payment)) return no(409, 'duplicate_payment')
  if (isFarTooMuch(model, request, given.amount)) return no(409, 'overpayment')
  credit.allocated += given.amount
  addPayment(model, request, payment, given.credit)
  return no(200)
}

function refundCredit(
  model: Model,
  { credit: place, amount, reference }: Extract<Command, { do: 'refundCredit' }>,
): Answer {
  const credit = model.credits[place] as ModelCredit
  if (isRefunded(credit.refunds, { amount, reference })) return no(409, 'duplicate_refund')
  if (amount > leftOf(credit)) return no(409, 'credit_exceeds')
  credit.refunds.push({ amount, reference, isReversed: false })
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
  const refunds = [...model.requests, ...model.credits].flatMap(({ refunds }) => refunds).filter(stands)
  // Moved money came with its payment.
  const came = model.credits.filter(({ isMoved }) => !isMoved)
  return amountsOf(own) + amountsOf(came) - amountsOf(refunds)
}

/** What the desk owes the client; below 0, what the client owes. */
export function balanceOf(model: Model): bigint {
  return bankOf(model) - sum(model.requests.map((request) => sumsOf(model, request).value))
}
