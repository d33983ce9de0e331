import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { docx, xlsx } from '../../contract/organizations/documents.ts'
import { ContentRefused } from '../../server/features/documents/checks/content-check.ts'
import { inspectContent } from '../../server/features/documents/checks/content-inspection.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { isFull } from '../support/cases/scale.ts'
import {
  contentTypes,
  jpeg,
  objectStream,
  office,
  pdf,
  png,
  pngChunk,
  relations,
  zip,
} from '../support/files/document-samples.ts'

const plain = ['application/pdf', 'image/png', 'image/jpeg']
const every = [...plain, docx, xlsx]

async function inspect(content: Buffer, { allowed = every, pieceSize = 16_384 } = {}) {
  async function* read(from: number, to: number) {
    for (let at = from; at < to; at += pieceSize) yield content.subarray(at, Math.min(to, at + pieceSize))
  }
  return inspectContent(read, content.length, allowed)
}

describe('the content determines the type', () => {
  test.each([
    ['application/pdf', pdf()],
    ['application/pdf', pdf({ padding: 300_000 })],
    ['application/pdf', pdf({ objects: objectStream('<< /Type /Font >>') })],
    ['image/png', png()],
    ['image/jpeg', jpeg()],
    ['image/jpeg', Buffer.concat([jpeg(), randomBytes(20_000)])],
    [docx, office('docx')],
    [xlsx, office('xlsx')],
  ])('%s is accepted, in pieces of any size', async (type, content) => {
    for (const pieceSize of content.length < 3_000 ? [1, 7, 16_384] : [997, 65_536]) {
      expect(await inspect(content, { pieceSize })).toBe(type)
    }
  })

  test.each([
    ['text', Buffer.from('Устав общества с ограниченной ответственностью')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(9_000)])],
    ['GIF', Buffer.concat([Buffer.from('GIF89a'), randomBytes(100)])],
    ['one byte', Buffer.from('x')],
    ['a PDF that starts later', Buffer.concat([Buffer.from('<html>'), pdf()])],
  ])('%s is rejected', async (_, content) => {
    await expect(inspect(content)).rejects.toThrow(/must be PDF, PNG, JPEG, DOCX or XLSX/)
  })

  test('office documents are accepted only for kind other', async () => {
    await expect(inspect(office('docx'), { allowed: plain })).rejects.toThrow(/must be PDF, PNG or JPEG/)
  })

  test('random bytes are accepted or rejected, without a crash', async () => {
    const starts = [pdf(), png(), jpeg(), office('docx')].map((file) => file.subarray(0, 300))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...starts, Buffer.alloc(0)),
        fc.nat({ max: 300 }),
        fc.uint8Array({ maxLength: 6_000 }),
        async (start, cut, rest) => {
          const content = Buffer.concat([start.subarray(0, cut), rest])
          await inspect(content).catch((error) => expect(error).toBeInstanceOf(ContentRefused))
        },
      ),
      { numRuns: runs(50) },
    )
  })
})

describe('PDF', () => {
  test.each([
    ['JavaScript', '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'],
    ['JavaScript', '<</S/J#61vaScript/JS(1)>>'],
    ['JavaScript', '<</S/#4A#61#76#61#53#63#72#69#70#74>>'],
    ['Launch', '<< /S /Launch /F (cmd.exe) >>'],
    ['EmbeddedFile', '<< /Type /EmbeddedFile >>'],
    ['EmbeddedFiles', '<< /Names << /EmbeddedFiles 5 0 R >> >>'],
    ['RichMedia', '<< /Subtype /RichMedia >>'],
    ['XFA', '<< /AcroForm << /XFA 7 0 R >> >>'],
    ['SubmitForm', '<< /S /SubmitForm /F (https://example.com) >>'],
  ])('with /%s is refused, in the open and packed', async (name, object) => {
    const sentence = new RegExp(`active or embedded content \\(/${name}\\)`)
    const open = pdf({ objects: `5 0 obj\n${object}\nendobj\n`, padding: 9_000 })
    for (const pieceSize of [1_001, 4_099, 65_536]) {
      await expect(inspect(open, { pieceSize })).rejects.toThrow(sentence)
    }
    // Packed between other objects and followed by enough to need several pieces.
    const packed = objectStream(`${'<< /Type /Annot >> '.repeat(3_000)}${object}`)
    await expect(inspect(pdf({ objects: packed, padding: 90_000 }), { pieceSize: 1_500 })).rejects.toThrow(
      sentence,
    )
    await expect(inspect(pdf({ objects: objectStream(object, '/N 1 /First 4') }))).rejects.toThrow(sentence)
  })

  test('a second object stream is checked although the first one does not end', async () => {
    const endless = objectStream('<< /Type /Annot >>').subarray(0, -40)
    const objects = Buffer.concat([endless, Buffer.from('\nendobj\n'), objectStream('<< /S /Launch >>')])
    await expect(inspect(pdf({ objects, padding: 9_000 }))).rejects.toThrow(/Launch/)
  })

  test('names are found across chunk boundaries', async () => {
    const content = pdf({ objects: '5 0 obj\n<</S/JavaScript>>\nendobj\n', padding: 6_000 })
    for (let pieceSize = 60; pieceSize < 220; pieceSize += 1) {
      await expect(inspect(content, { pieceSize }), `pieces of ${pieceSize}`).rejects.toThrow(/JavaScript/)
    }
  })

  test('objects with an unusual encoding are rejected', async () => {
    const hidden = objectStream('<< >>', '/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]')
    await expect(inspect(pdf({ objects: hidden }))).rejects.toThrow(/unusual encoding/)
  })

  test.runIf(isFull)('an object stream that decompresses to gigabytes is rejected', async () => {
    const bomb = objectStream(' '.repeat(66 * 1024 * 1024))
    await expect(inspect(pdf({ objects: bomb }))).rejects.toThrow(/too large to be checked/)
  })

  test('an encrypted file is accepted, and the reviewer decides', async () => {
    const scrambled = Buffer.concat([
      Buffer.from('8 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length 500 >>\nstream\n'),
      randomBytes(500).map((byte) => (byte === 0x2f ? 0 : byte)),
      Buffer.from('\nendstream\nendobj\n'),
    ])
    expect(await inspect(pdf({ objects: scrambled, padding: 5_000 }))).toBe('application/pdf')
  })

  test('a truncated file is rejected', async () => {
    const whole = pdf({ padding: 10_000 })
    await expect(inspect(whole.subarray(0, -10))).rejects.toThrow(/incomplete/)
    await expect(inspect(whole.subarray(0, 100))).rejects.toThrow(/incomplete/)
  })
})

