import { completeInn, completeOgrn } from '../../../../contract/values/identifiers.ts'
import type { Party } from '../model/party.ts'
import * as parts from './name-parts.ts'

/** A small pseudo-random number generator (splitmix32): the same seed gives the same register. */
function createRandom(seed: number) {
  let state = seed | 0
  function next(): number {
    state = (state + 0x9e3779b9) | 0
    let z = state ^ (state >>> 16)
    z = Math.imul(z, 0x21f0aaad)
    z ^= z >>> 15
    z = Math.imul(z, 0x735a2d97)
    return ((z ^ (z >>> 15)) >>> 0) / 4_294_967_296
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    chance: (probability: number) => next() < probability,
    /** Picks earlier values more often, similar to the words of a real register. */
    pick<T>(values: readonly T[]): T {
      return values[Math.floor(next() ** 2 * values.length)] as T
    },
  }
}

type Random = ReturnType<typeof createRandom>

/**
 * Invented companies and sole traders, with valid checksums and a vocabulary like that of real registers. Any resemblance
 * to real ones is accidental.
 */
export function* generateParties(count: number, seed: number): Generator<Party> {
  for (let i = 0; i < count; i++) yield generateParty(i, createRandom(Math.imul(seed, 0x9e3779b1) ^ i))
}

function generateParty(index: number, random: Random): Party {
  const isCompany = random.chance(0.45)
  const [region, regionName, city] = random.pick(parts.regions)
  // The index makes every INN and OGRN unique: its last five digits are the number, the others are in the inspection.
  const number = String(index % 100_000).padStart(5, '0')
  const inspection = region + String(Math.floor(index / 100_000) % 100).padStart(2, '0')
  const year = random.below(24)
  const inn = isCompany
    ? completeInn(inspection + number)
    : completeInn(`${inspection}${number}${random.below(10)}`)
  const serial = String(index % 100_000_000)
  const ogrn = isCompany
    ? completeOgrn(`1${pad(year)}${region}${serial.padStart(7, '0').slice(-7)}`)
    : completeOgrn(`3${pad(year)}${region}${serial.padStart(9, '0')}`)
  const registered = `20${pad(year)}-${pad(1 + random.below(12))}-${pad(1 + random.below(28))}`
  const status = random.chance(0.75)
    ? 'active'
    : random.pick(['liquidated', 'liquidated', 'liquidating', 'bankrupt', 'reorganizing'] as const)
  return {
    inn,
    ogrn,
    kpp: isCompany && random.chance(0.9) ? `${inspection}01001` : null,
    type: isCompany ? 'legal' : 'individual',
    ...(isCompany ? companyName(random) : traderName(random)),
    status,
    registration_date: registered,
    liquidation_date:
      status === 'liquidated' ? `2024-${pad(1 + random.below(12))}-${pad(1 + random.below(28))}` : null,
    address: `${regionName}${city === regionName ? '' : `, ${city}`}, ул ${random.pick(parts.streets)}, д ${1 + random.below(200)}`,
    region_code: region,
    okved_main: random.pick(parts.okveds),
    sme_category: random.chance(0.8) ? random.pick(['micro', 'small', 'medium'] as const) : null,
    source: 'file',
    actual_on: '2026-01-10',
  }
}

function companyName(random: Random): Pick<Party, 'full_name' | 'short_name' | 'director_name'> {
  const [form, abbreviation] = random.pick(parts.legalForms)
  const core = coreName(random)
  const name = random.chance(0.15) ? `${random.pick(parts.descriptions)} ${core}` : core
  return {
    full_name: `${form} "${name}"`,
    short_name: `${abbreviation} "${core}"`,
    director_name: random.chance(0.9) ? personName(random) : null,
  }
}

function coreName(random: Random): string {
  const stem = () => random.pick(parts.stems)
  const kind = random.below(10)
  const first = capital(stem())
  if (kind < 2) return first
  if (kind < 5) return `${first}${stem()}`
  if (kind < 7) return `${first}-${capital(random.pick(parts.secondWords))}`
  if (kind < 8) return `${first} ${capital(random.pick(parts.secondWords))}`
  if (kind < 9) return `${invented(random)} ${random.pick(parts.secondWords)}`
  return `${invented(random)}${random.chance(0.3) ? ` ${1 + random.below(99)}` : ''}`
}

/** A word that is in no list, so that the vocabulary grows with the register, as that of a real one does. */
function invented(random: Random): string {
  const consonants = 'бвгдзклмнпрстфхш'
  const vowels = 'аоуеиыэюя'
  let word = ''
  for (let syllable = 2 + random.below(3); syllable > 0; syllable--) {
    word += `${consonants[random.below(consonants.length)]}${vowels[random.below(vowels.length)]}`
  }
  return capital(random.chance(0.5) ? word + random.pick(parts.stems) : word)
}

function traderName(random: Random): Pick<Party, 'full_name' | 'short_name' | 'director_name'> {
  const person = personName(random)
  return {
    full_name: `Индивидуальный предприниматель ${person}`,
    short_name: `ИП ${person}`,
    director_name: null,
  }
}

function personName(random: Random): string {
  const surname = random.chance(0.2) ? `${invented(random)}ов` : random.pick(parts.surnames)
  const [father, daughter, son] = random.pick(parts.firstNames)
  if (random.chance(0.4)) return `${surname}а ${random.pick(parts.womensNames)} ${daughter}`
  return `${surname} ${random.chance(0.5) ? father : random.pick(parts.firstNames)[0]} ${son}`
}

function capital(word: string): string {
  return word[0]?.toUpperCase() + word.slice(1)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
