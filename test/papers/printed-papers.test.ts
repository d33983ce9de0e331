import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'
import { describe, expect, inject, test } from 'vitest'
import { figures, longDate } from '../../server/features/papers/printing/figures.ts'
import type { PaperContent } from '../../server/features/papers/printing/paper-content.ts'
import { paymentQr } from '../../server/features/papers/printing/payment-qr.ts'
import { createPdfPool } from '../../server/features/papers/printing/pdf-pool.ts'
import { renderPaper } from '../../server/features/papers/printing/render-paper.ts'
import { bankAccount } from '../support/given-paper.ts'
import { actContent, invoiceContent } from '../support/paper-content.ts'
import { scaled } from '../support/scale.ts'

const hasReaders = ['pdftotext', 'pdftoppm', 'zbarimg'].every(
  (program) => spawnSync(program, ['-h']).error === undefined,
)
const long = 'Очень длинное наименование «Ромашка» '.repeat(27).trim()
const papers: [name: string, content: PaperContent][] = [
  ['an invoice in Russian', invoiceContent()],
  ['an invoice in English', invoiceContent({ language: 'en' })],
  ['an act in Russian', actContent()],
  ['an act in English', actContent({ language: 'en' })],
  [
    'an act with long names and forty transactions',
    actContent({
      seller: { ...invoiceContent().seller, full_name: long, legal_address: long },
      deal: {
        ...invoiceContent().deal,
        transactions: Array.from({ length: 40 }, (_, i) => ({
          tx_hash: String(i).padStart(2, '0').repeat(32),
          amount: '25.0125',
        })),
      },
    }),
  ],
]

test('the same content gives the same bytes, in this thread and in another', async () => {
  const pool = createPdfPool()
  const content = invoiceContent()
  const here = await renderPaper(content)
  // As it comes back from the database: the order of its keys is another one.
  const stored = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(content).reverse())))
  const there = await pool.render(stored)
  await pool.close()
  expect(there.equals(here)).toBe(true)
  expect((await renderPaper({ ...content, number: '2026-000043' })).equals(here)).toBe(false)
})

test('the payment code in the PDF is the text of the content', async () => {
  const content = invoiceContent()
  expect(readCode(await renderPaper(content))).toBe(content.payment_qr)
})

test('the payment code follows the standard', () => {
  const given = { payee: 'A|B\n«В»', inn: '7705000010', kpp: null, amount: '0.50', purpose: 'П'.repeat(300) }
  const account = { ...bankAccount, bank_name: 'Б'.repeat(60), correspondent_account: null }
  expect(paymentQr({ ...given, account }).split('|')).toEqual([
    'ST00012',
    'Name=A/B «В»',
    'PersonalAcc=40702810600000012345',
    `BankName=${'Б'.repeat(45)}`,
    'BIC=044525999',
    'CorrespAcc=0',
    'PayeeINN=7705000010',
    'Sum=50',
    `Purpose=${'П'.repeat(210)}`,
  ])
})

describe.runIf(hasReaders)('other programs read', () => {
  test.each(papers.slice(0, scaled(1, papers.length)))('%s', async (_name, content) => {
    const directory = mkdtempSync(join(inject('runDir'), 'paper-'))
    const file = join(directory, 'paper.pdf')
    writeFileSync(file, await renderPaper(content))
    const text = run('pdftotext', ['-layout', file, '-'])
    const words = squeezed(text)
    for (const printed of printedBy(content)) expect(words).toContain(squeezed(printed))
    if (content.payment_qr === null) return
    run('pdftoppm', ['-r', '200', '-png', file, join(directory, 'page')])
    const read = run('zbarimg', ['--raw', '--quiet', '-Sbinary', join(directory, 'page-1.png')])
    expect(read).toBe(content.payment_qr)
  })
})

/** Every field that a reader of the paper must find. */
function printedBy({ language, ...content }: PaperContent): string[] {
  const { seller, buyer, deal } = content
  const always = [
    content.number,
    longDate(content.issued_on, language),
    seller.inn,
    seller.kpp,
    seller.ogrn,
    seller.director.name,
    seller.director.post,
    buyer.inn,
    buyer.ogrn,
    deal.number,
    `${figures(content.total, language)} ${content.currency}`,
    content.total_in_words,
    ...content.lines
      .flatMap(({ quantity, price, amount }) => [quantity, price, amount])
      .map((n) => figures(n, language)),
    language === 'ru' ? 'Без НДС' : 'Without VAT',
  ]
  const ofKind =
    content.kind === 'act'
      ? [deal.asset, deal.destination, ...deal.transactions.map(({ tx_hash }) => tx_hash)]
      : [
          ...Object.values(seller.account ?? {}).filter((value) => value !== content.currency),
          seller.short_name,
          seller.full_name,
          buyer.full_name,
          content.purpose,
          seller.accountant,
        ]
  return [...always, ...ofKind].filter((value): value is string => Boolean(value))
}

/** A long text goes over lines, so white space does not count. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, '')
}

function run(program: string, args: string[]): string {
  const { status, stdout } = spawnSync(program, args)
  expect(status).toBe(0)
  return stdout.toString()
}

/** Finds the squares of the code in the page, and reads them. */
function readCode(pdf: Buffer): string | undefined {
  const page = streamsOf(pdf).find((text) => text.includes(' re\n')) ?? ''
  const groups = [...page.matchAll(/(?:[\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ re\n)+/g)].map(([group]) => group)
  const squares = (groups.toSorted((a, b) => b.length - a.length)[0] ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number) as [number, number, number, number, ...unknown[]])
  const side = Math.min(...squares.map(([, , , height]) => height))
  const [left, top] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))]
  const right = Math.max(...squares.map(([x, , width]) => x + width))
  const pixels = 4
  const size = Math.round((right - left) / side + 8) * pixels
  const image = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [x, y, width] of squares) {
    const from = Math.round((x - left) / side + 4) * pixels
    const row = Math.round((y - top) / side + 4) * pixels
    for (let dy = 0; dy < pixels; dy++) {
      for (let dx = 0; dx < Math.round(width / side) * pixels; dx++) {
        image.fill(0, ((row + dy) * size + from + dx) * 4, ((row + dy) * size + from + dx) * 4 + 3)
      }
    }
  }
  const found = (jsQR as unknown as typeof jsQR.default)(image, size, size)
  return found ? Buffer.from(found.binaryData).toString() : undefined
}

function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)].flatMap(({ index, 0: { length } }) => {
    const end = text.indexOf('endstream', index)
    try {
      return [inflateSync(pdf.subarray(index + length, end)).toString('latin1')]
    } catch {
      return []
    }
  })
}
