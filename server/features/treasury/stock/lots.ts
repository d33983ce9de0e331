/**
 * What coins cost: first in, first out. A pure computation over what the books have of an asset, so that the order in which
 * things were typed does not matter. Amounts are whole numbers of the smallest units, costs whole kopecks.
 */

/** What happened to the coins of a company, in the order of (day, posting). */
export type StockEvent = {
  /** The posting. */
  id: string
  day: string
  companyId: string
  amount: bigint
} & (
  | { kind: 'acquisition'; cost: bigint }
  /** Coins went out: to a client, to the network as a fee, or to a place that is none of the wallets of the desk. */
  | { kind: 'delivery' | 'network_fee' | 'moved_out' }
  /** They came from another company of the desk, with what they had cost there. */
  | { kind: 'moved'; from: string }
  /** The opposite of an earlier event on a later day. */
  | { kind: 'reversal'; of: string }
)

/** Coins of one purchase that are still there. */
export interface Lot {
  /** The event that brought them. */
  id: string
  day: string
  left: bigint
  cost: bigint
}

/** What an event has taken: `of` is the event whose result the cost belongs to. */
export interface Consumption {
  /** The event that is the reason of the cost: a delivery or a fee, or what it is a reversal of. */
  of: string
  kind: Out
  day: string
  companyId: string
  /** Covered by this cost; negative if it was given back. */
  amount: bigint
  cost: bigint
}

export interface Stock {
  lots: Map<string, Lot[]>
  /** What went out and was never there, by company: oldest first. */
  uncovered: Map<string, Uncovered[]>
  /** What came from another company that did not have it: by company, without a cost until that company gets some. */
  awaited: Map<string, bigint>
  consumed: Consumption[]
}

export interface Uncovered {
  /** The event. */
  of: string
  kind: Out
  day: string
  left: bigint
}

/** `adjustment`: what was bought is taken away after some of it was sold, so that other coins were. */
type Out = 'delivery' | 'network_fee' | 'moved_out' | 'adjustment'
type Part = Pick<Lot, 'id' | 'day' | 'left' | 'cost'>

interface Outgoing {
  kind: Out
  companyId: string
  /** What it has taken, also later, in this order. */
  parts: Part[]
  /** The company that has got what was taken, with its cost. */
  to?: string
}

