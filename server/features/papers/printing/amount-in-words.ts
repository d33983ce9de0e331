import type { PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'

/** The names of one, two to four, and five: рубль, рубля, рублей. */
type RussianForms = readonly [one: string, few: string, many: string]
type EnglishForms = readonly [one: string, many: string]
interface CurrencyNames {
  ru: { major: RussianForms; minor: RussianForms; isFeminine?: true }
  en: { major: EnglishForms; minor: EnglishForms }
}

const cents: RussianForms = ['цент', 'цента', 'центов']

/** Currencies with names of their own. Others are named by their code. */
const currencies: Record<string, CurrencyNames> = {
  RUB: {
    ru: { major: ['рубль', 'рубля', 'рублей'], minor: ['копейка', 'копейки', 'копеек'] },
    en: { major: ['rouble', 'roubles'], minor: ['kopeck', 'kopecks'] },
  },
  USD: {
    ru: { major: ['доллар США', 'доллара США', 'долларов США'], minor: cents },
    en: { major: ['US dollar', 'US dollars'], minor: ['cent', 'cents'] },
  },
  EUR: {
    ru: { major: ['евро', 'евро', 'евро'], minor: cents },
    en: { major: ['euro', 'euros'], minor: ['cent', 'cents'] },
  },
  CNY: {
    ru: { major: ['юань', 'юаня', 'юаней'], minor: ['фэнь', 'фэня', 'фэней'] },
    en: { major: ['yuan', 'yuan'], minor: ['fen', 'fen'] },
  },
  AED: {
    ru: {
      major: ['дирхам ОАЭ', 'дирхама ОАЭ', 'дирхамов ОАЭ'],
      minor: ['филс', 'филса', 'филсов'],
    },
    en: { major: ['UAE dirham', 'UAE dirhams'], minor: ['fils', 'fils'] },
  },
  TRY: {
    ru: {
      major: ['турецкая лира', 'турецкие лиры', 'турецких лир'],
      minor: ['куруш', 'куруша', 'курушей'],
      isFeminine: true,
    },
    en: { major: ['Turkish lira', 'Turkish lira'], minor: ['kurus', 'kurus'] },
  },
}

/** As on invoices: the whole part in words with a capital letter, the hundredths as two digits. */
export function amountInWords(amount: string, currency: string, language: PaperLanguage): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const hundredths = fraction.padEnd(2, '0').slice(0, 2)
  const names = currencies[currency]
  const words = language === 'ru' ? russianNumber(whole, names?.ru.isFeminine) : englishNumber(whole)
  const capital = words.charAt(0).toUpperCase() + words.slice(1)
  if (!names) return `${capital} ${currency} ${hundredths}/100`
  const [major, minor] =
    language === 'ru'
      ? [russianForm(whole, names.ru.major), russianForm(hundredths, names.ru.minor)]
      : [englishForm(whole, names.en.major), englishForm(hundredths, names.en.minor)]
  return `${capital} ${major} ${hundredths} ${minor}`
}

/** The form of a noun after a number: 21 рубль, 22 рубля, 11 рублей. */
export function russianForm(digits: string, [one, few, many]: RussianForms): string {
  const lastTwo = Number(digits.slice(-2))
  const last = lastTwo % 10
  if (lastTwo >= 11 && lastTwo <= 14) return many
  if (last === 1) return one
  return last >= 2 && last <= 4 ? few : many
}

function englishForm(digits: string, [one, many]: EnglishForms): string {
  return BigInt(digits) === 1n ? one : many
}

const ruOnes = ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']
const ruTeens = [
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
]
const ruTens = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
]
const ruHundreds = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
]
/** Thousands are feminine: одна тысяча, две тысячи. */
const ruScales: readonly RussianForms[] = [
  ['тысяча', 'тысячи', 'тысяч'],
  ['миллион', 'миллиона', 'миллионов'],
  ['миллиард', 'миллиарда', 'миллиардов'],
  ['триллион', 'триллиона', 'триллионов'],
  ['квадриллион', 'квадриллиона', 'квадриллионов'],
]

function russianNumber(digits: string, isFeminine = false): string {
  const words = groupsOf(digits).flatMap(({ group, scale }) => {
    if (Number(group) === 0) return []
    const forms = ruScales[scale - 1]
    const spoken = russianGroup(group, scale === 1 || (scale === 0 && isFeminine))
    return forms ? [...spoken, russianForm(group, forms)] : spoken
  })
  return words.join(' ') || 'ноль'
}

function russianGroup(group: string, isFeminine: boolean): string[] {
  const [hundreds, tens, ones] = [...group].map(Number) as [number, number, number]
  const one = isFeminine && ones === 1 ? 'одна' : isFeminine && ones === 2 ? 'две' : ruOnes[ones]
  const rest = tens === 1 ? [ruTeens[ones]] : [ruTens[tens], one]
  return spoken([ruHundreds[hundreds], ...rest])
}

const enOnes = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const enTeens = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const enTens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const enScales = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion']

function englishNumber(digits: string): string {
  const words = groupsOf(digits).flatMap(({ group, scale }) =>
    Number(group) === 0 ? [] : spoken([...englishGroup(group), enScales[scale]]),
  )
  return words.join(' ') || 'zero'
}

function englishGroup(group: string): string[] {
  const [hundreds, tens, ones] = [...group].map(Number) as [number, number, number]
  const underHundred = tens === 1 ? enTeens[ones] : spoken([enTens[tens], enOnes[ones]]).join('-')
  return spoken([hundreds > 0 ? `${enOnes[hundreds]} hundred` : '', underHundred])
}

/** Groups of three digits, the highest first. */
function groupsOf(digits: string): { group: string; scale: number }[] {
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const groups = padded.match(/\d{3}/g) ?? []
  if (groups.length > enScales.length) throw new RangeError('The amount has too many digits.')
  return groups.map((group, index) => ({ group, scale: groups.length - 1 - index }))
}

function spoken(words: (string | undefined)[]): string[] {
  return words.filter((word): word is string => Boolean(word))
}
