import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import * as operations from '../../contract/operations/organizations/screening.ts'
import {
  type ListKind,
  listKinds,
  type ScreeningImportResponse,
} from '../../contract/organizations/screening.ts'
import { createCommandAuthorization } from '../../server/features/control/command-authorization.ts'
import { ImportRefused } from '../../server/features/parties/import/import-refused.ts'
import {
  createListImport,
  type ListImportProgress,
} from '../../server/features/screening/generations/list-import.ts'
import { kindChanged } from '../../server/features/screening/hits/kind-changed.ts'
import {
  type ListFile,
  type ListFormat,
  readList,
  UnreadableList,
} from '../../server/features/screening/lists/read-list.ts'
import { cli } from '../../server/platform/actor.ts'
import { Failure } from '../../server/platform/errors.ts'
import { bodyChecker } from '../../server/platform/http/requests/validation.ts'
import { memoryLimit } from '../../server/platform/memory.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { createProgress, drawBar, formatCount, timeLeft } from '../command/progress.ts'
import { uncheckedPeople } from '../command/unchecked-people.ts'

export const screeningImport: Command = {
  name: 'screening import',
  summary: 'Replace a sanctions list with the content of files',
  usage: '<file>…',
  options: {
    list: {
      type: 'string',
      description: 'Name of the list; default: ofac, un or opensanctions, by the format',
    },
    kind: {
      type: 'string',
      description: `${listKinds.join(', ')}; default: as it is, sanctions for a new list`,
    },
    force: {
      type: 'boolean',
      description: 'Publish it even if it has lost more than a tenth of its entries',
    },
  },
  help: [
    'Reads the SDN list of OFAC (sdn.csv, alt.csv, add.csv, sdn_comments.csv), the consolidated list of the UN (XML),',
    'FollowTheMoney of OpenSanctions (NDJSON) and tables with named columns (CSV), which need --list. The files together',
    'are one list. It is replaced as a whole or not at all, also while the service is running; an unchanged list counts as',
    'checked. Damaged rows are skipped and reported. docs/screening.md describes the formats.',
  ].join('\n'),
  run: async ({ positionals: paths, values }) => {
    if (paths.length === 0) throw new UsageError('at least one file is needed')
    const counted = { bytes: 0, totalBytes: 0 }
    const progress = createProgress(process.stderr, describe)
    const stop = new AbortController()
    const onSignal = () =>
      stop.abort(new ImportRefused('interrupted', 'Interrupted; the list was not changed.'))
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
    try {
      const files = paths.map((path) => fileOf(path, counted))
      counted.totalBytes = await sizeOf(paths)
      const list = (values.list as string | undefined) ?? (await defaultName(files))
      checkName(list)
      const kind = kindOf(values.kind)
      counted.bytes = 0
      return await withDatabase(async ({ db }) => {
        const now = () => new Date()
        const people = uncheckedPeople
        const authorization = createCommandAuthorization({ db, now, people })
        const imports = createListImport({ db, now, memory: memoryLimit(), authorization, kindChanged })
        const result = await imports.run(
          { list, files, kind, force: values.force === true },
          cli('screening import'),
          {
            onProgress: (shown) => progress.show({ ...shown, ...counted }),
            signal: stop.signal,
          },
        )
        progress.clear()
        printResult(result)
        return 0
      })
    } catch (error) {
      progress.clear()
      const reason = reasonOf(error)
      if (reason === undefined) throw error
      process.stderr.write(`kontor: ${reason}\n`)
      return 1
    } finally {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    }
  },
}

function fileOf(path: string, counted: { bytes: number }): ListFile {
  return {
    name: basename(path),
    async *open() {
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
        counted.bytes += chunk.length
        yield chunk
      }
    },
  }
}

async function sizeOf(paths: readonly string[]): Promise<number> {
  let bytes = 0
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw new ImportRefused('failed', `The file ${path} cannot be read.`)
    bytes += found.size
  }
  return bytes
}

const nameByFormat: Partial<Record<ListFormat, string>> = { ofac: 'ofac', un: 'un', ftm: 'opensanctions' }

async function defaultName(files: readonly ListFile[]): Promise<string> {
  for await (const { format, file } of readList(files)) {
    const name = file === 'targets.simple.csv' ? 'opensanctions' : nameByFormat[format]
    if (name === undefined) throw new UsageError(`${file} is a table: --list NAME is needed`)
    return name
  }
  throw new ImportRefused('no_parties', 'The files have no entries.')
}

function kindOf(value: unknown): ListKind | undefined {
  if (value !== undefined && !(listKinds as readonly unknown[]).includes(value))
    throw new UsageError(`--kind should be one of ${listKinds.join(', ')}`)
  return value as ListKind | undefined
}

function checkName(list: string): void {
  const faults = bodyChecker(operations.importScreeningList)?.({ file: [''], list }) ?? []
  if (faults.length > 0)
    throw new UsageError(
      '--list should be at most 63 small letters, digits, - and _, and begin with a letter or digit',
    )
}

/** What to tell about files that were not imported; undefined for what is no fault of theirs. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ImportRefused) return error.message
  if (error instanceof UnreadableList) return `${error.message}.`
  if (error instanceof Failure)
    return error.code === 'list_shrunk' ? `${error.message} --force publishes it.` : error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EACCES' ? `${(error as Error).message}.` : undefined
}

function describe(
  progress: ListImportProgress & { bytes: number; totalBytes: number },
  seconds: number,
): string {
  const { phase, entries, rejected, bytes, totalBytes } = progress
  const counts = `${formatCount(entries)} entries${rejected > 0 ? `, ${formatCount(rejected)} rejected` : ''}`
  if (phase !== 'reading') return `${phase} … ${counts}`
  const part = totalBytes === 0 ? 1 : Math.min(bytes / totalBytes, 1)
  return `reading ${drawBar(part)}  ${counts}${timeLeft(part, seconds)}`
}

function printResult(result: ScreeningImportResponse): void {
  const { list, generation, entries, added, changed, removed, rejected, rejections } = result
  const what = result.is_unchanged
    ? `The list ${list} has not changed: ${formatCount(entries)} entries (generation ${generation}).`
    : `The list ${list} has ${formatCount(entries)} entries (generation ${generation}): ${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} removed.`
  const hidden = rejected - rejections.length
  const lines = [
    what,
    ...(rejected > 0 ? [`Rejected: ${formatCount(rejected)} rows.`] : []),
    ...rejections.map(({ file, line, fault }) => `  ${file}:${line}: ${fault}`),
    ...(hidden > 0 ? [`  … and ${formatCount(hidden)} more`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
