import { SaxesParser } from 'saxes'
import { parseRate, type ReadRate } from './read-rate.ts'
import { refused } from './refused.ts'

/**
 * The daily file of the Bank of Russia: https://www.cbr.ru/scripts/XML_daily.asp. `ValCurs` has the day, and each `Valute`
 * a code, how many units the rate is for, and the rate with a comma.
 */
export function readBankOfRussia(text: string): ReadRate[] {
  const rates: ReadRate[] = []
  const parser = new SaxesParser({})
  const path: string[] = []
  let day: string | undefined
  let current: Map<string, string> | undefined
  let begins = 1
  const fail = () => {
    throw refused('rates_xml', { line: parser.line })
  }
  parser.on('error', fail)
  parser.on('doctype', fail)
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    if (path.length === 1) {
      if (name !== 'ValCurs') throw refused('rates_format')
      day = attributes.Date
      if (!day) throw refused('rates_field_missing', { line: parser.line, field: 'Date' })
    } else if (path.length === 2 && name === 'Valute') {
      current = new Map()
      begins = parser.line
    } else if (path.length === 3 && current?.has(name))
      throw refused('rates_value', { line: parser.line, field: 'single value', value: name })
  })
  const addText = (piece: string) => {
    const name = path[2]
    if (current && name !== undefined && path.length === 3)
      current.set(name, (current.get(name) ?? '') + piece)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const name = path.pop()
    if (path.length !== 1 || name !== 'Valute' || !current) return
    const written = current
    const field = (name: string) => {
      const value = written.get(name)?.trim()
      if (!value) throw refused('rates_field_missing', { line: begins, field: name })
      return value
    }
    rates.push(
      parseRate({
        currency: field('CharCode'),
        day: day as string,
        rate: field('Value'),
        nominal: field('Nominal'),
        line: begins,
      }),
    )
    current = undefined
  })
  parser.write(text).close()
  return rates
}
