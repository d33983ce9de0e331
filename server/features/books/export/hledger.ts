import { commodityDecimals, fromUnits } from '../../../../contract/money/commodities.ts'
import {
  type BookFormatter,
  type Client,
  type ExportedEntry,
  openingAccount,
  openingText,
} from './book-format.ts'

/** A journal that `hledger check --strict` accepts: https://hledger.org/1.25/hledger.html#journal-format */
export const hledger: BookFormatter = {
  head: (commodities) => `; Books of Kontor\ndecimal-mark .\n\n${commodities.map(commodityLine).join('')}\n`,

  accounts: (accounts) =>
    accounts
      .map(({ account, client }) => {
        const tags = client ? clientTags(client) : []
        return `account ${account}${tags.length > 0 ? `  ; ${tags.join(', ')}` : ''}\n`
      })
      .join(''),

  openingHead: (day) => `account ${openingAccount}\n\n${day} (opening) ${openingText}\n`,

  openingEntries: (_day, entries) => entryLines(entries),

  posting: (posting) => {
    const tags = [
      `posting:${posting.id}`,
      ...(posting.organization_id ? [`organization:${posting.organization_id}`] : []),
      ...clientTags(posting.client),
      `fact:${posting.fact_type}/${posting.fact_id}`,
      ...(posting.request_id ? [`request:${posting.request_id}`] : []),
      ...(posting.reverses ? [`reverses:${posting.reverses}`] : []),
    ]
    const description = journalText(posting.description)
    return `\n${posting.day} (${posting.kind}) ${description}\n    ; ${tags.join(', ')}\n${entryLines(posting.entries)}`
  },
}

/** Who a client is: accounts and organizations are named by their ids. */
function clientTags({ name, inn }: Client): string[] {
  // A comma ends the value of a tag.
  const value =
    name &&
    journalText(name)
      .replaceAll(/\s*,\s*/g, ' ')
      .trim()
  return [...(value ? [`client:${value}`] : []), ...(inn ? [`inn:${inn}`] : [])]
}

/** The places of a commodity are said by an example. Its point must be there, also if nothing follows. */
function commodityLine(commodity: string): string {
  const places = commodityDecimals(commodity)
  return `commodity 1000.${'0'.repeat(places)} ${commodity}\n`
}

function entryLines(entries: readonly ExportedEntry[]): string {
  return entries
    .map(({ account, commodity, amount }) => {
      return `    ${account}  ${fromUnits(BigInt(amount), commodity)} ${commodity}\n`
    })
    .join('')
}

/**
 * One line without what has a meaning in a journal: a semicolon begins a comment, a bar ends the payee, two spaces end an
 * account. Controls and all sorts of white space become one space.
 */
export function journalText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
    .replaceAll(';', ',')
    .replaceAll('|', '/')
    .trim()
}
