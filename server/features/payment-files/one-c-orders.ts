import type { PaymentReceiver } from '../../../contract/books/payment-files.ts'

export interface Payer {
  name: string
  inn: string
  kpp: string | null
  account: string
  bik: string
  bankName: string
  correspondentAccount: string | null
}

export interface OrderToWrite {
  number: number
  amount: string
  receiver: PaymentReceiver
  purpose: string
}

const decoded = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
const bytesOf = new Map([...decoded].map((letter, byte) => [letter, byte]))

/** Whether the file can have the text. */
export function isWritable(text: string): boolean {
  return [...text].every((letter) => bytesOf.has(letter))
}

/**
 * Payment orders as bank clients import them: the exchange of 1C with them, version 1.03. Each line is a name and a value,
 * so that no value has a line break.
 */
export function writeOrders(
  payer: Payer,
  orders: readonly OrderToWrite[],
  { day, madeOn, madeAt }: { day: string; madeOn: string; madeAt: string },
): Buffer {
  const lines = [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    'Отправитель=Kontor',
    'Получатель=',
    `ДатаСоздания=${russianDay(madeOn)}`,
    `ВремяСоздания=${madeAt}`,
    `ДатаНачала=${russianDay(day)}`,
    `ДатаКонца=${russianDay(day)}`,
    `РасчСчет=${payer.account}`,
    'Документ=Платежное поручение',
    ...orders.flatMap((order) => sectionOf(payer, order, day)),
    'КонецФайла',
    '',
  ]
  const text = lines.map((line) => line.replaceAll(/\s+/gu, ' ')).join('\r\n')
  return Buffer.from(
    [...text].map((letter) => {
      const byte = bytesOf.get(letter)
      if (byte === undefined)
        throw new Error('A text of a payment order has letters that windows-1251 lacks.')
      return byte
    }),
  )
}

function sectionOf(payer: Payer, { number, amount, receiver, purpose }: OrderToWrite, day: string): string[] {
  return [
    'СекцияДокумент=Платежное поручение',
    `Номер=${number}`,
    `Дата=${russianDay(day)}`,
    `Сумма=${amount}`,
    `ПлательщикСчет=${payer.account}`,
    `Плательщик=ИНН ${payer.inn} ${payer.name}`,
    `ПлательщикИНН=${payer.inn}`,
    `ПлательщикКПП=${payer.kpp ?? ''}`,
    `Плательщик1=${payer.name}`,
    `ПлательщикРасчСчет=${payer.account}`,
    `ПлательщикБанк1=${payer.bankName}`,
    `ПлательщикБИК=${payer.bik}`,
    `ПлательщикКорсчет=${payer.correspondentAccount ?? ''}`,
    `ПолучательСчет=${receiver.account}`,
    `Получатель=ИНН ${receiver.inn} ${receiver.name}`,
    `ПолучательИНН=${receiver.inn}`,
    `ПолучательКПП=${receiver.kpp ?? ''}`,
    `Получатель1=${receiver.name}`,
    `ПолучательРасчСчет=${receiver.account}`,
    `ПолучательБанк1=${receiver.bank_name}`,
    `ПолучательБИК=${receiver.bik}`,
    `ПолучательКорсчет=${receiver.correspondent_account ?? ''}`,
    'ВидПлатежа=',
    'ВидОплаты=01',
    'Очередность=5',
    `НазначениеПлатежа=${purpose}`,
    'Код=0',
    'КонецДокумента',
  ]
}

function russianDay(day: string): string {
  return day.split('-').reverse().join('.')
}
