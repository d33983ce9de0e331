import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { docx } from '../../contract/organizations/documents.ts'
import {
  type DownloadGrant,
  deriveSigningKey,
  isSigned,
  signedPath,
} from '../../server/features/documents/download/download-signature.ts'
import { cleanFileName } from '../../server/features/documents/upload/file-name.ts'
import { parseRange } from '../../server/platform/http/responses/byte-range.ts'
import { contentDisposition } from '../../server/platform/http/responses/content-response.ts'
import { anyCharacter, fc } from '../support/cases/properties.ts'

test.each([
  ['Устав.pdf', 'Устав.pdf'],
  ['Устав.PDF', 'Устав.pdf'],
  ['scan.exe', 'scan.pdf'],
  ['scan', 'scan.pdf'],
  ['Устав ред. 2', 'Устав ред. 2.pdf'],
  ['Устав v1.2', 'Устав v1.2.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\Anna\\Устав.docx', 'Устав.pdf'],
  ['a/b\\c.pdf', 'c.pdf'],
  ['..', 'document.pdf'],
  ['', 'document.pdf'],
  [undefined, 'document.pdf'],
  ['.htaccess', 'document.pdf'],
  ['a\u0000b\r\nc\u0007.pdf', 'abc.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.pdf'],
  ['a\u200b\ufeffb.pdf', 'ab.pdf'],
  ['a<b>:"c|?*.pdf', 'a_b___c___.pdf'],
  ['  много   места  .pdf', 'много места.pdf'],
  ['CON.pdf', '_CON.pdf'],
  ['И\u0306.pdf', 'Й.pdf'],
  ['broken \ud800 surrogate.pdf', 'broken surrogate.pdf'],
])('%j is stored as %j', (given, kept) => {
  expect(cleanFileName(given, 'application/pdf')).toBe(kept)
})

test('a correct extension is kept', () => {
  expect(cleanFileName('photo.jpeg', 'image/jpeg')).toBe('photo.jpeg')
  expect(cleanFileName('photo.pdf', 'image/jpeg')).toBe('photo.jpg')
  expect(cleanFileName('договор.doc', docx)).toBe('договор.docx')
})

test('any name is cleaned to one that can be saved and sent in a header, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (given) => {
      const name = cleanFileName(given, 'image/png')
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name).toMatch(/^[^\p{C}/\\<>:"|?*]+\.png$/u)
      expect(name).not.toMatch(/^[ .]/)
      expect(cleanFileName(name, 'image/png')).toBe(name)
      const header = contentDisposition('inline', name)
      expect(header).toMatch(
        /^inline; filename="[\x20-\x21\x23-\x7e]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/,
      )
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name)
    }),
  )
})

test('a long Cyrillic name is truncated between letters and keeps its extension', () => {
  const name = cleanFileName(`${'Ж'.repeat(300)}.pdf`, 'application/pdf')
  expect(name).toBe(`${'Ж'.repeat(125)}.pdf`)
})

test.each([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 10 }],
  ['bytes=90-', { start: 90, end: 100 }],
  ['bytes=90-1000', { start: 90, end: 100 }],
  ['bytes=-10', { start: 90, end: 100 }],
  ['bytes=-1000', { start: 0, end: 100 }],
  ['bytes=-0', 'none'],
  ['bytes=100-', 'none'],
  ['bytes=9-5', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['bytes=99999999999999999999-', undefined],
])('Range %s of 100 bytes is %j', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})

test('a signature is valid only for what was signed', () => {
  const key = deriveSigningKey(randomBytes(32))
  const grant: DownloadGrant = {
    organizationId: 'o1',
    kind: 'charter',
    version: 1,
    holder: { session: 's1' },
    expires: 1_800_000_000,
  }
  const url = new URL(signedPath(key, grant), 'http://x')
  expect(url.pathname).toBe('/v1/organizations/o1/documents/charter/content')
  const signature = url.searchParams.get('signature') ?? ''
  expect(isSigned(key, grant, signature)).toBe(true)
  for (const other of [
    { ...grant, organizationId: 'o2' },
    { ...grant, kind: 'other' as const },
    { ...grant, version: 2 },
    { ...grant, holder: { session: 's2' } },
    { ...grant, holder: { apiKey: 's1' } },
    { ...grant, expires: grant.expires + 1 },
  ]) {
    expect(isSigned(key, other, signature)).toBe(false)
  }
  expect(isSigned(deriveSigningKey(randomBytes(32)), grant, signature)).toBe(false)
  expect(isSigned(key, grant, '')).toBe(false)
  expect(isSigned(key, grant, `${signature}AA`)).toBe(false)
})

test('very long names and ranges are read at once', () => {
  // An expression that goes back over all these characters would take minutes.
  expect(cleanFileName(`a${'.'.repeat(500_000)}я`, 'application/pdf')).toMatch(/^a\.+.*\.pdf$/)
  expect(parseRange(`bytes=${' '.repeat(500_000)}x`, 100)).toBeUndefined()
})
