import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'
import { describe, expect, inject, test } from 'vitest'
import { figures, longDate } from '../../server/features/papers/printing/figures.ts'
import type { FirstPaperContent } from '../../server/features/papers/printing/first-content.ts'
import type { PaperContent } from '../../server/features/papers/printing/paper-content.ts'
import { paymentQr } from '../../server/features/papers/printing/payment-qr.ts'
import { createPdfPool } from '../../server/features/papers/printing/pdf-pool.ts'
import { renderPaper } from '../../server/features/papers/printing/render-paper.ts'
import { scaled } from '../support/cases/scale.ts'
import { thorough } from '../support/cases/thorough.ts'
import { firstAct, firstInvoice } from '../support/given/first-paper-content.ts'
import { bankAccount } from '../support/given/given-paper.ts'
import { actContent, invoiceContent } from '../support/given/paper-content.ts'
import { hasPrograms } from '../support/outside/programs.ts'

const readsCodes = hasPrograms('pdftoppm', 'zbarimg')
const long = 'Очень длинное наименование «Ромашка» '.repeat(27).trim()
const papers: [name: string, content: PaperContent][] = [
  ['an invoice in Russian', invoiceContent()],
  [
    'an invoice that is paid from abroad',
    invoiceContent({
      language: 'en',
      currency: 'EUR',
      payment_qr: null,
      seller: {
        ...invoiceContent().seller,
        is_paid_from_abroad: true,
        account: {
          ...bankAccount,
          settlement_account: null,
          bik: null,
          currency: 'EUR',
          iban: 'AE070331234567890123456',
          swift: 'EXBKAEADXXX',
          bank_latin_name: 'Example Bank PJSC',
          correspondent_bank: {
            name: 'Correspondent Bank AG',
            swift: 'CORRDEFFXXX',
            account: '400886601234',
          },
        },
      },
    }),
  ],
  [
    'an act in Russian',
    actContent({ deal: { ...actContent().deal, third_parties: ['ООО «Лютик», ИНН 7707083893'] } }),
  ],
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

thorough.test('the same content gives the same bytes, in this thread and in another', async () => {
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

/** The hash of what is drawn, as it was when papers had template 1. */
test.each([
  ['invoice', firstInvoice(), '9dd8d31a97c10a28aaf78b7040cd44f5b795cfa3893054e04c2e948b125d6c6c'],
  [
    'invoice',
    firstInvoice({ language: 'en' }),
    '9f6bc386be8ad2a651dbe5bbbdecf64f2314cfc8aea2feda86a011c19a7499ba',
  ],
  ['act', firstAct(), '64302df99c99f5b75e1b0fffc7a4975bdf4281ff3f3dd39bf7c16492c3602384'],
  ['act', firstAct({ language: 'en' }), '0e119583c80c040adc0861650697ab528a3fde1220d8d36a6a0cdfe348119df0'],
] as [string, FirstPaperContent, string][])(
  'an %s of template 1 is drawn as before',
  async (_kind, content, sha256) => {
    const drawn = streamsOf(await renderPaper(content)).join('\n')
    expect(createHash('sha256').update(drawn, 'latin1').digest('hex')).toBe(sha256)
  },
)

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

describe.runIf(hasPrograms('pdftotext'))('other programs read', () => {
  // Wherever the end of the line is, and however wide the amount.
  test('amounts and numbers on one line', async () => {
    const file = join(mkdtempSync(join(inject('runDir'), 'paper-')), 'paper.pdf')
    const amount = '123456789012345.67'
    const words = Array.from({ length: 80 }, (_, i) => `${'ж'.repeat((i % 40) + 1)} № 777`)
    const content = invoiceContent({
      total: amount,
      price: amount,
      purpose: words.join(' '),
      lines: [{ item: 'asset', quantity: '123456789012.123456', unit: 'USDT', price: amount, amount }],
    })
    writeFileSync(file, await renderPaper(content))
    const lines = run('pdftotext', ['-layout', file, '-']).replaceAll('\u00a0', ' ').split('\n')
    expect(lines.filter((line) => /№\s*$/.test(line))).toEqual([])
    const found = (text: string) => lines.filter((line) => line.includes(text)).length
    expect(found('123 456 789 012 345,67 руб.')).toBe(2)
    expect(found('123 456 789 012,123456')).toBe(1)
    expect(lines.join('\n').match(/№ 777/g)).toHaveLength(words.length)
  })

  test.each(papers.slice(0, scaled(3, papers.length)))('%s', async (_name, content) => {
    const directory = mkdtempSync(join(inject('runDir'), 'paper-'))
    const file = join(directory, 'paper.pdf')
    writeFileSync(file, await renderPaper(content))
    const text = run('pdftotext', ['-layout', file, '-'])
    const words = squeezed(text)
    for (const printed of printedBy(content)) expect(words).toContain(squeezed(printed))
    if (content.payment_qr === null || !readsCodes) return
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
    seller.signatory.name,
    seller.signatory.post,
    buyer.inn,
    buyer.ogrn,
    deal.number,
    `${figures(content.total, language)} ${language === 'ru' && content.currency === 'RUB' ? 'руб.' : content.currency}`,
    buyer.country,
    content.total_in_words,
    ...content.lines
      .flatMap(({ quantity, price, amount }) => [quantity, price, amount])
      .map((n) => figures(n, language)),
    content.vat?.ground,
  ]
  const ofKind =
    content.kind === 'act'
      ? [
          deal.asset,
          deal.destination,
          ...deal.transactions.map(({ tx_hash }) => tx_hash),
          ...deal.third_parties.map((payer) => `оплата третьим лицом согласована: ${payer}`),
        ]
      : [
          ...(seller.is_paid_from_abroad ? abroad(seller) : inRussia(seller)),
          seller.full_name,
          buyer.full_name,
          content.purpose,
          seller.accountant,
        ]
  return [...always, ...ofKind].filter((value): value is string => Boolean(value))
}

function inRussia({ account, short_name }: PaperContent['seller']) {
  return [
    account?.settlement_account,
    account?.bik,
    account?.bank_name,
    account?.correspondent_account,
    short_name,
  ]
}

function abroad({ account, latin_name, latin_address }: PaperContent['seller']) {
  const correspondent = account?.correspondent_bank
  return [
    account?.iban ?? account?.settlement_account,
    account?.swift,
    account?.bank_latin_name,
    latin_name,
    latin_address,
    ...(correspondent ? Object.values(correspondent) : []),
  ]
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
