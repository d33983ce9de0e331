import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Fault } from '../../../../contract/api/faults.ts'
import { Invalid } from '../../errors.ts'
import { readUpload, type UploadLimits } from './multipart.ts'

const minute = 60_000

/** The limits of a form with one file of at most so many bytes. */
export function smallUploadLimits(fileBytes: number, totalMinutes: number): UploadLimits {
  return { fileBytes, parts: 8, otherBytes: 64 * 1024, idle: minute, total: totalMinutes * minute }
}

/**
 * The file of a form that is small enough for memory, and its other fields. The form is read to its end, so that all faults
 * are reported together.
 */
export async function readSmallUpload<Field extends string>(
  request: FastifyRequest,
  {
    textFields,
    limits,
    check,
  }: {
    textFields: readonly Field[]
    limits: UploadLimits
    check: ((body: unknown) => Fault[]) | undefined
  },
): Promise<{ content: Buffer; fields: Partial<Record<Field, string>> }> {
  const pieces: Buffer[] = []
  const { fields, hasFile, faults, isWhole } = await readUpload(
    request.raw,
    request.headers['content-type'] ?? '',
    {
      fileField: 'file',
      textFields: [...textFields],
      limits,
      async takeFile(content: Readable) {
        for await (const piece of content) pieces.push(piece as Buffer)
      },
    },
  )
  const reported = new Set(faults.map(({ loc }) => loc[1]))
  const fieldFaults = (check?.({ ...(hasFile && { file: '' }), ...fields }) ?? []).filter(
    // Missing fields may be in the part that was not read.
    ({ loc, type }) => !reported.has(loc[1]) && (isWhole || type !== 'missing'),
  )
  const content = Buffer.concat(pieces)
  const empty: Fault[] =
    hasFile && isWhole && content.length === 0
      ? [{ loc: ['body', 'file'], msg: 'The file is empty.', type: 'file_empty' }]
      : []
  const all = [...faults, ...empty, ...fieldFaults]
  if (all.length > 0) throw new Invalid(all)
  return { content, fields: fields as Partial<Record<Field, string>> }
}
