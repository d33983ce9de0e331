import { describe, expect, test } from 'vitest'
import { agreements, strengthOf } from '../../console/screening/comparison.ts'
import { hitKeyOf } from '../../console/screening/hit-keys.ts'
import { findParty } from '../../console/screening/party-state.ts'
import type {
  OrganizationScreeningResponse,
  ScreeningHitDetailsResponse,
  ScreeningReason,
} from '../../contract/organizations/screening.ts'

type Side = ScreeningHitDetailsResponse['entry_details']

const nothing: Side = {
  schema: 'Person',
  names: [],
  birth_dates: [],
  countries: [],
  identifiers: [],
  addresses: [],
  programs: [],
}
const compare = (own: Partial<Side>, listed: Partial<Side>, reasons: ScreeningReason[] = []) =>
  agreements({
    subject_details: { ...nothing, ...own },
    entry_details: { ...nothing, ...listed },
    reasons,
  })
const name = (values: Partial<ScreeningReason> = {}): ScreeningReason => ({
  code: 'name',
  agreed: [{ own: 'petrov', listed: 'petrov', how: 'equal' }],
  only_in_name: [],
  only_in_listed: [],
  legal_form: null,
  ...values,
})

describe('what a row says', () => {
  test('nothing on one side is unknown, not different', () => {
    expect(compare({ names: ['Петров'], birth_dates: ['1961-03-14'] }, {})).toEqual({
      schema: 'agrees',
      names: 'unknown',
      birth_dates: 'unknown',
      countries: 'unknown',
      identifiers: 'unknown',
      addresses: 'unknown',
    })
  })

  test.each([
    ['all words equal', name(), 'agrees'],
    ['another spelling', name({ agreed: [{ own: 'petrow', listed: 'petrov', how: 'spelling' }] }), 'partly'],
    ['a word of ours', name({ only_in_name: ['ivan'] }), 'partly'],
    ['a word of the list', name({ only_in_listed: ['ivan'] }), 'partly'],
    ['another legal form', name({ legal_form: 'differs' }), 'partly'],
  ])('names with %s', (_case, reason, verdict) => {
    expect(compare({ names: ['Петров'] }, { names: ['PETROV'] }, [reason]).names).toBe(verdict)
  })

  test('names that were not found alike differ', () => {
    expect(compare({ names: ['Петров'] }, { names: ['SMITH'] }).names).toBe('differs')
  })

  test.each([
    ['equal', 'agrees'],
    ['year', 'partly'],
    ['near', 'differs'],
    ['differs', 'differs'],
  ])('birth dates that are %s', (agreement, verdict) => {
    expect(compare({}, {}, [{ code: 'birth_date', agreement }]).birth_dates).toBe(verdict)
  })

  test('numbers differ only where both sides have one that nobody has twice', () => {
    const inn = (value: string) => ({ identifiers: [{ kind: 'inn', value }] })
    const passport = (value: string) => ({ identifiers: [{ kind: 'passport', value }] })
    expect(compare(inn('7701234560'), inn('7707083893')).identifiers).toBe('differs')
    expect(compare(passport('1'), passport('2')).identifiers).toBe('unknown')
    expect(compare(inn('7701234560'), passport('2')).identifiers).toBe('unknown')
    const equal: ScreeningReason = { code: 'identifier_equal', kind: 'inn', value: '7701234560' }
    expect(compare(inn('7701234560'), inn('7701234560'), [equal]).identifiers).toBe('agrees')
  })

  test('an entry that can be either says nothing about the kind', () => {
    expect(compare({ schema: 'Company' }, { schema: 'LegalEntity' }).schema).toBe('unknown')
    expect(compare({ schema: 'Company' }, { schema: 'Organization' }).schema).toBe('agrees')
    expect(compare({ schema: 'Company' }, { schema: 'Person' }).schema).toBe('differs')
  })
})

test('the strength is a word: what is equal beyond doubt is exact, what cannot block is weak', () => {
  const of = (score: number, reasons: ScreeningReason[] = [name()]) =>
    strengthOf({ score, above_threshold: score >= 0.7, reasons })
  expect([of(0.69), of(0.7), of(0.85)]).toEqual(['weak', 'likely', 'strong'])
  expect(of(1, [{ code: 'address_equal', value: 'T…' }])).toBe('exact')
})

describe('keys of a hit', () => {
  const press = (key: string, code: string) =>
    hitKeyOf({ key, code, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false })

  test('work by letter, by arrow, and at their place on the Russian layout', () => {
    expect([press('d', 'KeyD'), press('в', 'KeyD'), press('С', 'KeyC')]).toEqual([
      'dismiss',
      'dismiss',
      'confirm',
    ])
    expect([press('ArrowDown', 'ArrowDown'), press('k', 'KeyK')]).toEqual(['next', 'previous'])
  })

  test('leave the keys of the browser alone', () => {
    const copy = { key: 'c', code: 'KeyC', shiftKey: false, ctrlKey: true, altKey: false, metaKey: false }
    expect(hitKeyOf(copy)).toBeUndefined()
    expect(press('e', 'KeyE')).toBeUndefined()
  })
})

test('lists that are too old do not say that all is well, and do not hide what was found', () => {
  const screening = (state: 'clear' | 'hit' | 'not_screened', is_stale: boolean, dismissed = 0) =>
    ({
      state,
      is_stale,
      lists: [],
      parties: [{ kind: 'organization', id: '1', state, dismissed_hits: dismissed }],
    }) as unknown as OrganizationScreeningResponse
  expect(findParty(screening('clear', false), 'organization', '1')?.state).toBe('clear')
  // What somebody has dismissed was found.
  expect(findParty(screening('clear', false, 1), 'organization', '1')).toEqual({
    state: 'dismissed',
    dismissed: 1,
  })
  expect(findParty(screening('hit', false, 1), 'organization', '1')?.state).toBe('hit')
  expect(findParty(screening('clear', true), 'organization', '1')?.state).toBe('stale')
  expect(findParty(screening('hit', true), 'organization', '1')?.state).toBe('hit')
  expect(findParty(screening('clear', true), 'address', '2')?.state).toBe('stale')
  expect(findParty(screening('not_screened', false), 'address', '2')?.state).toBe('not_screened')
  expect(findParty(screening('clear', false), 'person', '3')?.state).toBe('pending')
})
