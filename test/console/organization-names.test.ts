import { expect, test } from 'vitest'
import { nameOf, otherName } from '../../console/shared/names/organization-names.ts'

test.each([
  ['ООО "Торг"', 'Общество с ограниченной ответственностью «Торг»', null],
  ['АО «Альфа»', 'АКЦИОНЕРНОЕ ОБЩЕСТВО "АЛЬФА"', null],
  ['ООО "Био"', 'Общество с ограниченной ответственностью "Торговый дом Био"', 'the full name'],
  [null, 'Bright Steppe Logistics LLP', null],
])('the full name of %s is shown beside it only if it says more', (short_name, full_name, other) => {
  expect(otherName({ short_name, full_name })).toBe(other && full_name)
  expect(nameOf({ short_name, full_name })).toBe(short_name ?? full_name)
})
