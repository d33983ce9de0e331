import { addDecimals } from '../contract/money/decimal.ts'
import { importStatement } from '../contract/operations/books/statements.ts'
import { createDeskCompany, issuePaper } from '../contract/operations/purchase-requests/papers.ts'
import type { OrganizationResponse } from '../contract/organizations/organizations.ts'
import { completeInn, completeOgrn } from '../contract/values/identifiers.ts'
import type { Client } from './client.ts'
import { approved, type Desk } from './seed-deals.ts'

const company = {
  inn: completeInn('770512345'),
  kpp: '770501001',
  ogrn: completeOgrn('102770512345'),
  full_name: 'Общество с ограниченной ответственностью «Контора»',
  short_name: 'ООО «Контора»',
  legal_address: '125047, г. Москва, ул. Лесная, д. 7',
  vat: {
    ground: 'НДС не облагается (п. 2 ст. 346.11 НК РФ)',
    ground_en: 'VAT exempt (Tax Code of Russia, art. 346.11)',
  },
  director: { name: 'Сидоров Пётр Ильич', post: 'Генеральный директор' },
  accountant: 'Иванова Ольга Петровна',
}
const account = {
  settlement_account: '40702810600000012345',
  bik: '044525999',
  bank_name: 'АО «Пример Банк»',
  correspondent_account: '30101810845250000999',
}

/** The company that issues papers, an invoice, and a bank statement of today whose lines wait for somebody. */
export async function seedDesk(
  desk: Desk & { owner: Client },
  [first, second, third]: OrganizationResponse[],
): Promise<void> {
  if (!first || !second || !third) throw new Error('Three organizations are needed.')
  const { id } = await desk.owner.call(createDeskCompany, { body: { ...company, bank_accounts: [account] } })
  const invoiced = await approved(desk, first, '2500')
  await desk.operator.call(issuePaper, {
    params: { request_id: invoiced.id },
    body: { kind: 'invoice', company_id: id, language: 'ru' },
  })
  const other = await approved(desk, second, '1200')
  const form = new FormData()
  const text = statement([
    { from: first, amount: invoiced.total_amount, purpose: `Оплата по заявке ${invoiced.number}. Без НДС.` },
    { from: second, amount: '100000.00', purpose: 'Оплата за цифровые активы по договору 17, часть 1' },
    { from: third, amount: other.total_amount, purpose: `Оплата по заявке ${other.number} за партнёра` },
  ])
  form.set('file', new File([text], 'kl_to_1c.txt'))
  await desk.operator.call(importStatement, { body: form })
}

interface Incoming {
  from: OrganizationResponse
  amount: string
  purpose: string
}

/** A statement of today in the format of 1C. */
function statement(lines: readonly Incoming[]): string {
  const today = new Date().toISOString().slice(0, 10).split('-').reverse().join('.')
  const opening = '1000000.00'
  const received = lines.map(({ amount }) => amount).reduce(addDecimals)
  const documents = lines.flatMap(({ from, amount, purpose }, index) => [
    'СекцияДокумент=Платёжное поручение',
    `Номер=${417 + index}`,
    `Дата=${today}`,
    `Сумма=${amount}`,
    `ПлательщикСчет=4070281090000006789${index}`,
    `ДатаПоступило=${today}`,
    `Плательщик=${from.full_name}`,
    `ПлательщикИНН=${from.inn}`,
    `ПолучательСчет=${account.settlement_account}`,
    `Получатель=${company.short_name}`,
    `ПолучательИНН=${company.inn}`,
    `НазначениеПлатежа=${purpose}`,
    'КонецДокумента',
  ])
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=UTF-8',
    `ДатаНачала=${today}`,
    `ДатаКонца=${today}`,
    `РасчСчет=${account.settlement_account}`,
    'СекцияРасчСчет',
    `ДатаНачала=${today}`,
    `ДатаКонца=${today}`,
    `РасчСчет=${account.settlement_account}`,
    `НачальныйОстаток=${opening}`,
    `ВсегоПоступило=${received}`,
    'ВсегоСписано=0.00',
    `КонечныйОстаток=${addDecimals(opening, received)}`,
    'КонецРасчСчет',
    ...documents,
    'КонецФайла',
    '',
  ].join('\r\n')
}
