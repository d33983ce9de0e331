import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { replayParts } from '../../server/audit-replay.ts'
import { exportLines } from '../../server/features/audit/audit-service.ts'
import type { LateSignature } from '../../server/features/audit/checkpoints/late-signatures.ts'
import type { ValuesVerification } from '../../server/features/audit/verification/values-verify.ts'
import {
  verifyWhole,
  type WholeVerification,
} from '../../server/features/audit/verification/whole-verification.ts'
import { cli } from '../../server/platform/actor.ts'
import type { Problem } from '../../server/platform/audit/audit-chain.ts'
import { recordChange } from '../../server/platform/audit/change.ts'
import type { Replayed } from '../../server/platform/audit-proofs/replay.ts'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { beforeRelease } from '../command/release.ts'
import { withVaultIfOpen } from '../command/vault-access.ts'

/** A rewritten log that was signed again has as many as it has checkpoints. */
const shownLate = 10
/** Whoever changed much in the database is found by the first differences. */
const shownProblems = 20

export const auditVerify: Command = {
  name: 'audit verify',
  summary:
    'Verify the audit log, and compare administrators, keys, passkeys, policies, votes, sessions and transfers with it',
  options: {
    checkpoints: {
      type: 'string',
      description:
        'File with checkpoints; default: those of the data directory and of KONTOR_AUDIT_CHECKPOINTS',
    },
    key: { type: 'string', description: 'Fingerprint of the key that must have signed all checkpoints' },
    'at-least': {
      type: 'string',
      description: 'Number of a row that must exist, such as the last one of an export',
    },
    empty: {
      type: 'boolean',
      description: 'Accept a log without rows or without checkpoints, as of a new installation',
    },
  },
  help: 'The exit code is 0 if everything is correct. Otherwise it is 1, and what is wrong is printed: the first wrong row of the chain, and each difference between the chain and the database. With the vault, it is also checked that the service wrote the events. A log without rows, and one without any checkpoint, proves nothing and is wrong, too.',
  run: ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    const atLeast = values['at-least'] === undefined ? 0 : rowNumber(String(values['at-least']))
    return withDatabase(async (tools) => {
      const { db, config } = tools
      const files = values.checkpoints === undefined ? config.checkpointFiles : [String(values.checkpoints)]
      const result = await withVaultIfOpen(tools, (vault) =>
        verifyWhole(db, {
          places: files.map((path) => ({ name: path, path })),
          vault,
          replayParts,
          ...(values.key !== undefined && { trustedKey: String(values.key) }),
        }),
      )
      const { rows, signedHead, late } = result
      const { checked, lastSeq, keys, unreadable } = result.checkpoints
      const problems = [
        ...result.problems,
        ...(values.empty === true ? [] : nothingProven(result, files)),
        ...(rows < atLeast ? [endsEarly(rows, atLeast)] : []),
      ]
      const lines = [
        `Rows: ${rows}`,
        `Checkpoints: ${checked}${keys.length > 0 ? `, signed with ${keys.join(' and ')}` : ''}`,
        signedHead
          ? `Last signed row that the vault remembers: ${signedHead.seq}`
          : 'The vault does not open: what it remembers of the last signed row, the proofs of the service and the changed values were not checked.',
        ...(result.values ? [valuesLine(result.values)] : []),
        ...result.parts.map(partLine),
        ...(unreadable > 0 ? [`Unreadable lines in the checkpoint files: ${unreadable}`] : []),
        ...late.slice(0, shownLate).map(lateLine),
        ...(late.length > shownLate ? [`${late.length} checkpoints were signed late.`] : []),
        lastSeq > 0
          ? `A truncation after row ${lastSeq} could not be detected.`
          : 'Without checkpoints, a truncated or completely rewritten log could not be detected.',
        ...problemLines(problems),
      ]
      process.stdout.write(`${lines.join('\n')}\n`)
      return problems.length > 0 ? 1 : 0
    })
  },
}

/** What is not there cannot be wrong: a deleted log must not pass for a correct one. */
function nothingProven(
  { rows, checkpoints, problems }: WholeVerification,
  files: readonly string[],
): Problem[] {
  const hint = 'For an installation that is new, use --empty.'
  // The first row can also be wrong.
  if (rows === 0 && problems.length === 0)
    return [{ seq: 0, message: `The log is empty: nothing was ever recorded in this database. ${hint}` }]
  if (checkpoints.checked > 0) return []
  const message = `There is no checkpoint in ${files.join(' or ')}, so a truncated or rewritten log could not be detected.`
  return [{ seq: 0, message: `${message} Name a copy with --checkpoints FILE. ${hint}` }]
}

function endsEarly(rows: number, atLeast: number): Problem {
  return { seq: rows + 1, message: `The log ends with row ${rows}, but row ${atLeast} should exist.` }
}

function rowNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError('--at-least should be the number of a row')
  return Number(text)
}

/** Each problem on its own line, or that there is none. */
function problemLines(problems: readonly Problem[]): string[] {
  if (problems.length === 0) return ['Valid.']
  const more = problems.length - shownProblems
  return [
    ...problems.slice(0, shownProblems).map(({ message }) => `NOT VALID. ${message}`),
    ...(more > 0 ? [`NOT VALID. There are ${more} further problems.`] : []),
  ]
}

function partLine({ name, count, unchecked }: Replayed['parts'][number]): string {
  return `${name}: ${count}${unchecked === undefined ? '' : `, ${unchecked}`}`
}

function valuesLine({ available, erased }: ValuesVerification): string {
  return `Changed values beside the chain: ${available} rows, erased: ${erased}`
}

function lateLine({ fromSeq, toSeq, writtenAt, signedAt }: LateSignature): string {
  return `SIGNED LATE. Rows ${fromSeq} to ${toSeq}: written from ${writtenAt} on, signed only at ${signedAt}.`
}

export const auditExport: Command = {
  name: 'audit export',
  summary: 'Write the audit log as NDJSON, oldest row first, exactly as hashed',
  options: {
    output: { type: 'string', description: 'File to write; default: standard output' },
    from: { type: 'string', description: 'Only rows from this time on, such as 2026-01-31T00:00:00Z' },
    to: { type: 'string', description: 'Only rows before this time' },
  },
  run: ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    const filter = { ...time('from', values.from), ...time('to', values.to) }
    return withDatabase(async (tools) => {
      const { db } = tools
      const change = { action: 'audit.exported', object: null, details: { filter }, at: new Date() } as const
      await beforeRelease(tools, () =>
        db.transaction().execute(async (db) => recordChange(db, cli('audit export'), change)),
      )
      const lines = Readable.from(exportLines(db, filter))
      if (values.output === undefined) await pipeline(lines, process.stdout, { end: false })
      else await writeWhole(String(values.output), lines)
      return 0
    })
  },
}

/** The file gets its name when it is complete: a log that was cut off would look like one that ends there. */
async function writeWhole(path: string, lines: Readable): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  // A pipe or a terminal keeps its name.
  if (found && !found.isFile()) return pipeline(lines, createWriteStream(path))
  const files = createDurableFiles()
  const draft = `${path}.incomplete-${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await pipeline(lines, file.createWriteStream({ flush: true }))
    await files.move(draft, path)
  } catch (error) {
    await files.remove(draft)
    throw error
  }
}

function time(name: 'from' | 'to', value: unknown): { from?: string; to?: string } {
  if (value === undefined) return {}
  if (Number.isNaN(Date.parse(String(value)))) throw new UsageError(`--${name} should be a time`)
  return { [name]: String(value) }
}
