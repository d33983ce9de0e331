export interface SampleRate {
  code: string
  nominal?: number
  value: string
}

export const sampleRates: readonly SampleRate[] = [
  { code: 'USD', value: '78,2267' },
  { code: 'CNY', value: '11,2359' },
  { code: 'JPY', nominal: 100, value: '50,3432' },
  { code: 'XDR', value: '106,4321' },
]

/** The daily file of the Bank of Russia, as https://www.cbr.ru/scripts/XML_daily.asp has it. */
export function dailyFile(day: string, rates: readonly SampleRate[] = sampleRates): string {
  const date = day.split('-').reverse().join('.')
  const valutes = rates.map(
    ({ code, nominal = 1, value }, index) =>
      `<Valute ID="R0${1000 + index}"><NumCode>${100 + index}</NumCode><CharCode>${code}</CharCode><Nominal>${nominal}</Nominal><Name>Валюта «${code}»</Name><Value>${value}</Value><VunitRate>${value}</VunitRate></Valute>`,
  )
  return `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${date}" name="Foreign Currency Market">${valutes.join('')}</ValCurs>`
}

/** In windows-1251, of which these samples have ASCII and Russian letters. */
export function inWindows1251(text: string): Buffer {
  const special = new Map([
    ['«', 0xab],
    ['»', 0xbb],
    ['Ё', 0xa8],
    ['ё', 0xb8],
  ])
  return Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0)
      if (code < 0x80) return code
      return special.get(letter) ?? code - 0x410 + 0xc0
    }),
  )
}
