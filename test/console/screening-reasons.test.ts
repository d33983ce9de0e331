import { describe, expect, test } from 'vitest'
import { own as english } from '../../console/messages.en.ts'
import { own as russian } from '../../console/messages.ru.ts'
import { reasonSpeech } from '../../console/screening/reason-text.ts'
import { countriesIn, countryNames, isFoundBy } from '../../console/shared/fields/countries.ts'
import type { ScreeningReason } from '../../contract/organizations/screening.ts'

/** As the console translates, but for plurals: the first form or the last. */
function translateIn(messages: object) {
  return (key: string, values: Record<string, unknown> = {}): string => {
    const found = key
      .split('.')
      .slice(1)
      .reduce<unknown>((tree, name) => (tree as Record<string, unknown> | undefined)?.[name], messages)
    if (typeof found !== 'string') return String(values._ ?? `missing: ${key}`)
    const forms = found.split(' |||| ')
    const text = (values.smart_count === 1 ? forms[0] : forms.at(-1)) ?? ''
    return text.replaceAll(/%\{(\w+)\}/g, (_all, name) => String(values[name]))
  }
}

const say = (reason: ScreeningReason, locale: 'en' | 'ru' = 'en') =>
  reasonSpeech(reason, translateIn(locale === 'en' ? english : russian), {
    locale,
    countryName: countryNames(locale),
  })

describe('reasons in sentences', () => {
  test('a name says what agrees, and what each side has alone', () => {
    const reason: ScreeningReason = {
      code: 'name',
      name: 'ООО «Альфа Трейд»',
      listed_name: 'ALFA SHIPPING LLC',
      weak: true,
      agreed: [{ own: 'alfa', listed: 'alfa', how: 'equal' }],
      only_in_name: ['treid'],
      only_in_listed: ['shipping', 'global'],
      legal_form: 'differs',
    }
    expect(say(reason)).toEqual([
      { isFor: true, text: 'The names match in part: "ООО «Альфа Трейд»" and "ALFA SHIPPING LLC".' },
      { isFor: false, text: 'Only in the name of the screened party: treid.' },
      { isFor: false, text: 'Only in the name on the list: shipping and global.' },
      { isFor: false, text: 'The legal forms differ.' },
      { isFor: false, text: 'The list itself marks this alias as weak.' },
    ])
  })

  test('equal and similar names are told apart', () => {
    const reason = (how: string): ScreeningReason => ({
      code: 'name',
      name: 'Петров',
      listed_name: 'PETROW',
      agreed: [{ own: 'petrov', listed: 'petrow', how }],
    })
    expect(say(reason('equal'))[0]?.text).toMatch(/^The names are equal/)
    expect(say(reason('spelling'))[0]?.text).toMatch(/^The names differ only in spelling/)
  })

  test('dates and countries speak for or against, with the values of both sides', () => {
    const born = (agreement: string): ScreeningReason => ({
      code: 'birth_date',
      agreement,
      own: ['1961-03-14'],
      listed: ['1950-01-01', '1951-01-01'],
    })
    expect(say(born('differs'))).toEqual([
      {
        isFor: false,
        text: 'The dates of birth differ: 1961-03-14, on the list 1950-01-01 and 1951-01-01.',
      },
    ])
    expect(['equal', 'year', 'near', 'differs'].map((one) => say(born(one))[0]?.isFor)).toEqual([
      true,
      true,
      false,
      false,
    ])
    const country: ScreeningReason = {
      code: 'country',
      agreement: 'equal',
      own: ['ru'],
      listed: ['ru', 'kz'],
    }
    expect(say(country, 'ru')).toEqual([
      { isFor: true, text: 'Страна совпадает: Россия, в перечне Россия и Казахстан.' },
    ])
  })

  test('numbers and addresses name what is equal', () => {
    const inn: ScreeningReason = { code: 'identifier_equal', kind: 'inn', value: '7701234560' }
    expect(say(inn, 'ru')).toEqual([{ isFor: true, text: 'ИНН совпадает: 7701234560.' }])
    const unknown: ScreeningReason = { code: 'identifier_equal', kind: 'duns', value: '1' }
    expect(say(unknown)[0]?.text).toBe('duns is the same: 1.')
    expect(say({ code: 'address_equal', value: 'TX1' })[0]?.text).toBe('The crypto address is the same: TX1.')
  })
})

test('a country is found by its name in both languages and by its code', () => {
  const kazakhstan = countriesIn('ru').find(({ code }) => code === 'KZ')
  expect(kazakhstan).toEqual({ code: 'KZ', name: 'Казахстан', otherName: 'Kazakhstan' })
  if (!kazakhstan) throw new Error('There is no Kazakhstan.')
  expect(['казах', 'Kazakh', 'kz', ''].every((typed) => isFoundBy(kazakhstan, typed))).toBe(true)
  expect(isFoundBy(kazakhstan, 'k z')).toBe(false)
})

test('a text that a list has instead of a country code is shown as it is', () => {
  expect(countryNames('en')('Region: Crimea')).toBe('Region: Crimea')
})
