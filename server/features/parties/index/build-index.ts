import type pg from 'pg'
import { openRows, type RowWriter } from '../../../platform/db/copy-rows.ts'
import { createListWriter, type ListWriter } from './posting-lists.ts'
import { type CommonPrefixes, createPrefixCounts } from './prefix-counts.ts'
import { wordEntry } from './prefixes.ts'

export interface BuildOptions {
  generation: number
  /** Reads the parties and creates the tables. */
  client: pg.Client
  /** Opens further connections, which write while `client` reads. */
  connect: () => Promise<pg.Client>
  onProgress: (phase: string) => void
  /** A prefix has a posting list from about this many parties on. */
  commonFrom?: number | undefined
}

type PartyRow = [n: number, words: string, joinedNames: string]

function parseRow([n, words, joinedNames]: PartyRow) {
  const all = words.slice(1, -1).split(' ')
  return { n, words: all.slice(0, -2), names: joinedNames.slice(1).split(' '), ids: all.slice(-2) }
}

const defaultCommonFrom = 64
/** Small batches keep the peak memory of the importer low. */
const batchSize = 300

/**
 * Builds the search index of a generation whose parties are complete and numbered in the order of results:
 * - A common prefix gets a posting list. A search reads it from the start, where the best parties are, and only as far as
 *   it needs to.
 * - Words and names that are not common as a whole go into a table of words, where the parties of a rare prefix are a
 *   short range of a btree.
 * The parties are read twice, because the common prefixes are known only after the first pass.
 */
export async function buildIndex(options: BuildOptions): Promise<void> {
  const { client, generation, connect, onProgress } = options
  await client.query(`select create_party_index(${generation})`)

  const counts = createPrefixCounts(options.commonFrom ?? defaultCommonFrom)
  let parties = 0
  for await (const rows of readParties(client, generation)) {
    onProgress('finding common words')
    parties += rows.length
    for (const row of rows) {
      const { words, names, ids } = parseRow(row)
      for (const word of words) counts.add('word', word)
      for (const name of names) counts.add('name', name)
      for (const id of ids) counts.add('id', id)
    }
  }

  const common = counts.common()
  const writing = [await connect(), await connect()] as const
  try {
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
  await client.query(`select analyze_party_index(${generation})`)
  // Marks the pages as all-visible, which index-only scans need. PostgreSQL skips it, with a warning, where the tables
  // belong to another role: there autovacuum does it within a minute or two.
  await client.query(
    `vacuum party_words_${generation}, party_lists_${generation}, party_prefixes_${generation}`,
  )
}

async function writeEntries(
  { client, generation, onProgress }: BuildOptions,
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
  function addText(kind: 'word' | 'name', text: string): void {
    if (common.follow(kind, text, addToList)) return
    wordRows.row(2)
    wordRows.text(wordEntry({ kind, text }))
    wordRows.int4(n)
  }
  for await (const rows of readParties(client, generation)) {
    onProgress('indexing words')
    for (const row of rows) {
      const party = parseRow(row)
      n = party.n
      for (const word of party.words) addText('word', word)
      for (const name of party.names) addText('name', name)
      // Rare prefixes of identifiers are found by the indexes on INN and OGRN.
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

/** All parties of a generation by number, in batches. The next batch is fetched while one is processed. */
async function* readParties(client: pg.Client, generation: number): AsyncGenerator<PartyRow[]> {
  await client.query('begin')
  await client.query(
    `declare parties no scroll cursor for select n, words, joined_names from parties_${generation} order by n`,
  )
  const fetch = () => client.query<PartyRow>({ text: `fetch ${batchSize} from parties`, rowMode: 'array' })
  let next = fetch()
  for (;;) {
    const { rows } = await next
    if (rows.length === 0) break
    next = fetch()
    // If the caller stops early, nobody awaits this promise.
    next.catch(() => {})
    yield rows
  }
  await client.query('commit')
}
