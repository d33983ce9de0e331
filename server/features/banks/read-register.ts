import { type SaxesAttributePlain, SaxesParser } from 'saxes'
import { formats } from '../../../contract/api/formats.ts'
import { bikFault, correspondentAccountFault } from '../../../contract/values/identifiers.ts'
import { decodeRussian, russianEncodings } from '../../platform/russian-text.ts'
import type { BankRow } from './bank-tables.ts'
import { refused } from './refused.ts'

export interface ReadRegister {
  /** `2026-01-31` */
  day: string
  banks: BankRow[]
}

type Attributes = Record<string, string | SaxesAttributePlain>

/**
 * The register of BIK that the Bank of Russia publishes every day: ED807 of its formats of electronic messages, in windows-1251.
 * `BICDirectoryEntry` is a participant, with `ParticipantInfo` and `Accounts`. The correspondent account is the open one
 * (ACAC) of the type CRSA: accounts of other types belong to treasuries and to the Bank of Russia. Restrictions are at the
 * participant and at the account alike.
 */
export function readRegister(bytes: Buffer): ReadRegister {
  const { text, line } = decodeRussian(bytes)
  if (text === undefined) throw refused('banks_encoding', { line, encoding: russianEncodings })
  const parser = new SaxesParser({})
  const banks = new Map<string, BankRow>()
  const path: string[] = []
  let day: string | undefined
  let current: { bank: BankRow; line: number } | undefined
  let isOpenAccount = false
  const fail = () => {
    throw path.length === 0 && day === undefined
      ? refused('banks_format')
      : refused('banks_xml', { line: parser.line })
  }
  const value = (attributes: Attributes, name: string) => String(attributes[name] ?? '').trim()
  const wrong = (field: string, written: string) =>
    refused('banks_value', { line: parser.line, field, value: written })

  function root(name: string, attributes: Attributes): void {
    if (name !== 'ED807') throw refused('banks_format')
    if (value(attributes, 'InfoTypeCode') !== 'FIRR') throw refused('banks_part')
    day = value(attributes, 'BusinessDay') || value(attributes, 'EDDate')
    if (!formats.date(day)) throw wrong('BusinessDay', day)
  }

  function entry(attributes: Attributes): void {
    const bik = value(attributes, 'BIC')
    if (bikFault(bik)) throw wrong('BIC', bik)
    if (banks.has(bik)) throw refused('banks_repeated', { line: parser.line, bik })
    const bank: BankRow = { bik, name: '', place: null, correspondent_account: null, restrictions: [] }
    current = { bank, line: parser.line }
  }

  function account(bank: BankRow, attributes: Attributes): void {
    const status = value(attributes, 'AccountStatus')
    isOpenAccount =
      value(attributes, 'RegulationAccountType') === 'CRSA' && (status === '' || status === 'ACAC')
    if (!isOpenAccount || bank.correspondent_account !== null) return
    const number = value(attributes, 'Account')
    if (!/^\d{20}$/.test(number) || correspondentAccountFault(number, bank.bik))
      throw wrong('Account', number)
    bank.correspondent_account = number
  }

  function restriction(bank: BankRow, code: string): void {
    if (code !== '' && !bank.restrictions.includes(code)) bank.restrictions.push(code)
  }

  parser.on('error', fail)
  parser.on('doctype', fail)
  parser.on('opentag', ({ name: written, attributes }) => {
    const name = written.slice(written.indexOf(':') + 1)
    path.push(name)
    if (path.length === 1) root(name, attributes)
    else if (path.length === 2 && name === 'BICDirectoryEntry') entry(attributes)
    else if (!current) return
    else if (path.length === 3 && name === 'ParticipantInfo') {
      current.bank.name = value(attributes, 'NameP')
      current.bank.place =
        [value(attributes, 'Tnp'), value(attributes, 'Nnp')].filter(Boolean).join(' ') || null
    } else if (path.length === 3 && name === 'Accounts') account(current.bank, attributes)
    else if (path.length === 4 && name === 'RstrList') restriction(current.bank, value(attributes, 'Rstr'))
    else if (path.length === 4 && name === 'AccRstrList' && isOpenAccount)
      restriction(current.bank, value(attributes, 'AccRstr'))
  })
  parser.on('closetag', () => {
    path.pop()
    if (path.length !== 1 || !current) return
    const { bank, line } = current
    if (bank.name === '') throw refused('banks_value', { line, field: 'NameP', value: '' })
    banks.set(bank.bik, bank)
    current = undefined
  })
  parser.write(text).close()
  if (day === undefined || banks.size === 0) throw refused('banks_format')
  return { day, banks: [...banks.values()] }
}
