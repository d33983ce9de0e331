import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportLines } from '../server/features/audit/audit-service.ts'
import { verifyAudit } from '../server/features/audit/audit-verify.ts'
import { readCheckpoints } from '../server/features/audit/checkpoints/checkpoint-file.ts'
import { cli } from '../server/platform/actor.ts'
import { appendAudit } from '../server/platform/audit/audit-log.ts'
import { type Command, UsageError, withDatabase } from './command.ts'

export const auditVerify: Command = {
  words: 'audit verify',
  summary: 'Check the whole audit log against its hash chain and its signed checkpoints',
  options: {
    checkpoints: {
      type: 'string',
      description: 'The file with checkpoints; else the one of the data directory',
    },
    key: { type: 'string', description: 'Fingerprint that every checkpoint must be signed with' },
  },
  help: 'Exit code 0: nothing is wrong. 1: something is; the first bad row is named.',
  run: ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    return withDatabase(async ({ db, config }) => {
      const file = values.checkpoints === undefined ? config.checkpointFiles[0] : String(values.checkpoints)
      const { checkpoints, unreadable } = await readCheckpoints(file)
      if (checkpoints.length === 0 && values.checkpoints !== undefined) {
        throw new UsageError(`there are no checkpoints in ${file}`)
      }
      const trusted = values.key === undefined ? {} : { trustedKey: String(values.key) }
      const result = await verifyAudit(db, { checkpoints, ...trusted })
      const { checked, lastSeq, keys } = result.checkpoints
      const lines = [
        `Rows: ${result.toSeq}`,
        `Checkpoints: ${checked}${keys.length > 0 ? `, signed with ${keys.join(' and ')}` : ''}`,
        ...(unreadable > 0 ? [`Lines of the file that cannot be read: ${unreadable}`] : []),
        lastSeq > 0
          ? `A cut after row ${lastSeq} could not be seen.`
          : 'Without checkpoints, no cut and no full rewrite could be seen.',
        result.problem ? `NOT IN ORDER. ${result.problem.message}` : 'In order.',
      ]
      process.stdout.write(`${lines.join('\n')}\n`)
      return result.problem ? 1 : 0
    })
  },
}

export const auditExport: Command = {
  words: 'audit export',
  summary: 'Write the audit log as NDJSON, oldest first, each line exactly as hashed',
  options: {
    output: { type: 'string', description: 'The file to write; standard output when absent' },
    from: { type: 'string', description: 'Only from this time on, e.g. 2026-01-31T00:00:00Z' },
    to: { type: 'string', description: 'Only before this time' },
  },
  run: ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    const filter = { ...time('from', values.from), ...time('to', values.to) }
    return withDatabase(async ({ db }) => {
      const actor = cli('audit export')
      await db
        .transaction()
        .execute((db) =>
          appendAudit(db, { actor, action: 'audit.exported', object: null, details: { filter } }),
        )
      const lines = Readable.from(exportLines(db, filter))
      if (values.output === undefined) await pipeline(lines, process.stdout, { end: false })
      else await pipeline(lines, createWriteStream(String(values.output), { mode: 0o600 }))
      return 0
    })
  },
}

function time(name: 'from' | 'to', value: unknown): { from?: string; to?: string } {
  if (value === undefined) return {}
  if (Number.isNaN(Date.parse(String(value)))) throw new UsageError(`--${name} should be a time`)
  return { [name]: String(value) }
}
