import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as en from '../../console/messages.en.ts'
import * as ru from '../../console/messages.ru.ts'
import { fileFaults, ruleFaults } from '../../contract/api/error-codes.ts'
import { deliveryErrors } from '../../contract/declarations/webhooks.ts'

/** Every text of a tree of messages, by its path. */
function leaves(tree: object, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[[...path, name].join('.'), value]] : leaves(value, [...path, name]),
  )
}

const english = new Map(leaves(en.own))
const russian = new Map(leaves(ru.own))
/** Each once: a language has as many forms of a plural as it needs. */
const openPlaces = (text = '') => [...new Set([...text.matchAll(/%\{\w+\}/g)].map(([place]) => place))].sort()

describe('the two languages', () => {
  test('have the same texts, none of them empty, with the same open places', () => {
    expect([...russian.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of english) {
      expect(text.trim(), key).not.toBe('')
      expect(openPlaces(russian.get(key)), key).toEqual(openPlaces(text))
    }
  })

  test('Russian is Russian, but for names and marks', () => {
    const names = /^(network\.\w+|.*\.(kyb|seq|swift|iban|nonce|id|sha256))$/
    // What stands between values may be marks alone.
    const hasWords = (text: string) => /\p{L}/u.test(text.replaceAll(/%\{\w+\}/g, ''))
    const left = [...russian].filter(
      ([key, text]) => hasWords(text) && !/[а-яё]/i.test(text) && !names.test(key),
    )
    expect(left).toEqual([])
  })
})

test('a text of a code asks only for values that travel beside the code', () => {
  const faults = Object.entries({ ...ruleFaults, ...fileFaults })
  const sentences = [
    ...faults.map(([code, { sentence }]) => [`faults.${code}`, sentence] as const),
    ...Object.entries(deliveryErrors).map(([code, text]) => [`delivery_error.${code}`, text] as const),
  ]
  for (const [key, sentence] of sentences) {
    const text = english.get(key)
    expect(text, key).toBeDefined()
    expect(openPlaces(sentence), key).toEqual(expect.arrayContaining(openPlaces(text)))
  }
})

test('every text that the console asks for by its name is there', () => {
  const all = [...english.keys()]
  const missing: string[] = []
  for (const file of globSync('console/**/*.{ts,tsx}', { exclude: ['console/dist/**'] })) {
    const source = readFileSync(file, 'utf8')
    const whole = [...source.matchAll(/translate\(\s*'kontor\.([\w.-]+)'/g)]
    const begun = [...source.matchAll(/`kontor\.([\w.-]+)\.\$\{/g), ...source.matchAll(/\btexts: '(\w+)'/g)]
    for (const [, key = ''] of whole) if (!english.has(key)) missing.push(`${file}: ${key}`)
    for (const [, group = ''] of begun)
      if (!all.some((key) => key.startsWith(`${group}.`))) missing.push(`${file}: ${group}.…`)
  }
  expect(missing).toEqual([])
})
