import type { PaperLanguage } from '../../../contract/purchase-requests/papers.ts'

/**
 * What the service writes with the postings it makes. It is kept in English, and read again where a file has it in words of its
 * own: change a text only together with a new name, because postings keep theirs. Of two that fit, the first counts.
 */
const written = {
  reversed: 'Reversed: {text}',
  payment_found: 'Payment {number} for {request} found on a statement',
  payment_reversed: 'Payment {number} for {request} reversed',
  payment: 'Payment {number} for {request}',
  allocation: 'Payment {number} allocated to {request}',
  advance_found: 'Payment {number} without a request found on a statement',
  advance: 'Payment {number} without a request',
  surplus: 'Money of {request} above its total became a credit',
  refund_found: 'Refund for {request} found on a statement',
  refund_of_advance_found: 'Refund for {payment} found on a statement',
  refund_of_advance_reversed: 'Refund {number} for payment {payment} reversed',
  refund_of_advance: 'Refund {number} for payment {payment}',
  refund_reversed: 'Refund {number} for {request} reversed',
  refund_reversed_without_number: 'Refund for {request} reversed',
  refund: 'Refund {number} for {request}',
  refund_without_number: 'Refund for {request}',
  delivery_reversed: 'Delivery {number} for {request} reversed',
  delivery_returned: 'Delivery {number} for {request} came back with {other}',
  delivery: 'Delivery {number} for {request}',
  vat: 'VAT of act {number} for {request}',
  act_voided: 'Act {number} voided',
  acquisition_reversed: 'Acquisition {number} reversed',
  acquisition: 'Acquisition {number} from {party}',
  cost: 'Cost of {asset} that went out',
  network_fee_reversed: 'Network fee of {number} reversed',
  network_fee: 'Network fee of {number}',
  top_up: 'Top-up and network fee of {number}',
  transfer: 'Transfer {number}',
  difference: 'Exchange difference of {account} in {currency}',
  exchange: 'Exchange of {given} for {taken}',
  exchange_reversed: 'Exchange reversed with one of its lines',
} as const

type Name = keyof typeof written
type ValuesOf<Text extends string> = Text extends `${string}{${infer Value}}${infer Rest}`
  ? Value | ValuesOf<Rest>
  : never

const ru: Readonly<Record<Name, string>> = {
  reversed: 'Сторно: {text}',
  payment_found: 'Оплата № {number} найдена в выписке, заявка {request}',
  payment_reversed: 'Сторно оплаты № {number}, заявка {request}',
  payment: 'Поступление оплаты № {number}, заявка {request}',
  allocation: 'Зачёт аванса № {number}, заявка {request}',
  advance_found: 'Оплата № {number} найдена в выписке',
  advance: 'Поступление оплаты № {number}',
  surplus: 'Излишек оплаты учтён как аванс, заявка {request}',
  refund_found: 'Возврат средств найден в выписке, заявка {request}',
  refund_of_advance_found: 'Возврат аванса № {payment} найден в выписке',
  refund_of_advance_reversed: 'Сторно возврата средств № {number}, аванс № {payment}',
  refund_of_advance: 'Возврат средств № {number}, аванс № {payment}',
  refund_reversed: 'Сторно возврата средств № {number}, заявка {request}',
  refund_reversed_without_number: 'Сторно возврата средств, заявка {request}',
  refund: 'Возврат средств № {number}, заявка {request}',
  refund_without_number: 'Возврат средств, заявка {request}',
  delivery_reversed: 'Сторно передачи цифровой валюты № {number}, заявка {request}',
  delivery_returned: 'Цифровая валюта возвращена, передача № {number}, транзакция {other}, заявка {request}',
  delivery: 'Передача цифровой валюты № {number}, заявка {request}',
  vat: 'НДС по акту № {number}, заявка {request}',
  act_voided: 'Аннулирован акт № {number}',
  acquisition_reversed: 'Сторно приобретения № {number}',
  acquisition: 'Приобретение № {number}, {party}',
  cost: 'Себестоимость выбывших активов, {asset}',
  network_fee_reversed: 'Сторно комиссии сети, транзакция {number}',
  network_fee: 'Комиссия сети, транзакция {number}',
  top_up: 'Пополнение и комиссия сети, транзакция {number}',
  transfer: 'Перевод активов, транзакция {number}',
  difference: 'Курсовая разница, {account}, {currency}',
  exchange: 'Обмен валюты: {given} на {taken}',
  exchange_reversed: 'Сторно обмена валюты вместе с одной из его строк',
}

