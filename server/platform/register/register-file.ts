import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/database.ts'
import { errorCode } from '../error-code.ts'
import { StartRefused } from '../errors.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { Unreadable, type Vault } from '../vault/vault.ts'
import type { Learnt } from './register-state.ts'

/** With more lines than this, the file is written anew. */
const mostLines = 5_000

/** Where a node keeps what it remembers. */
export function registerPath(dataDir: string): string {
  return join(dataDir, 'register')
}

export type RegisterFile = ReturnType<typeof createRegisterFile>

/** The register in the data directory: sealed lines, each of which says what was learnt since the one before. */
export function createRegisterFile({
  db,
  vault,
  files,
  path,
}: {
  db: Db
  vault: Pick<Vault, 'seal' | 'open'>
  files: Pick<DurableFiles, 'appendLines' | 'writeFile'>
  path: string
}) {
  let lines = 0

  async function lineOf(learnt: Learnt): Promise<string> {
    return `${(await vault.seal(db, place, Buffer.from(JSON.stringify(learnt)))).toString('base64')}\n`
  }

  async function opened(line: string): Promise<Learnt> {
    try {
      return JSON.parse((await vault.open(db, place, Buffer.from(line, 'base64'))).toString('utf8'))
    } catch (error) {
      if (error instanceof Unreadable || error instanceof SyntaxError) throw unreadable(path)
      throw error
    }
  }

  return {
    async read(): Promise<Learnt[]> {
      const text = await readFile(path, 'utf8').catch((error) => {
        if (errorCode(error) !== 'ENOENT') throw error
        return ''
      })
      const read: Learnt[] = []
      const given = text.split('\n')
      // A crash may leave the last line incomplete.
      for (const line of given.slice(0, -1)) if (line !== '') read.push(await opened(line))
      // What is appended next would make it a line in the middle: the file is written anew instead.
      lines = given.at(-1) === '' ? read.length : mostLines + 1
      return read
    },

    async append(learnt: Learnt): Promise<void> {
      await files.appendLines(path, await lineOf(learnt), { mode: 0o600 })
      lines += 1
    },

    isLong: () => lines > mostLines,

    async replace(learnt: Learnt): Promise<void> {
      await files.writeFile(path, await lineOf(learnt), { mode: 0o600, replace: true })
      lines = 1
    },
  }
}

function unreadable(path: string): StartRefused {
  return new StartRefused(
    `The register ${path} cannot be read: it was damaged, or is of another installation. Bring the file back from a copy of this data directory, or move it away: then this node takes over what the database proves, and owners are told.`,
  )
}

const place = { organizationId: null, table: 'register', record: 'node', field: 'learnt' }
