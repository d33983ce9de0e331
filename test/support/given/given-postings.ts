import { purchasableAssets } from '../../../contract/money/assets.ts'
import { accounts } from '../../../server/features/books/accounts.ts'
import type { Posting } from '../../../server/features/books/posting.ts'
import { newId } from '../../../server/platform/db/ids.ts'
import { fc } from '../cases/properties.ts'

/** Text as people type it, and as nobody should. */
export const descriptions = fc.oneof(
  fc.constantFrom(
    'Оплата по счёту № 7; НДС нет | срочно',
    '  two  spaces\tand\na line  ',
    '=cmd|calc',
    '(code) * ! ; tag:value',
    '2026-01-31 * "x"',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.toWellFormed().replaceAll('\u0000', '')),
)

const currencies = ['RUB', 'JPY', 'KWD', 'CLF', 'ZZZ']
const days = fc.integer({ min: 0, max: 364 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day, 23, 59)))
const units = fc.bigInt(1n, 10n ** 30n)

/** Payments, refunds and deliveries of these organizations. */
export function arbitraryPostings(organizationIds: readonly string[]): fc.Arbitrary<Posting> {
  return fc
    .record({
      organizationId: fc.constantFrom(...organizationIds),
      kind: fc.constantFrom('payment', 'refund', 'delivery'),
      currency: fc.constantFrom(...currencies),
      coin: fc.constantFrom(...purchasableAssets),
      walletId: fc.constantFrom(null, '019a0000-0000-7000-8000-000000000001'),
      bank: fc.constantFrom(null, '40702810900000000001', 'DE89 3704', 'счёт: «А»'),
      amount: units,
      fee: fc.bigInt(0n, 10n ** 12n),
      bought: units,
      at: days,
      description: descriptions,
    })
    .map(({ organizationId, kind, currency, coin, walletId, bank, amount, fee, bought, at, description }) => {
      const client = accounts.client(organizationId, currency)
      const entry = (account: string, commodity: string, amount: bigint) => ({ account, commodity, amount })
      const money = kind === 'refund' ? -amount : amount
      const entries =
        kind === 'delivery'
          ? [
              entry(client, currency, amount + fee),
              entry(accounts.trading(currency), currency, -amount),
              entry(accounts.fee(currency), currency, -fee),
              entry(accounts.trading(coin.asset), coin.asset, bought),
              entry(accounts.coins(coin.network, coin.asset, walletId), coin.asset, -bought),
            ]
          : [entry(accounts.bank(bank), currency, money), entry(client, currency, -money)]
      return { organizationId, kind, fact: { type: kind, id: newId() }, description, at, entries }
    })
}