const en: Readonly<Record<Name, string>> = {
  reversed: 'Reversal: {text}',
  payment_found: 'Payment No. {number} found on a statement, request {request}',
  payment_reversed: 'Reversal of payment No. {number}, request {request}',
  payment: 'Payment received No. {number}, request {request}',
  allocation: 'Advance No. {number} used, request {request}',
  advance_found: 'Payment No. {number} found on a statement',
  advance: 'Payment received No. {number}',
  surplus: 'Overpayment kept as an advance, request {request}',
  refund_found: 'Refund found on a statement, request {request}',
  refund_of_advance_found: 'Refund of advance No. {payment} found on a statement',
  refund_of_advance_reversed: 'Reversal of refund No. {number}, advance No. {payment}',
  refund_of_advance: 'Refund No. {number}, advance No. {payment}',
  refund_reversed: 'Reversal of refund No. {number}, request {request}',
  refund_reversed_without_number: 'Reversal of a refund, request {request}',
  refund: 'Refund No. {number}, request {request}',
  refund_without_number: 'Refund, request {request}',
  delivery_reversed: 'Reversal of a delivery of digital currency No. {number}, request {request}',
  delivery_returned:
    'Digital currency returned, delivery No. {number}, transaction {other}, request {request}',
  delivery: 'Digital currency delivered No. {number}, request {request}',
  vat: 'VAT of act No. {number}, request {request}',
  act_voided: 'Act No. {number} voided',
  acquisition_reversed: 'Reversal of acquisition No. {number}',
  acquisition: 'Acquisition No. {number}, {party}',
  cost: 'Cost of assets that went out, {asset}',
  network_fee_reversed: 'Reversal of a network fee, transaction {number}',
  network_fee: 'Network fee, transaction {number}',
  top_up: 'Top-up and network fee, transaction {number}',
  transfer: 'Transfer of assets, transaction {number}',
  difference: 'Exchange difference, {account}, {currency}',
  exchange: 'Exchange of {given} for {taken}',
  exchange_reversed: 'Reversal of an exchange with one of its lines',
}

const words = { ru, en } as const satisfies Record<PaperLanguage, unknown>
const corrections = { ru: 'исправление за {day}', en: 'corrects {day}' } as const

/** What is written with a posting. */
export function postingText<Of extends Name>(
  name: Of,
  values: Readonly<Record<ValuesOf<(typeof written)[Of]>, string>>,
): string {
  return filled(written[name], values)
}

/** The correction of a day that is closed is posted on another day. */
export function correctionText(text: string, day: string): string {
  return `${text} (corrects ${day})`
}

/** What a posting is called in a language. */
export interface NamedPosting {
  text: string
  /** The number of its document. */
  number: string | null
  /** The day that it corrects. */
  corrects: string | null
}

/** Undefined for what a person has written, and for what earlier versions have. */
export function nameOfPosting(
  { kind, description }: { kind: string; description: string },
  language: PaperLanguage,
): NamedPosting | undefined {
  if (writtenByPeople.has(kind)) return undefined
  const { groups: correction } = / \(corrects (?<day>\d{4}-\d\d-\d\d)\)$/.exec(description) ?? {}
  const corrects = correction?.day ?? null
  const text = corrects === null ? description : description.slice(0, description.lastIndexOf(' (corrects '))
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(text)
    if (!match) continue
    const groups = match.groups ?? {}
    const shown = Object.fromEntries(
      Object.entries(groups).map(([key, value]) => [key, shownValue(key, value)]),
    )
    const named = filled(words[language][name], shown)
    const of = corrects && filled(corrections[language], { day: shownDay(corrects, language) })
    return { text: of ? `${named} (${of})` : named, number: groups.number ?? null, corrects }
  }
  return undefined
}

/** Entries, and lines of statements that somebody posts to an account. */
const writtenByPeople: ReadonlySet<string> = new Set(['entry', 'line'])

const patterns = (Object.keys(written) as Name[]).map((name) => {
  const source = written[name].replaceAll(/\{(\w+)\}/g, (_place, value: string) =>
    value === 'request' ? String.raw`(?<request>PR-\d{4}-\d{6,})` : `(?<${value}>.+)`,
  )
  return { name, pattern: new RegExp(`^${source}$`, 's') }
})

/** A hash is known by its ends. */
function shownValue(key: string, value: string): string {
  const isHash = (key === 'number' || key === 'other') && value.length > 24
  return isHash ? `${value.slice(0, 10)}…${value.slice(-8)}` : value
}

function shownDay(day: string, language: PaperLanguage): string {
  return language === 'ru' ? day.split('-').reverse().join('.') : day
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name) => values[name] ?? place)
}
