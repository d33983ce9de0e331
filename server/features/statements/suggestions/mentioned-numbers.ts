/** What a purpose may mean: a request by its number, or an invoice. */
export type Mentioned =
  | {
      of: 'request'
      number: string /** With its year, so that it can only be this request. */
      isFull: boolean
    }
  | {
      of: 'invoice'
      number: string /** The day of the invoice, if the purpose names it. */
      issuedOn: string | null
    }

/** Latin letters, Cyrillic ones that look the same (РR), and how they are spoken (ПР). */
const fullNumber =
  /(?<![\p{L}\p{N}])[PРП]\s?[RР][\s№#:._/–—-]{0,4}(20\d\d)[\s._/–—-]{0,3}(\d{3}\s\d{3}|\d{1,9})(?!\d)/giu
/** `№ 123`, `N123`, `заявка 123`, but no date and no part of a longer number. */
const shortNumber =
  /(?<![\p{L}\p{N}])(?:№|#|no?[.º°]?|заявк\p{L}{0,3}|request|order)[\s:№#.]{0,4}0{0,5}([1-9]\d{0,5})(?![\d]|[-./]\d)/giu
/** `2026-000042`, but neither a day nor a month. */
const numberWithYear =
  /(?<![\p{L}\p{N}]|[\p{L}\d][-–—./])(20\d\d)(?:\s?[-–—/]\s?(\d{1,9})|\s(\d{6}))(?![\p{L}\d]|[-./]\d)/giu
/** `№ 42 от 30.01.2026` */
const numberOfDay =
  /(?<![\p{L}\p{N}]|\d[-./])(\d{1,6})\s?(?:от|of|dd|dated|from)[\s.:]{1,3}(\d{1,2})\.(\d{1,2})\.(20\d\d|\d\d)(?!\d)/giu
/** The words after which a number is one of something; the nearest before a number counts. */
const subjects =
  /(?<!\p{L})(?:(?<invoice>сч[её]т(?!ч)\p{L}{0,3}|сч(?=[\s.№])|inv(?:oices?)?)|(?<other>договор\p{L}{0,3}|дог(?=[\s.№])|контракт\p{L}{0,3}|contracts?|agreements?|соглашени\p{L}{1,2}|акт(?:а|у|ом|е|ы|ов)?|act|накладн\p{L}{1,3}|упд)|(?<request>заявк\p{L}{0,3}|requests?|orders?))(?!\p{L})/giu
/** How far before a number the word may be: «по договору купли-продажи цифровых активов № 7». */
const reach = 80
const most = 5

/**
 * Numbers that a purpose may mean. A short number is one of a request of the year of the payment, or of the year before,
 * unless it is said to be that of an invoice or a contract: those have numbers of their own.
 */
export function mentionedNumbers(purpose: string, bookedOn: string): Mentioned[] {
  const named = new Map<string, Mentioned>()
  const add = (mentioned: Mentioned) => {
    const key = `${mentioned.of} ${mentioned.number}`
    if (!named.has(key)) named.set(key, mentioned)
  }
  const addRequest = (year: number, digits: string, isFull: boolean) =>
    add({ of: 'request', number: `PR-${numberOf(year, digits)}`, isFull })
  for (const [, year, digits = ''] of first(purpose, fullNumber)) addRequest(Number(year), digits, true)
  let rest = purpose.replaceAll(fullNumber, ' ')
  for (const { index, 1: year, 2: joined, 3: apart } of first(rest, numberWithYear)) {
    const digits = joined ?? apart ?? ''
    const subject = subjectBefore(rest, index)
    if (subject === 'request') addRequest(Number(year), digits, true)
    // Without a word before it, `2026-01` is a month.
    else if (subject === 'invoice' || (subject === undefined && digits.length >= 3))
      add({ of: 'invoice', number: numberOf(Number(year), digits), issuedOn: null })
  }
  rest = rest.replaceAll(numberWithYear, blank)
  for (const { index, 1: digits = '', 2: day = '', 3: month = '', 4: given = '' } of first(
    rest,
    numberOfDay,
  )) {
    if (subjectBefore(rest, index) !== 'invoice') continue
    const year = given.padStart(4, '20')
    const issuedOn = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    add({ of: 'invoice', number: numberOf(Number(year), digits), issuedOn })
  }
  const year = Number(bookedOn.slice(0, 4))
  for (const { index, 0: text, 1: digits = '' } of first(rest, shortNumber)) {
    const subject = subjectBefore(rest, index + text.length - digits.length)
    if (subject === 'invoice' || subject === 'other') continue
    for (const one of [year, year - 1]) addRequest(one, digits, false)
  }
  return [...named.values()]
}

function first(text: string, form: RegExp): RegExpExecArray[] {
  return [...text.matchAll(form)].slice(0, most)
}

/** Other numbers keep their places. */
function blank(text: string): string {
  return ' '.repeat(text.length)
}

/** What the nearest word before a place says that a number is of. */
function subjectBefore(text: string, at: number): 'invoice' | 'other' | 'request' | undefined {
  const last = [...text.slice(Math.max(0, at - reach), at).matchAll(subjects)].at(-1)
  if (!last?.groups) return undefined
  if (last.groups.invoice) return 'invoice'
  return last.groups.other ? 'other' : 'request'
}

/** As requests and invoices are numbered: 2026-000123. */
function numberOf(year: number, digits: string): string {
  return `${year}-${String(Number(digits.replaceAll(/\s/g, ''))).padStart(6, '0')}`
}
