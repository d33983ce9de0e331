// node scripts/lists-page.ts: writes the table of docs/views.md from the lists of the contract.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lists } from '../contract/lists/all.ts'
import { table } from '../server/platform/http/description/errors-text.ts'

const file = join(import.meta.dirname, '../docs/views.md')
const begin = '<!-- lists: made by scripts/lists-page.ts -->'
const end = '<!-- /lists -->'

/** The text of docs/views.md, with the table as the contract has it. */
export function viewsPage(page = readFileSync(file, 'utf8')): string {
  const rows = lists.map(({ name, title, read, access, filters }) => [
    title.en,
    `\`${name}\``,
    read ? `\`GET ${read.path}\`` : '',
    `\`${access}\``,
    Object.keys(filters.properties)
      .map((filter) => `\`${filter}\``)
      .join(', '),
  ])
  const [before] = page.split(begin, 1)
  const after = page.slice(page.indexOf(end))
  return `${before}${begin}\n\n${table(['List', 'Name', 'Read by', 'Permission', 'Filters'], rows)}\n\n${after}`
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, viewsPage())
