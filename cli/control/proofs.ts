import { createInterface } from 'node:readline/promises'
import { cli } from '../../server/platform/actor.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { createAcceptedRows, type SeenRow } from '../../server/platform/proofs/accepted-rows.ts'
import type { ProvenTable } from '../../server/platform/proofs/proven-table.ts'
import type { WrongBecause } from '../../server/platform/proofs/proven-table-replay.ts'
import { provenTables } from '../../server/proven-tables.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { provenTablesOf, withVault } from '../command/vault-access.ts'

type AcceptedRows = ReturnType<typeof createAcceptedRows>

/** Longer values are hashes, keys and what the vault has sealed: their beginning tells them apart. */
const shownCharacters = 48

const kinds = provenTables.map(({ kind }) => kind)

const sentences: Readonly<Record<WrongBecause, string>> = {
  missing: 'it has no proof: somebody inserted it, or removed its proof',
  invalid: 'it was changed in the database, or is not of the service',
  older: 'it is an older state that was brought back',
  removed: 'it was removed from the database by somebody else',
}

function withRows(work: (rows: AcceptedRows) => Promise<number>): Promise<number> {
  return withDatabase((tools) =>
    withVault(tools, (vault) => {
      const auditProofs = createAuditProofs({ vault })
      return work(createAcceptedRows({ db: tools.db, auditProofs, ...provenTablesOf(vault) }))
    }),
  )
}

export const proofsShow: Command = {
  name: 'proofs show',
  summary: 'List the rows that the service does not rely on, because it did not write them as they are',
  help: 'Each line has the kind of the row, its id and why. The exit code is 0 if there are none, otherwise 1. See docs/security.md.',
  run: ({ positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    return withRows(async (rows) => {
      const wrong = await rows.findWrong(provenTables)
      const lines = wrong.map(({ kind, id, because }) => `${kind} ${id}: ${sentences[because]}`)
      process.stdout.write(`${lines.length > 0 ? lines.join('\n') : 'All rows have the right proof.'}\n`)
      return wrong.length === 0 ? 0 : 1
    })
  },
}

export const proofsAccept: Command = {
  name: 'proofs accept',
  summary: 'Show a row that the service does not rely on, and prove it as it is',
  usage: 'KIND ID',
  help: `KIND is one of ${kinds.join(', ')}. The row is shown first; on a terminal you are asked whether it is right. From then on the service relies on it as it is, whoever wrote it: accept only what you know to be true. For a row that was removed, it is accepted that it is gone. It is recorded as proof.accepted.`,
  run: ({ positionals: [kind, id, ...rest] }) => {
    if (kind === undefined || id === undefined || rest.length > 0)
      throw new UsageError('a kind and an id are needed')
    const table = provenTables.find((one) => one.kind === kind)
    if (!table) throw new UsageError(`KIND should be one of ${kinds.join(', ')}`)
    if (!isIdOf(table, id)) throw new UsageError('ID is none of this kind')
    return withRows(async (rows) => {
      const seen = await rows.look(table, id)
      if (!seen.fields && !seen.wrong) throw new StartRefused(`There is no such row: ${kind} ${id}.`)
      process.stdout.write(`${shown(seen)}\n`)
      if (!(await isConfirmed())) {
        process.stdout.write('Nothing was changed.\n')
        return 1
      }
      await rows.accept(table, id, seen, { actor: cli('proofs accept'), at: new Date() })
      process.stdout.write(
        seen.fields ? 'The row is proven as it is.\n' : 'It is accepted that it is gone.\n',
      )
      return 0
    })
  },
}

function isIdOf({ key = ['id'], keyType = 'uuid' }: ProvenTable, id: string): boolean {
  const forms = {
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    integer: /^\d{1,9}$/,
    text: /./,
    boolean: /^(true|false)$/,
  }
  const parts = id.split('/')
  return parts.length === key.length && parts.every((part) => forms[keyType].test(part))
}

function shown({ fields, wrong }: SeenRow): string {
  const why = wrong ? `Not relied on: ${sentences[wrong.because]}.` : 'Its proof is right.'
  const lines = Object.entries(fields ?? {}).map(([name, value]) => `  ${name}: ${shortened(value)}`)
  return [why, ...lines].join('\n')
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

/** On a terminal only: a script has looked before. */
async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const typed = await terminal.question('Is this right? Type yes to prove it: ').catch(() => '')
    return typed.trim().toLowerCase() === 'yes'
  } finally {
    terminal.close()
  }
}
