import { describe, expect, test } from 'vitest'
import { ownershipTree, possibleParents, sumOfShares } from '../../console/people/ownership.ts'
import { changesOf, newPerson, valuesOf } from '../../console/people/person-values.ts'
import type { OrganizationPersonResponse } from '../../contract/organizations/organization-people.ts'

type Person = OrganizationPersonResponse

const person = (values: Partial<Person> & { id: string }): Person => ({
  organization_id: 'o',
  role: 'owner',
  schema: 'Person',
  name: values.id,
  name_latin: null,
  birth_date: null,
  citizenship: null,
  inn: null,
  share: null,
  parent_id: null,
  identity_document: null,
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...values,
})
const company = (values: Partial<Person> & { id: string }) => person({ schema: 'Company', ...values })

describe('owners', () => {
  const people = [
    company({ id: 'holding', share: '60' }),
    person({ id: 'anna', share: '40' }),
    company({ id: 'fund', share: '50', parent_id: 'holding' }),
    person({ id: 'boris', share: '33.3333', parent_id: 'fund' }),
    person({ id: 'director', role: 'director' }),
  ]

  test('are a tree, with what each has of the organization through the chain', () => {
    const [holding, anna] = ownershipTree(people)
    expect([holding?.owner.id, anna?.owner.id]).toEqual(['holding', 'anna'])
    const [fund] = holding?.owners ?? []
    expect([fund?.indirect, holding?.sum]).toEqual(['30', '50'])
    expect(fund?.owners[0]).toMatchObject({ owner: { id: 'boris' }, indirect: '10' })
  })

  test('an unknown share makes everything behind it unknown', () => {
    const [tree] = ownershipTree([
      company({ id: 'holding' }),
      person({ id: 'anna', share: '100', parent_id: 'holding' }),
    ])
    expect([tree?.indirect, tree?.owners[0]?.indirect]).toEqual([null, null])
  })

  test('nobody is lost whose parent is no owner any more', () => {
    const tree = ownershipTree([person({ id: 'anna', parent_id: 'gone' })])
    expect(tree.map(({ owner }) => owner.id)).toEqual(['anna'])
  })

  test('shares are added without losing digits', () => {
    expect(sumOfShares([{ share: '33.3333' }, { share: '33.3333' }, { share: null }])).toBe('66.6666')
  })

  test('a chain cannot be led back to itself', () => {
    const holding = people[0] as Person
    expect(possibleParents(people, null).map(({ id }) => id)).toEqual(['holding', 'fund'])
    expect(possibleParents(people, holding)).toEqual([])
  })
})

describe('the body of a person', () => {
  test('has nothing that its role or kind cannot have', () => {
    const typed = {
      role: 'director',
      schema: 'Company',
      name: 'ООО «Управление»',
      share: '50',
      parent_id: 'x',
      birth_date: '1980-01-01',
      identity_document: { type: 'passport', number: '1' },
    }
    expect(newPerson(typed)).toEqual({ role: 'director', schema: 'Company', name: 'ООО «Управление»' })
  })

  test('never sends a masked number back', () => {
    const base = person({
      id: 'anna',
      identity_document: { type: 'passport', number: '••••3456', issued_on: null },
    })
    expect(changesOf(valuesOf(base), base)).toEqual({})
    expect(changesOf({ ...valuesOf(base), identity_document: { number: '' } }, base)).toEqual({})
    const replaced = { type: 'passport', number: '45 10 123456' }
    expect(changesOf({ ...valuesOf(base), identity_document: replaced }, base)).toEqual({
      identity_document: replaced,
    })
    expect(changesOf({ ...valuesOf(base), removes_document: true }, base)).toEqual({
      identity_document: null,
    })
  })

  test('clears what a new role cannot have', () => {
    const base = person({ id: 'anna', share: '40', parent_id: 'holding' })
    expect(changesOf({ ...valuesOf(base), role: 'contact' }, base)).toEqual({
      role: 'contact',
      share: null,
      parent_id: null,
    })
  })
})
