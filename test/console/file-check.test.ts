import { expect, test } from 'vitest'
import { fileFault } from '../../console/shared/files/file-check.ts'
import { documentMaxBytes } from '../../contract/organizations/documents.ts'
import { samplePdf, samplePng } from '../../demo/sample-files.ts'

test('files that the service accepts have no fault', async () => {
  const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])])
  for (const file of [samplePdf(['Charter']), samplePng(), jpeg]) {
    expect(await fileFault(file, 'charter')).toBeNull()
  }
  expect(await fileFault(new Blob(['PK\x03\x04…']), 'other')).toBeNull()
})

test('an empty, a too large and a foreign file are told apart', async () => {
  expect(await fileFault(new Blob([]), 'charter')).toEqual({ code: 'file_empty' })
  const large = new Blob([new Uint8Array(documentMaxBytes + 1)])
  expect(await fileFault(large, 'charter')).toEqual({ code: 'file_too_large' })
  const accepted = ['PDF', 'PNG', 'JPEG']
  expect(await fileFault(new Blob(['MZ no document']), 'charter')).toEqual({
    code: 'type_not_accepted',
    accepted,
  })
  expect(await fileFault(new Blob(['PK\x03\x04…']), 'charter')).toMatchObject({ accepted })
})
