// Checks whether console/dist was built from the current sources.
// Plain JavaScript without dependencies, because the launcher uses it before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readOr, root } from './installation.mjs'

const sources = ['console', 'contract', 'client/src'].map((folder) => join(root, folder))
export const consoleFolder = join(root, 'console', 'dist')
export const consoleMarker = join(consoleFolder, '.built-from')

/** A hash of everything that a build depends on: its sources and the lockfile. */
export function wantedConsole() {
  const hash = createHash('sha256')
  for (const file of [join(root, 'package-lock.json'), ...sources.flatMap(filesUnder)]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return `${hash.digest('hex')}\n`
}

/** Also true if there are no sources. */
export function isConsoleBuilt() {
  return !existsSync(join(root, 'console', 'index.html')) || readOr(consoleMarker, null) === wantedConsole()
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => join(folder, name) !== consoleFolder && !name.startsWith('.'))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .sort()
}
