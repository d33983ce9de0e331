import { expect, test } from 'vitest'
import { fault, fillIn, missing } from '../../contract/api/faults.ts'

test('a rule reports its code and values, and the sentence filled in', () => {
  expect(fault(['body', 'rate'], 'too_many_decimals', { places: 2 })).toEqual({
    loc: ['body', 'rate'],
    msg: 'Value error, should have at most 2 decimal places',
    type: 'value_error',
    ctx: { code: 'too_many_decimals', places: 2 },
  })
})

test('a refused file is of its own type, and a list of values reads as one', () => {
  expect(fault(['body', 'file'], 'type_not_accepted', { accepted: ['PDF', 'PNG', 'JPEG'] })).toEqual({
    loc: ['body', 'file'],
    msg: 'The file must be PDF, PNG or JPEG. Its content determines the type, not its name.',
    type: 'file_type',
    ctx: { code: 'type_not_accepted', accepted: ['PDF', 'PNG', 'JPEG'] },
  })
})

test('a missing field needs no code beside its type', () => {
  expect(missing(['body', 'inn'])).toEqual({ loc: ['body', 'inn'], msg: 'Field required', type: 'missing' })
})

test('a value is filled in as it is, also where it looks like a place for another one', () => {
  expect(fillIn('%{a} and %{b}', { a: '%{b}', b: '$&' })).toBe('%{b} and $&')
})
