import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Fault } from '../../../contract/api/faults.ts'
import { documentMaxBytes } from '../../../contract/organizations/documents.ts'
import { Invalid } from '../../platform/errors.ts'
import { readUpload, type UploadLimits } from '../../platform/http/requests/multipart.ts'
import { ContentRefused } from './checks/content-check.ts'
import { ContentEmpty, Infected } from './upload/intake.ts'

const minute = 60_000
const uploadLimits: UploadLimits = {
  fileBytes: documentMaxBytes,
  parts: 16,
  otherBytes: 512 * 1024,
  idle: minute,
  total: 30 * minute,
}

/** Reads the whole form first, so that all faults are reported together. */
export async function readUploadForm(
  request: FastifyRequest,
  {
    textFields,
    check,
    take,
  }: {
    textFields: readonly string[]
    check: ((body: unknown) => Fault[]) | undefined
    /** Throws ContentEmpty, ContentRefused or Infected. */
    take: (content: Readable) => Promise<void>
  },
): Promise<{ fields: Record<string, string>; fileName: string | undefined }> {
  const contentFaults: Fault[] = []
  let fileName: string | undefined
  const { fields, hasFile, faults, isWhole } = await readUpload(
    request.raw,
    request.headers['content-type'] ?? '',
    {
      fileField: 'file',
      textFields: [...textFields],
      limits: uploadLimits,
      async takeFile(content: Readable, name) {
        fileName = name
        try {
          await take(content)
        } catch (error) {
          const fault = toFault(error)
          if (!fault) throw error
          contentFaults.push(fault)
          // A rejected file is not stored, but the fields after it are still read.
          content.resume()
        }
      },
    },
  )
  const reported = new Set(faults.map(({ loc }) => loc[1]))
  const fieldFaults = check?.({ ...(hasFile && { file: '' }), ...fields }) ?? []
  const all = [
    ...faults,
    // Missing fields may be in the part that was not read.
    ...[...contentFaults, ...fieldFaults].filter(
      ({ loc, type }) => !reported.has(loc[1]) && (isWhole || type !== 'missing'),
    ),
  ]
  if (all.length > 0) throw new Invalid(all)
  return { fields, fileName }
}

function toFault(error: unknown): Fault | undefined {
  const loc = ['body', 'file']
  if (error instanceof ContentEmpty) return { loc, msg: error.message, type: 'file_empty' }
  if (error instanceof ContentRefused) return error.toFault(loc)
  if (error instanceof Infected)
    return { loc, msg: error.message, type: 'infected', ctx: { found: error.found } }
  return undefined
}
