import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { docx, xlsx } from '../../contract/organizations/documents.ts'
import { createInspectionPool } from '../../server/features/documents/checks/inspection-pool.ts'
import { createDraft } from '../../server/platform/blobs/blob-storage.ts'
import { createSealer } from '../../server/platform/blobs/sealed-stream.ts'
import { ownThreads } from '../../server/platform/workers/threads.ts'
import { isFull } from '../support/cases/scale.ts'
import { office, pdf, slowPdf } from '../support/files/document-samples.ts'
import { readSources } from '../support/files/source-files.ts'
import { filesOf, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

describe('an upload', () => {
  // Less CPU time than a thread needs to start: any file is over this budget, unless it is inspected on the main thread.
  const server = startServer({ inspectionMs: 1, threads: ownThreads })

  test('whose inspection is over budget is 422 and not stored', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    for (let turn = 0; turn < 3; turn++) {
      expect(await upload(operator, organization, 'charter', pdf())).toMatchObject({
        status: 422,
        body: {
          detail: [{ loc: ['body', 'file'], type: 'file_type', ctx: { code: 'inspection_over_budget' } }],
        },
      })
    }
    expect(filesOf(server)).toEqual({ blobs: [], drafts: [] })
  })
})

describe('the inspection threads', () => {
  const pool = createInspectionPool({ size: 1, cpuMs: 1_000 })
  afterAll(() => pool.close())

  async function inspect(content: Buffer): Promise<string> {
    const directory = mkdtempSync(join(inject('runDir'), 'drafts-'))
    const draft = await createDraft(directory, 'content')
    const seal = { key: randomBytes(32), record: Buffer.from('a record') }
    const sealer = createSealer(seal)
    try {
      await draft.append([sealer.header, ...sealer.push(content), ...sealer.final()])
      await draft.flush()
      return await pool.inspect(draft, seal, {
        size: content.length,
        allowed: ['application/pdf', docx, xlsx],
      })
    } finally {
      await draft.discard()
      // The key of the caller is still needed to seal it.
      expect(seal.key.some((byte) => byte !== 0)).toBe(true)
    }
  }

  test.runIf(isFull)(
    'a crafted file is given up, its thread is replaced, and other files are inspected',
    async () => {
      expect(await inspect(pdf({ padding: 300_000 }))).toBe('application/pdf')
      await expect(inspect(slowPdf(8 * 1024 * 1024))).rejects.toMatchObject({
        name: 'ContentRefused',
        fault: { ctx: { code: 'inspection_over_budget' } },
      })
      expect(await inspect(pdf({ padding: 300_000 }))).toBe('application/pdf')
      expect(await inspect(office('docx'))).toBe(docx)
    },
  )

  test('what the checks refuse comes back with its values', async () => {
    await expect(inspect(pdf({ objects: '<< /S /Launch >>' }))).rejects.toMatchObject({
      fault: { type: 'file_type', ctx: { code: 'pdf_active_content', name: 'Launch' } },
    })
  })
})

test('no file of the main thread imports the checks of content', () => {
  const importers = (file: string) =>
    readSources('server', 'cli')
      .filter(({ imports }) => imports.includes(`server/features/documents/checks/${file}`))
      .map(({ path }) => path)
  expect(importers('content-inspection.ts')).toEqual([
    'server/features/documents/checks/inspection-worker.ts',
  ])
  for (const check of ['pdf-check.ts', 'image-check.ts', 'office-check.ts'])
    expect(importers(check)).toEqual(['server/features/documents/checks/content-inspection.ts'])
  expect(importers('inspection-worker.ts')).toEqual([])
})
