import { basename } from 'node:path'
import { splitRecord } from '../../../platform/csv-record.ts'
import { type Line, readLines } from '../../parties/import/lines.ts'
import type { ListRow } from '../model/entry.ts'
import { readFollowTheMoney } from './follow-the-money.ts'
import { type OfacFiles, readOfac } from './ofac.ts'
import { columnsOf, readTable } from './tables.ts'
import { readUn } from './un.ts'

export type ListFormat = 'ofac' | 'un' | 'ftm' | 'table'

/** A file of a list: its name decides which part of the SDN list it is, its content decides about all other formats. */
export interface ListFile {
  name: string
  open(): AsyncIterable<Buffer>
}

/** The files together are not a list that can be read, in contrast to a fault in one row. */
export class UnreadableList extends Error {
  override name = 'UnreadableList'
}

export interface ListBatch {
  format: ListFormat
  /** The file of the rows, unless a row names another. */
  file: string
  rows: ListRow[]
}

const ofacParts: Record<string, keyof OfacFiles> = {
  'sdn.csv': 'sdn',
  'alt.csv': 'alt',
  'add.csv': 'add',
  'sdn_comments.csv': 'comments',
}

/** Reads the files of one list, the four of the SDN list as one and every other file on its own. */
export async function* readList(files: readonly ListFile[]): AsyncGenerator<ListBatch> {
  const ofac = new Map<keyof OfacFiles, ListFile>()
  const others: ListFile[] = []
  for (const file of files) {
    const part = ofacParts[basename(file.name).toLowerCase()]
    if (part === undefined) others.push(file)
    else if (ofac.has(part)) throw new UnreadableList(`${file.name}: the file is there twice`)
    else ofac.set(part, file)
  }
  const sdn = ofac.get('sdn')
  if (sdn) {
    const [alt, add, comments] = [ofac.get('alt'), ofac.get('add'), ofac.get('comments')]
    const rows = readOfac({ sdn: sdn.open(), alt: alt?.open(), add: add?.open(), comments: comments?.open() })
    for await (const batch of rows) yield { format: 'ofac', file: sdn.name, rows: batch }
  } else if (ofac.size > 0) {
    throw new UnreadableList(`${[...ofac.values()][0]?.name}: sdn.csv is missing`)
  }
  for (const file of others) yield* readFile(file)
}

async function* readFile(file: ListFile): AsyncGenerator<ListBatch> {
  const content = file.open()[Symbol.asyncIterator]()
  const first = await content.next()
  if (first.done) throw new UnreadableList(`${file.name}: the file is empty`)
  const stream = prepend(first.value, content)
  const beginning = first.value
    .toString('utf8', 0, 65536)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (beginning.startsWith('<')) {
    if (/<!DOCTYPE/i.test(beginning)) throw new UnreadableList(`${file.name}: XML with a DTD is not read`)
    if (!beginning.includes('<CONSOLIDATED_LIST'))
      throw new UnreadableList(`${file.name}: the XML is not the list of the UN`)
    for await (const rows of readUn(stream)) yield { format: 'un', file: file.name, rows }
  } else if (beginning.startsWith('{')) {
    for await (const rows of readFollowTheMoney(stream)) yield { format: 'ftm', file: file.name, rows }
  } else {
    for await (const rows of readWithHeader(file.name, readLines(stream)))
      yield { format: 'table', file: file.name, rows }
  }
}

async function* readWithHeader(name: string, lines: AsyncGenerator<Line[]>): AsyncGenerator<ListRow[]> {
  const first = await lines.next()
  const [head, ...others] = first.done ? [] : first.value
  for (const separator of [',', ';', '\t']) {
    const fields = splitRecord((head?.text ?? '').replace(/^\ufeff/, ''), separator)
    const columns = typeof fields === 'string' ? undefined : columnsOf(fields)
    if (columns) {
      yield* readTable(prepend(others, lines), columns, separator)
      return
    }
  }
  throw new UnreadableList(`${name}: the first line is not a header with the column name`)
}

async function* prepend<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
