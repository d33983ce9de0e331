import type pg from 'pg'
import { openRows, type RowWriter } from '../import/copy-rows.ts'
import { prepareSession } from '../import/generation-store.ts'
import { createListWriter, type ListWriter } from './number-lists.ts'
import { type CommonPrefixes, createPrefixCounts } from './prefix-counts.ts'
import { wordEntry } from './prefixes.ts'

export interface IndexOptions {
  generation: number
  /** Reads the rows and builds the tables. */
  client: pg.Client
  /** Gives connections of their own for what is written meanwhile. */
  connect: () => Promise<pg.Client>
  onProgress: (phase: string) => void
  /** A prefix has a list of its parties from about this many on. */
  commonFrom?: number | undefined
}

type PartyRow = [n: number, words: string, joinedNames: string]

function partyOf([n, words, joinedNames]: PartyRow) {
  const all = words.slice(1, -1).split(' ')
  return { n, words: all.slice(0, -2), names: joinedNames.slice(1).split(' '), ids: all.slice(-2) }
}

const defaultCommonFrom = 64
// Few, because the memory of a young process grows with what it holds at once.
const partiesAtOnce = 300

/**
 * Makes a finished table of parties searchable; its rows are numbered in rank order.
 * - A prefix that many parties have gets a list of their numbers. It is read from its beginning, the best parties,
 *   and only as far as a search needs.
 * - Words and names that are not common as a whole go into a plain table: in its order, a prefix that is not common
 *   is a short stretch.
 * The rows are read twice, because what is common is known only after the first time.
 */
export async function buildIndex(options: IndexOptions): Promise<void> {
  const { client, generation, connect, onProgress } = options
  await client.query(`select create_party_index(${generation})`)

  const counts = createPrefixCounts(options.commonFrom ?? defaultCommonFrom)
  let parties = 0
  for await (const rows of readParties(client, generation)) {
    onProgress('finding common words')
    parties += rows.length
    for (const row of rows) {
      const { words, names, ids } = partyOf(row)
      for (const word of words) counts.add('word', word)
      for (const name of names) counts.add('name', name)
      for (const id of ids) counts.add('id', id)
    }
  }

  const common = counts.common()
  const writing = [await connect(), await connect()] as const
  try {
    for (const connection of writing) await prepareSession(connection)
    const lists = await openRows(writing[0], `party_list_staging_${generation}`)
    const words = await openRows(writing[1], `party_words_${generation}`)
    const { totals, isDense } = await writeEntries(options, common, parties, lists, words)
    await lists.end()
    await words.end()
    const prefixes = await openRows(writing[0], `party_prefixes_${generation}`)
    for (let prefix = 0; prefix < common.count; prefix++) {
      prefixes.row(3)
      prefixes.int8(common.highs[prefix] as number, common.lows[prefix] as number)
      prefixes.int4(totals[prefix] as number)
      prefixes.bool(isDense(prefix))
      await prefixes.flush()
    }
    await prefixes.end()
  } finally {
    for (const connection of writing) await connection.end().catch(() => {})
  }

  onProgress('sorting words')
  await client.query(`select finish_party_index(${generation})`)
  // Marks the pages as visible to all, so that a search need not look at the rows behind the index.
  await client.query(`vacuum (analyze) party_words_${generation}`)
  await client.query(`vacuum (analyze) party_lists_${generation}, party_prefixes_${generation}`)
}

async function writeEntries(
  { client, generation, onProgress }: IndexOptions,
  common: CommonPrefixes,
  parties: number,
  listRows: RowWriter,
  wordRows: RowWriter,
): Promise<ListWriter> {
  const lists = createListWriter(common, parties, ({ high, low, part, after, numbers }) => {
    listRows.row(4)
    listRows.int8(high, low)
    listRows.int4(part)
    listRows.int4(after)
    listRows.bytes(numbers)
  })
  let n = 0
  const addToList = (prefix: number) => lists.add(prefix, n)
  function addEntry(entry: string): void {
    wordRows.row(2)
    wordRows.text(entry)
    wordRows.int4(n)
  }
  for await (const rows of readParties(client, generation)) {
    onProgress('indexing words')
    for (const row of rows) {
      const party = partyOf(row)
      n = party.n
      for (const word of party.words) {
        if (!common.follow('word', word, addToList)) addEntry(wordEntry('word', word))
      }
      for (const name of party.names) {
        if (!common.follow('name', name, addToList)) addEntry(wordEntry('name', name))
      }
      // The rest of a number is found by the indexes on INN and OGRN.
      for (const id of party.ids) common.follow('id', id, addToList)
      await listRows.flush()
      await wordRows.flush()
    }
  }
  for (let prefix = 0; prefix < common.count; prefix++) {
    lists.end(prefix)
    await listRows.flush()
  }
  return lists
}

/** All parties of a generation by their numbers, some at a time; the next ones are on their way meanwhile. */
async function* readParties(client: pg.Client, generation: number): AsyncGenerator<PartyRow[]> {
  await client.query('begin')
  await client.query(
    `declare parties no scroll cursor for select n, words, joined_names from parties_${generation} order by n`,
  )
  const fetch = () =>
    client.query<PartyRow>({ text: `fetch ${partiesAtOnce} from parties`, rowMode: 'array' })
  let next = fetch()
  for (;;) {
    const { rows } = await next
    if (rows.length === 0) break
    next = fetch()
    // Whoever stops in between leaves it to itself.
    next.catch(() => {})
    yield rows
  }
  await client.query('commit')
}