describe('images', () => {
  test('a truncated image is rejected', async () => {
    for (const image of [png(), jpeg()]) {
      for (let length = 0; length < image.length; length += 1) {
        await expect(inspect(image.subarray(0, length)), `${length} bytes`).rejects.toThrow(ContentRefused)
      }
    }
  })

  test('PNG: a flipped bit, something after the end, no image data, a chunk out of order', async () => {
    const image = png()
    const flipped = Buffer.from(image)
    flipped[45] = (flipped[45] ?? 0) ^ 1
    await expect(inspect(flipped)).rejects.toThrow(/damaged/)
    await expect(inspect(Buffer.concat([image, Buffer.from('PK')]))).rejects.toThrow(/data after the end/)
    const head = image.subarray(0, 33)
    await expect(inspect(Buffer.concat([head, pngChunk('IEND')]))).rejects.toThrow(ContentRefused)
    await expect(inspect(Buffer.concat([head, head.subarray(8), pngChunk('IEND')]))).rejects.toThrow(
      ContentRefused,
    )
  })

  test('an image with too many pixels is rejected', async () => {
    await expect(inspect(png({ width: 100_000, height: 100_000 }))).rejects.toThrow(/million pixels/)
    await expect(inspect(jpeg({ width: 60_000, height: 60_000 }))).rejects.toThrow(/million pixels/)
    await expect(inspect(jpeg({ width: 0 }))).rejects.toThrow(/damaged/)
  })
})

describe('office documents', () => {
  test.each([
    ['a macro project', office('docx', [{ name: 'word/vbaProject.bin', data: 'x' }]), /macros/],
    ['a macro type', office('xlsx', [], ['application/vnd.ms-excel.sheet.macroEnabled.main+xml']), /macros/],
    ['an ActiveX control', office('docx', [{ name: 'word/activeX/activeX1.bin', data: 'x' }]), /macros/],
    ['an OLE object', office('docx', [{ name: 'word/embeddings/oleObject1.bin', data: 'x' }]), /macros/],
    [
      'a template from elsewhere',
      office('docx', [
        {
          name: 'word/_rels/settings.xml.rels',
          data: relations(
            'Type="…/attachedTemplate" TargetMode="External" Target="https://example.com/x.dotm"',
          ),
        },
      ]),
      /external content/,
    ],
    [
      'a template on a share',
      office('docx', [
        {
          name: 'word/_rels/settings.xml.rels',
          data: relations('Type="…/attachedTemplate" TargetMode="External" Target="\\\\host\\share\\x.dotm"'),
        },
      ]),
      /external content/,
    ],
    ['a zip of something else', zip([{ name: 'readme.txt', data: 'hello' }]), /neither a Word nor an Excel/],
    ['only the name of a type', zip([{ name: 'a', data: contentTypes('x') }]), /neither a Word nor an Excel/],
    ['an encrypted part', office('docx', [{ name: 'x.xml', data: 'x', flags: 1 }]), /encrypted/],
    ['a part outside', office('docx', [{ name: '../../etc/cron.d/x', data: 'x' }]), /damaged/],
    [
      'an honest bomb',
      office('docx', [{ name: 'x.xml', data: Buffer.alloc(210 * 1024 * 1024) }]),
      /too large/,
    ],
    [
      'a lying bomb',
      office('docx', [{ name: 'x.xml', data: Buffer.alloc(30_000_000), claimedSize: 10 }]),
      /damaged/,
    ],
    [
      'too many parts',
      zip(Array.from({ length: 2_001 }, (_, n) => ({ name: `${n}.xml`, data: '' }))),
      /more than 2000 parts/,
    ],
    ['a document type of its own', office('docx', [{ name: 'x.rels', data: '<!DOCTYPE a><a/>' }]), /damaged/],
    ['a cut file', office('docx').subarray(0, -30), /damaged/],
  ])('with %s is refused', async (_, content, sentence) => {
    await expect(inspect(content)).rejects.toThrow(sentence)
  })

  test('links and a template on the disk of the author are accepted', async () => {
    const data = relations(
      'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" TargetMode="External" Target="https://example.com/"',
      'Type="…/attachedTemplate" TargetMode="External" Target="file:///C:\\Users\\Anna\\Templates\\Letter.dotx"',
    )
    expect(await inspect(office('docx', [{ name: 'word/_rels/document.xml.rels', data }]))).toBe(docx)
  })
})