/** Carries out what happened, in its order. */
export function computeStock(events: readonly StockEvent[]): Stock {
  const stock: Stock = { lots: new Map(), uncovered: new Map(), awaited: new Map(), consumed: [] }
  const outgoing = new Map<string, Outgoing>()
  const incoming = new Map<string, StockEvent>()

  /** Lots by company, in their order. Those that are used up stay until the end, so that taking from the first ones is quick. */
  const known = new Map<string, { lots: Lot[]; usedUp: number }>()
  const lotsOf = (companyId: string) => {
    const found = known.get(companyId) ?? { lots: [], usedUp: 0 }
    known.set(companyId, found)
    return found
  }
  const uncoveredOf = (companyId: string) => listOf(stock.uncovered, companyId)

  function consume(of: string, { kind, companyId }: Outgoing, day: string, part: Part, sign: 1n | -1n): void {
    stock.consumed.push({ of, kind, day, companyId, amount: sign * part.left, cost: sign * part.cost })
  }

  /** Late coins pay for what went out without them, the oldest first: their cost is one of their own day. */
  function add(companyId: string, part: Part, day: string): void {
    let rest: Part | undefined = part
    const waiting = uncoveredOf(companyId)
    while (rest && waiting[0]) {
      const [first] = waiting
      const taken: Part = cut(rest, first.left)
      rest = rest.left === taken.left ? undefined : less(rest, taken)
      first.left -= taken.left
      if (first.left === 0n) waiting.shift()
      const out = outgoing.get(first.of)
      if (!out) throw new Error(`Nothing is known of what ${first.of} has taken.`)
      out.parts.push(taken)
      if (out.to === undefined) consume(first.of, out, day, taken, 1n)
      else arrive(first.of, out.to, taken, day)
    }
    if (rest) lotsOf(companyId).lots.push(rest)
  }

  /** What another company has sent before it had it comes with its cost now, on the day on which that is known. */
  function arrive(id: string, companyId: string, part: Part, day: string): void {
    stock.awaited.set(companyId, (stock.awaited.get(companyId) ?? 0n) - part.left)
    add(companyId, { ...part, id, day }, day)
  }

  /** The oldest coins, or those of one purchase first; undefined for what is not there. */
  function take(companyId: string, amount: bigint, first?: string): { parts: Part[]; missing: bigint } {
    const of = lotsOf(companyId)
    const parts: Part[] = []
    let missing = amount
    const takeFrom = (lot: Lot) => {
      if (lot.left === 0n || missing === 0n) return
      const part = cut(lot, missing)
      parts.push(part)
      missing -= part.left
      lot.left -= part.left
      lot.cost -= part.cost
    }
    if (first !== undefined) for (const lot of of.lots) if (lot.id === first) takeFrom(lot)
    for (let n = of.usedUp; n < of.lots.length && missing > 0n; n += 1) takeFrom(of.lots[n] as Lot)
    while (of.lots[of.usedUp]?.left === 0n) of.usedUp += 1
    return { parts, missing }
  }

  function send(event: StockEvent, kind: Out): void {
    const { id, companyId, day, amount } = event
    const { parts, missing } = take(companyId, amount)
    const out: Outgoing = { kind, companyId, parts }
    outgoing.set(id, out)
    for (const part of parts) consume(id, out, day, part, 1n)
    if (missing > 0n) uncoveredOf(companyId).push({ of: id, kind, day, left: missing })
  }

  /** What was bought is taken away: its own coins first, then others, whose cost takes the place of theirs. */
  function takeBack(event: StockEvent & { kind: 'reversal' }): void {
    const { id, companyId, day, amount, of } = event
    const bought = incoming.get(of)
    if (bought?.kind !== 'acquisition') throw new Error(`${of} has brought no coins.`)
    const { parts, missing } = take(companyId, amount, of)
    const cost = parts.reduce((sum, part) => sum + part.cost, 0n)
    const out: Outgoing = { kind: 'adjustment', companyId, parts: [] }
    outgoing.set(id, out)
    if (missing > 0n) uncoveredOf(companyId).push({ of: id, kind: out.kind, day, left: missing })
    // What its coins cost was counted where they went; they have cost what others did.
    const difference = cost - bought.cost
    if (difference !== 0n)
      stock.consumed.push({ of: id, kind: out.kind, day, companyId, amount: 0n, cost: difference })
  }

  /** Coins come back as they went, with their cost. */
  function giveBack(event: StockEvent & { kind: 'reversal' }, out: Outgoing): void {
    const { companyId, day, of } = event
    const waiting = uncoveredOf(companyId)
    const open = waiting.filter((one) => one.of === of).reduce((sum, { left }) => sum + left, 0n)
    stock.uncovered.set(
      companyId,
      waiting.filter((one) => one.of !== of),
    )
    let rest = event.amount - open
    const back: Part[] = []
    for (const part of out.parts.toReversed()) {
      if (rest <= 0n) break
      const given = cut(part, rest)
      rest -= given.left
      back.unshift(given)
    }
    out.parts = []
    for (const part of back) consume(of, out, day, part, -1n)
    for (const part of back) add(companyId, part, day)
  }

  for (const event of events) {
    incoming.set(event.id, event)
    switch (event.kind) {
      case 'acquisition':
        add(
          event.companyId,
          { id: event.id, day: event.day, left: event.amount, cost: event.cost },
          event.day,
        )
        break
      case 'moved': {
        const { parts, missing } = take(event.from, event.amount)
        const { id, day, companyId, from, amount } = event
        outgoing.set(id, { kind: 'moved_out', companyId: from, parts: [], to: companyId })
        if (missing > 0n) {
          uncoveredOf(from).push({ of: id, kind: 'moved_out', day, left: missing })
          stock.awaited.set(companyId, (stock.awaited.get(companyId) ?? 0n) + missing)
        }
        const cost = parts.reduce((sum, part) => sum + part.cost, 0n)
        if (amount > missing) add(companyId, { id, day, left: amount - missing, cost }, day)
        break
      }
      case 'reversal': {
        const out = outgoing.get(event.of)
        if (out) giveBack(event, out)
        else takeBack(event)
        break
      }
      default:
        send(event, event.kind)
    }
  }
  for (const [companyId, { lots }] of known)
    stock.lots.set(
      companyId,
      lots.filter(({ left }) => left > 0n),
    )
  return stock
}

/** At most so much of some coins, with their share of the cost: the last part takes the rest. */
function cut(part: Part, most: bigint): Part {
  if (most >= part.left) return { ...part }
  return { ...part, left: most, cost: (part.cost * most) / part.left }
}

function less(part: Part, taken: Part): Part {
  return { ...part, left: part.left - taken.left, cost: part.cost - taken.cost }
}

function listOf<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const known = lists.get(key) ?? []
  lists.set(key, known)
  return known
}
