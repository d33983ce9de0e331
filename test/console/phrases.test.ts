import { expect, test } from 'vitest'
import { fill, phrasesOf } from '../../console/i18n/phrases.ts'
import type { Tree } from '../../console/i18n/texts.ts'
import { textsOf } from '../../console/lean-texts.ts'
import { own as en } from '../../console/messages.en.ts'
import { own as ru } from '../../console/messages.ru.ts'

test('values stand where the text has their names, and a name without a value stays', () => {
  expect(fill('%{who} rejected %{what}', { who: 'Anna', what: '$& 100 %' }, 'en')).toBe(
    'Anna rejected $& 100 %',
  )
  expect(fill('%{who} and %{toString}', { who: null }, 'en')).toBe('%{who} and %{toString}')
  expect(fill('%{count} rows', { count: 0 }, 'en')).toBe('0 rows')
})

test('a text has the form that fits the number', () => {
  const rows = (count: number, locale: string) =>
    fill(
      locale === 'ru'
        ? '%{smart_count} строка |||| %{smart_count} строки |||| %{smart_count} строк'
        : '%{smart_count} row |||| %{smart_count} rows',
      { smart_count: count },
      locale,
    )
  expect([0, 1, 2, 21].map((count) => rows(count, 'en'))).toEqual(['0 rows', '1 row', '2 rows', '21 rows'])
  expect([1, 3, 5, 11, 21, 22, 112].map((count) => rows(count, 'ru'))).toEqual([
    '1 строка',
    '3 строки',
    '5 строк',
    '11 строк',
    '21 строка',
    '22 строки',
    '112 строк',
  ])
  // Texts of react-admin in Russian may have fewer forms.
  expect(fill('Удалить |||| Удалить всё', { smart_count: 5 }, 'ru')).toBe('Удалить')
})

test.each([
  ['en', en],
  ['ru', ru],
] as const)('the two files of texts in %s have every text, each once', async (language, own) => {
  const first = phrasesOf(await textsOf('first', language))
  const rest = phrasesOf(await textsOf('rest', language))
  expect([...first.keys()].filter((key) => rest.has(key))).toEqual([])
  const all = phrasesOf(own as unknown as Tree)
  expect(new Map([...first, ...rest].sort())).toEqual(new Map([...all].sort()))
  // Or everybody would wait for both.
  expect(first.size).toBeLessThan(rest.size)
  expect(first.has('menu.wallets')).toBe(true)
})
