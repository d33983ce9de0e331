// node scripts/errors-page.ts: writes docs/errors.md from the tables of the contract.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorsText } from '../server/platform/http/description/errors-text.ts'

/** The text of docs/errors.md. */
export function errorsPage(): string {
  return `<!-- Made by scripts/errors-page.ts from contract/declarations/. -->\n\n${errorsText()}`
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(import.meta.dirname, '../docs/errors.md'), errorsPage())
}
