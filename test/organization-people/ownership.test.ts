import { expect, test } from 'vitest'
import { maskNumber } from '../../server/features/organization-people/identity-numbers.ts'
import { areOwnersNamed } from '../../server/features/organization-people/ownership.ts'

type Owner = Parameters<typeof areOwnersNamed>[0][number]

function owner(
  id: string,
  share: string | null,
  parent: string | null = null,
  fields: Partial<Owner> = {},
): Owner {
  return { id, schema: 'Person', name: `Владелец ${id}`, inn: null, share, parent_id: parent, ...fields }
}
const company = (id: string, share: string, parent: string | null = null) =>
  owner(id, share, parent, { schema: 'Company' })

test.each<[string, Owner[], boolean]>([
  ['nobody', [], false],
  ['one with more than 25 %', [owner('a', '25.0001')], true],
  ['one with 25 %', [owner('a', '25')], false],
  ['one without a share', [owner('a', null)], false],
  ['one company that nobody is known of', [company('a', '100')], false],
  ['a person behind a company', [company('a', '100'), owner('b', '26', 'a')], true],
  ['a person with too little behind a company', [company('a', '50'), owner('b', '50', 'a')], false],
  [
    'a person behind two companies',
    [company('a', '80'), company('b', '80', 'a'), owner('c', '40', 'b')],
    true,
  ],
  ['a person, and a company of nobody', [owner('a', '60'), company('b', '40')], false],
  ['a person, and a small company', [owner('a', '80'), company('b', '20')], true],
  [
    'one person in two ways, by INN',
    [owner('a', '15', null, { inn: '1' }), company('b', '20'), owner('c', '60', 'b', { inn: '1' })],
    true,
  ],
  [
    'one person in two ways, by name',
    [owner('a', '15', null, { name: 'Анна' }), owner('b', '15', null, { name: 'АННА' })],
    true,
  ],
  ['two people with little', [owner('a', '20'), owner('b', '20')], false],
])('%s', (_case, owners, isNamed) => {
  expect(areOwnersNamed(owners)).toBe(isNamed)
})

test.each([
  ['4510123456', '••••456'],
  ['45 10 123456', '••••3456'],
  ['AB', '••••'],
  ['N1234567890123', '••••0123'],
])('%s is shown as %s', (number, masked) => {
  expect(maskNumber(number)).toBe(masked)
})
