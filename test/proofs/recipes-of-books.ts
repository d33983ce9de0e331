import { dayAfter } from '../../contract/values/calendar.ts'
import { closingTable } from '../../server/features/books/closing-store.ts'
import type { Installation } from './installation.ts'
import { outcomeOf, type Recipe } from './recipe.ts'

const entry = {
  date: '2026-01-31',
  text: 'Комиссия',
  legs: [
    { account: 'expenses:bank:RUB', commodity: 'RUB', amount: '1' },
    { account: 'equity:opening:RUB', commodity: 'RUB', amount: '-1' },
  ],
}

export const recipesOfBooks: readonly ((at: Installation) => Recipe)[] = [
  function closings(at) {
    let last = '2001-01-31'
    const close = () => {
      last = dayAfter(last)
      return at.people.owner.client.post('/v1/books/close', { through: last, reason: 'x' })
    }
    return {
      table: closingTable,
      async given() {
        await at.setRules([])
        await close()
        const { version } = (await close()).body.closings[0]
        return { one: String(version), other: String(version - 1) }
      },
      use: async () => outcomeOf(await at.people.owner.client.post('/v1/books/entries', entry)),
      does: 'book_entry.posted',
      refusals: ['503 proof_invalid'],
      later: close,
      copy: { changes: ({ version }) => ({ version: Number(version) + 1, through: '2001-01-01' }) },
      values: { kind: 'reopen', through: '2001-01-01' },
      shown: [],
    }
  },
]
