/** ISO 3166-1 alpha-2 by the names in which lists write countries, in English and Russian. */
const byName = new Map<string, string>()

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const russian = new Intl.DisplayNames('ru', { type: 'region', fallback: 'none' })
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const notCountries = new Set([
  'EU',
  'EZ',
  'UN',
  'XA',
  'XB',
  'ZZ',
  'QO',
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'IC',
  'TA',
])

for (const first of letters) {
  for (const second of letters) {
    const code = first + second
    // A code that is no longer used (YU) has the name of its successor.
    if (notCountries.has(code) || new Intl.Locale(`und-${code}`).region !== code) continue
    for (const name of [english.of(code), russian.of(code)]) {
      if (name !== undefined) byName.set(fold(name), code.toLowerCase())
    }
  }
}

// Names that lists use and the tables of the runtime do not have, or write differently.
const otherNames: Record<string, string> = {
  af: 'islamic republic of afghanistan',
  ba: 'bosnia herzegovina|bosnia and herzegovina',
  bo: 'bolivia plurinational state of',
  by: 'republic of belarus|республика беларусь|белоруссия',
  cd: 'congo democratic republic of the|democratic republic of the congo|congo kinshasa|drc',
  cf: 'central african republic',
  cg: 'congo republic of the|republic of the congo|congo brazzaville|congo',
  ci: 'cote d ivoire|ivory coast',
  cz: 'czech republic|czechia',
  gb: 'united kingdom of great britain and northern ireland|great britain|england|scotland|uk',
  gm: 'the gambia|gambia the',
  hk: 'hong kong',
  ir: 'iran islamic republic of|islamic republic of iran',
  kp: 'korea north|north korea|democratic people s republic of korea|dprk|кндр',
  kr: 'korea south|south korea|republic of korea',
  la: 'laos|lao people s democratic republic',
  ly: 'libya|libyan arab jamahiriya',
  md: 'moldova republic of|republic of moldova',
  mk: 'macedonia the former yugoslav republic of|macedonia|the republic of north macedonia',
  mm: 'burma|myanmar',
  mo: 'macau|macao',
  ps: 'palestinian|palestinian territories|west bank|region gaza|gaza|state of palestine',
  ru: 'russian federation|russia|рф|российская федерация|ussr|soviet union',
  sy: 'syrian arab republic',
  tr: 'turkey|turkiye',
  tw: 'taiwan|taiwan province of china',
  tz: 'united republic of tanzania',
  us: 'united states of america|usa|сша',
  vc: 'saint vincent and the grenadines|st vincent and the grenadines',
  ve: 'venezuela bolivarian republic of',
  vg: 'virgin islands british|british virgin islands',
  vi: 'virgin islands u s',
  vn: 'viet nam',
}
for (const [code, names] of Object.entries(otherNames)) {
  for (const name of names.split('|')) byName.set(fold(name), code)
}

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
}

/** The code of a country given as a code or by name. Undefined for what is no country. */
export function countryCode(text: string): string | undefined {
  const folded = fold(text)
  if (/^[a-z]{2}$/.test(folded)) return english.of(folded.toUpperCase()) === undefined ? undefined : folded
  return byName.get(folded)
}

export function countryCodes(texts: Iterable<string>): string[] {
  return [...texts].map(countryCode).filter((code) => code !== undefined)
}
