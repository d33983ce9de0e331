import { expect, test } from 'vitest'
import { type BankFile, camtFiles, mtFiles, oneCFile } from './bank-files.ts'
import { sumsByField61 } from './mt-samples.ts'
import { readWhole } from './read-whole.ts'
import { encode } from './samples.ts'

type Sums = Record<'incoming' | 'outgoing', bigint>

const hundredths = (text: string) => {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0'))
}

/** What the entries of a file sum to, by nothing but their amount and indicator. */
function sumsOfEntries(text: string): Sums {
  const sums = { incoming: 0n, outgoing: 0n }
  for (const [entry] of text.matchAll(/<Ntry>[\s\S]*?<\/Ntry>/g)) {
    const [, amount = '', indicator] =
      /<Amt Ccy="[A-Z]{3}">([\d.]+)<\/Amt>\s*<CdtDbtInd>(\w+)</.exec(entry) ?? []
    sums[indicator === 'CRDT' ? 'incoming' : 'outgoing'] += hundredths(amount)
  }
  return sums
}

/** What the documents of a file sum to, by nothing but their amount and the accounts. */
function sumsOfDocuments(text: string, account: string): Sums {
  const sums = { incoming: 0n, outgoing: 0n }
  for (const part of text.split('СекцияДокумент=').slice(1)) {
    const value = (key: string) => new RegExp(`^${key}=(.*?)\\r?$`, 'm').exec(part)?.[1] ?? ''
    sums[value('ПолучательСчет') === account ? 'incoming' : 'outgoing'] += hundredths(value('Сумма'))
  }
  return sums
}

function read(file: BankFile, bytes: Uint8Array, expected: Sums) {
  const { accounts, lines, warnings } = readWhole(bytes)
  expect(accounts).toMatchObject([{ account: file.account, currency: file.currency }])
  const sums = { incoming: 0n, outgoing: 0n }
  for (const { direction, amount } of lines) sums[direction] += amount
  expect(sums).toEqual(expected)
  expect(sums.incoming + sums.outgoing).toBeGreaterThan(0n)
  expect([accounts[0]?.received, accounts[0]?.sent]).toEqual([sums.incoming, sums.outgoing])
  expect(warnings).toEqual([])
  return lines
}

test.each(Object.entries(mtFiles))('%s is read with the sums of its fields 61', (_, file) => {
  read(file, Buffer.from(file.text), sumsByField61(file.text))
})

test.each(Object.entries(camtFiles))('%s is read with the sums of its entries', (_, file) => {
  read(file, Buffer.from(file.text), sumsOfEntries(file.text))
})

test('1C is read with the sums of its documents', () => {
  const { text, account } = oneCFile
  const lines = read(oneCFile, encode(text, 'windows-1251'), sumsOfDocuments(text, account))
  expect(lines.map(({ documentNumber, direction }) => [documentNumber, direction])).toEqual([
    ['61298', 'outgoing'],
    ['6032', 'incoming'],
    ['12', 'outgoing'],
    ['656731', 'incoming'],
  ])
})

test('a payment says what it is for by its references where it has no text', () => {
  const purposes = Object.values(camtFiles).flatMap(({ text }) =>
    readWhole(Buffer.from(text)).lines.map(({ purpose }) => purpose),
  )
  expect(purposes).toEqual([
    'RF18539007547034',
    'Storno',
    'Rechnung 1',
    '210000000003139471430009017 RF18539007547034',
  ])
})
