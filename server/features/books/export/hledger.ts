import { commodityDecimals, fromUnits } from '../../../../contract/commodities.ts'
import { type BookFormatter, type ExportedEntry, openingAccount, openingText } from './book-format.ts'

/** A journal that `hledger check --strict` accepts: https://hledger.org/1.25/hledger.html#journal-format */
export const hledger: BookFormatter = {
  head: (commodities) => `; Books of Kontor\ndecimal-mark .\n\n${commodities.map(commodityLine).join('')}\n`,

  accounts: (accounts) => accounts.map((account) => `account ${account}\n`).join(''),

  openingHead: (day) => `account ${openingAccount}\n\n${day} (opening) ${openingText}\n`,

  openingEntries: (_day, entries) => entryLines(entries),

  posting: (posting) => {
    const tags = [
      `posting:${posting.id}`,
      `organization:${posting.organization_id}`,
      `fact:${posting.fact_type}/${posting.fact_id}`,
      ...(posting.request_id ? [`request:${posting.request_id}`] : []),
      ...(posting.reverses ? [`reverses:${posting.reverses}`] : []),
    ]
    const description = journalText(posting.description)
    return `\n${posting.day} (${posting.kind}) ${description}\n    ; ${tags.join(', ')}\n${entryLines(posting.entries)}`
  },
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
