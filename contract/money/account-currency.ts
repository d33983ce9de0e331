/** Currencies by their code in an account number: ISO 4217, and 810, which Russian accounts kept for the rouble. */
const byCode: Readonly<Record<string, string>> = {
  '036': 'AUD',
  '048': 'BHD',
  '051': 'AMD',
  '124': 'CAD',
  '156': 'CNY',
  '203': 'CZK',
  '208': 'DKK',
  '344': 'HKD',
  '348': 'HUF',
  '356': 'INR',
  '360': 'IDR',
  '364': 'IRR',
  '376': 'ILS',
  '392': 'JPY',
  '398': 'KZT',
  '410': 'KRW',
  '414': 'KWD',
  '417': 'KGS',
  '458': 'MYR',
  '484': 'MXN',
  '496': 'MNT',
  '498': 'MDL',
  '512': 'OMR',
  '554': 'NZD',
  '578': 'NOK',
  '634': 'QAR',
  '643': 'RUB',
  '682': 'SAR',
  '702': 'SGD',
  '704': 'VND',
  '710': 'ZAR',
  '752': 'SEK',
  '756': 'CHF',
  '764': 'THB',
  '784': 'AED',
  '810': 'RUB',
  '818': 'EGP',
  '826': 'GBP',
  '840': 'USD',
  '860': 'UZS',
  '933': 'BYN',
  '934': 'TMT',
  '941': 'RSD',
  '944': 'AZN',
  '946': 'RON',
  '949': 'TRY',
  '972': 'TJS',
  '978': 'EUR',
  '980': 'UAH',
  '981': 'GEL',
  '985': 'PLN',
  '986': 'BRL',
}

/** The currency of a Russian account: its sixth to eighth digit. Undefined if the code is not known. */
export function currencyOfAccount(account: string): string | undefined {
  return byCode[account.slice(5, 8)]
}

/** What the number says of an account with a bank in Russia. Numbers of other banks say nothing, also those of 20 digits. */
export function currencyByNumber({
  bik,
  settlement_account: number,
}: {
  bik?: unknown
  settlement_account?: unknown
}): string | undefined {
  const isRussian = typeof bik === 'string' && typeof number === 'string' && /^\d{20}$/.test(number)
  return isRussian ? currencyOfAccount(number) : undefined
}
