import { expect, test } from 'vitest'
import { mergeEdits } from '../../console/shared/forms/merge-edits.ts'
import { fc } from '../support/cases/properties.ts'

test('fields that only the others changed are taken, and those that both changed are asked about', () => {
  const base = { notes: 'a', okved_main: null, contact: null, director: { name: 'A', post: 'B' } }
  const mine = {
    notes: 'mine',
    okved_main: '',
    contact: { email: 'me@x' },
    director: { name: 'A', post: 'B' },
  }
  const theirs = {
    notes: 'theirs',
    okved_main: '62.01',
    contact: { email: null, phone: '+7' },
    director: { name: 'C', post: 'B' },
  }
  expect(mergeEdits(base, mine, theirs)).toEqual({
    taken: { okved_main: '62.01', 'contact.phone': '+7', 'director.name': 'C' },
    collisions: [{ path: 'notes', mine: 'mine', theirs: 'theirs' }],
  })
})

test('an object that was missing collides field by field', () => {
  const theirs = { contact: { email: 'them@x', phone: '+7' } }
  expect(mergeEdits({ contact: null }, { contact: { email: 'me@x' } }, theirs)).toEqual({
    taken: { 'contact.phone': '+7' },
    collisions: [{ path: 'contact.email', mine: 'me@x', theirs: 'them@x' }],
  })
  expect(mergeEdits(theirs, { contact: { ...theirs.contact, phone: '+8' } }, { contact: null })).toEqual({
    taken: { 'contact.email': null },
    collisions: [{ path: 'contact.phone', mine: '+8', theirs: null }],
  })
})

test('a list is one value, and is compared by its content', () => {
  const account = (number: string) => ({ account: number, bank: null })
  const base = { accounts: [account('1')] }
  const same = { accounts: [{ bank: '', account: '1' }] }
  const [mine, theirs] = [{ accounts: [account('1'), account('2')] }, { accounts: [account('3')] }]
  expect(mergeEdits(base, mine, same)).toEqual({ taken: {}, collisions: [] })
  expect(mergeEdits(base, same, theirs)).toEqual({ taken: theirs, collisions: [] })
  expect(mergeEdits(base, mine, theirs)).toEqual({
    taken: {},
    collisions: [{ path: 'accounts', mine: mine.accounts, theirs: theirs.accounts }],
  })
})

const value = fc.constantFrom(null, 'a', 'b')
const values = fc.record({ one: value, two: fc.option(fc.record({ three: value, four: value })) })

test('no change of either side is lost', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const { taken, collisions } = mergeEdits(base, mine, theirs)
      const leaf = ({ one, two }: typeof base, path: string) =>
        path === 'one' ? one : (two?.[path.slice(4) as 'three' | 'four'] ?? null)
      for (const path of ['one', 'two.three', 'two.four']) {
        const [was, own, other] = [base, mine, theirs].map((side) => leaf(side, path))
        const asked = collisions.some((collision) => collision.path === path)
        expect(asked).toBe(own !== was && other !== was && own !== other)
        if (asked) continue
        const result = path in taken ? taken[path] : own
        expect(result).toBe(own === was ? other : own)
      }
    }),
  )
})
