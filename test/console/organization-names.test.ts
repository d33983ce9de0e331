import { expect, test } from 'vitest'
import { inOneLine, nameOf, otherName } from '../../console/shared/names/organization-names.ts'

test.each([
  ['ООО "Торг"', 'Общество с ограниченной ответственностью «Торг»', null],
  ['АО «Альфа»', 'АКЦИОНЕРНОЕ ОБЩЕСТВО "АЛЬФА"', null],
  ['ООО "Био"', 'Общество с ограниченной ответственностью "Торговый дом Био"', 'the full name'],
  [null, 'Bright Steppe Logistics LLP', null],
])('the full name of %s is shown beside it only if it says more', (short_name, full_name, other) => {
  expect(otherName({ short_name, full_name })).toBe(other && full_name)
  expect(nameOf({ short_name, full_name })).toBe(short_name ?? full_name)
})

test.each([
  ['Общество с ограниченной ответственностью «Невская логистика»', 'ООО «Невская логистика»'],
  ['ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "ВЕГА"', 'ООО "ВЕГА"'],
  ['Закрытое акционерное общество «Порт»', 'ЗАО «Порт»'],
  ['Индивидуальный предприниматель Петров Иван Ильич', 'ИП Петров Иван Ильич'],
  ['ООО «Вега»', 'ООО «Вега»'],
  ['Bright Steppe Logistics LLP', 'Bright Steppe Logistics LLP'],
])('%s is %s in one line', (name, line) => {
  expect(inOneLine(name)).toBe(line)
})
