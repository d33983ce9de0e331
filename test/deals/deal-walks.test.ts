import { expect, test } from 'vitest'
import { verifyBooks } from '../../server/features/books/books-verify.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { connectionsFor } from '../support/database/locks.ts'
import { givenBuyer } from '../support/given/given-purchase-request.ts'
import { type Balances, hledger, ownBalances } from '../support/outside/hledger.ts'
import { startServer } from '../support/service/harness.ts'
import { carryOut, type Model } from './model/deal-model.ts'
import { arbitraryWalk, hour } from './model/steps.ts'
import { walk } from './model/walk.ts'
import { booksOf, createWorld, type World } from './model/world.ts'

const server = startServer({ connections: connectionsFor(4) })

const assets: Record<string, { asset: string; network: string; places: number }> = {
  USDT: { asset: 'USDT', network: 'tron', places: 6 },
  TRX: { asset: 'TRX', network: 'tron', places: 6 },
  BTC: { asset: 'BTC', network: 'bitcoin', places: 8 },
}

test('random walks of money and coins agree with a model, and the books with both', {
  timeout: scaled(120_000, 900_000),
}, async () => {
  const all: Balances = {}

  await fc.assert(
    fc.asyncProperty(arbitraryWalk, async ({ money: [currency, moneyPlaces], coins: asset, turns }) => {
      server.clock.at ??= new Date()
      const owner = await server.signIn('owner')
      const { id: organizationId } = await givenBuyer(server)
      const coins = assets[asset] as (typeof assets)[string]
      const money = { currency, places: moneyPlaces }
      const world = createWorld({ server, owner, organizationId, coins, money })
      const model = await walk(world, await givenApproved(world), turns)
      const books = booksOf(model, world)
      expect(await ownBalances(server.db, organizationId)).toEqual(books)
      for (const [account, units] of Object.entries(books)) all[account] = (all[account] ?? 0n) + units
      if (isFull) await expectJournal(await ownBalances(server.db))
    }),
    // Not made smaller: what two at once do is not the same each time, and the error names the step.
    { numRuns: runs(2), endOnFailure: true },
  )
  expect((await verifyBooks(server.db)).problems).toEqual([])
  await expectJournal(Object.fromEntries(Object.entries(all).filter(([, units]) => units !== 0n)))

  /** hledger, where it is installed, reads the export strictly and computes the same. */
  async function expectJournal(balances: Balances): Promise<void> {
    if (!hledger.isInstalled) return
    const journal = await hledger.open(await server.signIn('owner'))
    expect(await journal.run('check', '--strict')).toBe('')
    expect(await journal.balances()).toEqual(balances)
  }
})

/** A walk begins with a request that waits for money. */
async function givenApproved(world: World): Promise<Model> {
  const model: Model = {
    coinPlaces: world.coins.places,
    moneyPlaces: world.money.places,
    requests: [],
    credits: [],
  }
  const now = world.now()
  const crypto = 10n ** BigInt(world.coins.places) * 7n + 3n
  for (const command of [
    { do: 'create', crypto, rate: 1337n, fee: 77n, until: now + hour },
    { do: 'move', request: 0, to: 'in_review' },
    { do: 'approve', request: 0, until: null },
  ] as const) {
    const { status } = await (await world.prepare(command))(undefined)
    expect(status).toBe(carryOut(model, command, now).status)
  }
  return model
}
