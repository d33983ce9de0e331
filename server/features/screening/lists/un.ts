import { SaxesParser } from 'saxes'
import { parseBirthDate } from '../model/birth-dates.ts'
import { countryCodes } from '../model/countries.ts'
import { type BirthDate, completeEntry, type Identifier, type ListRow } from '../model/entry.ts'
import { normalizeIdentifier } from '../model/identifiers.ts'

const beginning = /<(INDIVIDUAL|ENTITY)(?=[\s>])/g
const longestEntry = 1024 * 1024

/**
 * Reads the consolidated list of the UN Security Council. Each entry is cut out of the stream and parsed on its own, so
 * that damage costs one entry, and nothing outside of entries (such as a DTD) is ever interpreted.
 */
export async function* readUn(stream: AsyncIterable<Buffer>): AsyncGenerator<ListRow[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let line = 1
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true })
    const taken = takeEntries(rest, line, false)
    rest = taken.rest
    line = taken.line
    yield taken.rows
  }
  yield takeEntries(rest + decoder.decode(), line, true).rows
}

function takeEntries(
  text: string,
  firstLine: number,
  isLast: boolean,
): { rows: ListRow[]; rest: string; line: number } {
  const rows: ListRow[] = []
  let line = firstLine
  let counted = 0
  let done = 0
  const starts = [...text.matchAll(beginning)]
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1]?.index
    const end = text.indexOf(`</${start[1]}>`, start.index)
    const isWhole = end >= 0 && (next === undefined || end < next)
    // The end may still come with the next chunk.
    if (!isWhole && next === undefined && !isLast && text.length - start.index < longestEntry) {
      return { rows, rest: text.slice(start.index), line: line + newlines(text, counted, start.index) }
    }
    line += newlines(text, counted, start.index)
    counted = start.index
    done = isWhole ? end + (start[1] as string).length + 3 : (next ?? text.length)
    rows.push(
      isWhole ? readEntry(text.slice(start.index, done), line) : { line, fault: 'the entry has no end' },
    )
  }
  // A tag may be cut by the end of the chunk.
  const from = Math.max(done, text.lastIndexOf('<') < 0 ? text.length : text.lastIndexOf('<'))
  return { rows, rest: text.slice(from), line: line + newlines(text, counted, from) }
}

function newlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}

interface Element {
  name: string
  text: string
  children: Element[]
}

function readEntry(xml: string, line: number): ListRow {
  const parsed = parseXml(xml)
  if (typeof parsed === 'string') return { line, fault: `the XML is damaged (${parsed})` }
  const id = valuesOf(parsed, 'REFERENCE_NUMBER')[0] ?? valuesOf(parsed, 'DATAID')[0]
  if (id === undefined) return { line, fault: 'the entry has no REFERENCE_NUMBER' }
  const main = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
    .flatMap((name) => valuesOf(parsed, name))
    .join(' ')
  const isPerson = parsed.name === 'INDIVIDUAL'
  const prefix = isPerson ? 'INDIVIDUAL' : 'ENTITY'
  const entry = completeEntry({
    id,
    schema: isPerson ? 'Person' : 'LegalEntity',
    names: [
      { name: main, weak: false },
      ...valuesOf(parsed, 'NAME_ORIGINAL_SCRIPT').map((name) => ({ name, weak: false })),
      ...childrenOf(parsed, `${prefix}_ALIAS`).flatMap((alias) =>
        valuesOf(alias, 'ALIAS_NAME').map((name) => ({
          name,
          weak: valuesOf(alias, 'QUALITY')[0] === 'Low',
        })),
      ),
    ],
    birthDates: childrenOf(parsed, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(birthDateOf),
    countries: countryCodes([
      ...childrenOf(parsed, 'NATIONALITY').flatMap((nationality) => valuesOf(nationality, 'VALUE')),
      ...childrenOf(parsed, `${prefix}_ADDRESS`).flatMap((address) => valuesOf(address, 'COUNTRY')),
    ]),
    identifiers: childrenOf(parsed, 'INDIVIDUAL_DOCUMENT').flatMap(documentOf),
    addresses: [],
    programs: valuesOf(parsed, 'UN_LIST_TYPE'),
  })
  return entry ? { line, entry } : { line, fault: 'the entry has no name' }
}

function birthDateOf(element: Element): BirthDate[] {
  const circa = valuesOf(element, 'TYPE_OF_DATE')[0] === 'APPROXIMATELY'
  const [from, to] = [valuesOf(element, 'FROM_YEAR')[0], valuesOf(element, 'TO_YEAR')[0]]
  const texts = [
    ...valuesOf(element, 'DATE'),
    ...valuesOf(element, 'YEAR'),
    ...(from && to ? [`${from} to ${to}`] : []),
  ]
  return texts.flatMap((text) => {
    const date = parseBirthDate(text)
    return date ? [{ ...date, circa: date.circa || circa }] : []
  })
}

function documentOf(element: Element): Identifier[] {
  const isPassport = /passe?port|pasaporte/i.test(valuesOf(element, 'TYPE_OF_DOCUMENT')[0] ?? '')
  // A number is often followed by where and when it was issued.
  return valuesOf(element, 'NUMBER').flatMap((text) => {
    const identifier = normalizeIdentifier(
      isPassport ? 'passport' : 'national',
      text.split(/,| \(|;| issued/)[0] as string,
    )
    return identifier ? [identifier] : []
  })
}

function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name)
}

function valuesOf(element: Element, name: string): string[] {
  return childrenOf(element, name)
    .map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && text !== 'na')
}

/** The element as a tree, or what is wrong with it. */
function parseXml(xml: string): Element | string {
  const root: Element = { name: '', text: '', children: [] }
  const open = [root]
  let damage: string | undefined
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    damage ??= error.message.replace(/^\d+:\d+: /, '')
  })
  parser.on('opentag', ({ name }) => {
    const element = { name, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('text', (text) => {
    ;(open.at(-1) as Element).text += text
  })
  parser.write(xml).close()
  return damage ?? (root.children[0] as Element)
}
