import { describe, expect, test } from 'vitest'
import {
  accountFormatFault,
  bikFault,
  companyInnFault,
  completeInn,
  completeOgrn,
  correspondentAccountFault,
  foreignInnFault,
  innFault,
  kppFault,
  kppOfInnFault,
  leiFault,
  ogrnFault,
  ogrnOfInnFault,
  personInnFault,
  settlementAccountFault,
  typeOfInn,
} from '../../contract/values/identifiers.ts'
import { fc } from '../support/cases/properties.ts'

const companyInns = ['7707083893', '7736050003', '7736207543']
const personInns = ['500100732259', '422373249076']
const companyOgrns = ['1027700132195', '1027700229193', '1022200525819']
const traderOgrns = ['304500116000157', '325420500122717', '321861700091274']

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))

const anyInn = fc
  .oneof(digits(9), digits(10))
  .map(completeInn)
  .filter((inn) => !/^0+$/.test(inn))
const anyOgrn = fc
  .oneof(fc.tuple(fc.constantFrom('1', '5'), digits(11)), fc.tuple(fc.constant('3'), digits(13)))
  .map(([first, rest]) => completeOgrn(first + rest))

/** Every text that differs from the number in exactly one digit. */
function singleDigitChanges(number: string): string[] {
  return [...number].flatMap((digit, at) =>
    [...'0123456789']
      .filter((other) => other !== digit)
      .map((other) => number.slice(0, at) + other + number.slice(at + 1)),
  )
}

describe('INN', () => {
  test.each([...companyInns, ...personInns])('%s is valid, and no single wrong digit is accepted', (inn) => {
    expect(innFault(inn)).toBeNull()
    expect(singleDigitChanges(inn).filter((changed) => innFault(changed) === null)).toEqual([])
  })

  test('generated from any digits it is valid, and a wrong check digit is never accepted', () => {
    fc.assert(
      fc.property(anyInn, fc.integer({ min: 1, max: 9 }), (inn, by) => {
        expect(innFault(inn)).toBeNull()
        const wrong = inn.slice(0, -1) + ((Number(inn.at(-1)) + by) % 10)
        expect(innFault(wrong)).toBe('inn_check_digit')
      }),
    )
  })

  // A remainder of 10 is written as 0, so two numbers whose check digit is 0 may differ in one digit: that is
  // the limit of the rule itself. Of every other number each single wrong digit is caught.
  test('no single wrong digit is accepted if the check digit distinguishes all remainders', () => {
    const told = anyInn.filter((inn) => inn[inn.length === 10 ? 9 : 10] !== '0')
    fc.assert(
      fc.property(told, (inn) => {
        expect(singleDigitChanges(inn).filter((changed) => innFault(changed) === null)).toEqual([])
      }),
    )
  })

  test.each(['', '770708389', '77070838931', '7707083893 ', '770708389a', '٧٧٠٧٠٨٣٨٩٣', '7707083893\n'])(
    'everything but 10 or 12 digits is refused: %j',
    (text) => {
      expect(innFault(text)).toBe('inn_length')
    },
  )

  test('all zeros are refused although their checksum is valid', () => {
    expect(innFault('0000000000')).not.toBeNull()
    expect(innFault('000000000000')).not.toBeNull()
  })

  test('a person has 12 digits', () => {
    expect(personInns.map(personInnFault)).toEqual([null, null])
    expect(personInnFault('7707083893')).toBe('person_inn_length')
    expect(personInnFault('500100732258')).toBe('inn_check_digit')
  })

  test('its length determines the type', () => {
    expect([typeOfInn('7707083893'), typeOfInn('500100732259')]).toEqual(['legal', 'individual'])
  })
})

describe('OGRN', () => {
  test.each([...companyOgrns, ...traderOgrns])(
    '%s is valid, and no single wrong digit is accepted',
    (ogrn) => {
      expect(ogrnFault(ogrn)).toBeNull()
      expect(singleDigitChanges(ogrn).filter((changed) => ogrnFault(changed) === null)).toEqual([])
    },
  )

  test('generated from any digits it is valid, and a wrong check digit is never accepted', () => {
    fc.assert(
      fc.property(anyOgrn, fc.integer({ min: 1, max: 9 }), (ogrn, by) => {
        expect(ogrnFault(ogrn)).toBeNull()
        const wrong = ogrn.slice(0, -1) + ((Number(ogrn.at(-1)) + by) % 10)
        expect(ogrnFault(wrong)).toBe('ogrn_check_digit')
      }),
    )
  })

  // Modulo 11 the remainders 0 and 10 share a digit; modulo 13 also 1 and 11, 2 and 12.
  test('no single wrong digit is accepted if the check digit distinguishes all remainders', () => {
    const told = anyOgrn.filter((ogrn) => Number(ogrn.at(-1)) > (ogrn.length === 13 ? 0 : 2))
    fc.assert(
      fc.property(told, (ogrn) => {
        expect(singleDigitChanges(ogrn).filter((changed) => ogrnFault(changed) === null)).toEqual([])
      }),
    )
  })

  test.each([
    ['102770013219', 'ogrn_length'],
    ['10277001321955', 'ogrn_length'],
    [completeOgrn('202770013219'), 'company_ogrn_start'],
    [completeOgrn('10450011600015'), 'sole_trader_ogrn_start'],
  ])('%s: %s', (ogrn, fault) => {
    expect(ogrnFault(ogrn)).toBe(fault)
  })

  test('it must match the type of the INN', () => {
    expect(ogrnOfInnFault('1027700132195', '7707083893')).toBeNull()
    expect(ogrnOfInnFault('304500116000157', '500100732259')).toBeNull()
    expect(ogrnOfInnFault('304500116000157', '7707083893')).toBe('company_ogrn_length')
    expect(ogrnOfInnFault('1027700132195', '500100732259')).toBe('sole_trader_ogrn_length')
  })
})

describe('KPP', () => {
  test.each(['773601001', '540602001', '7736AB001'])('%s is valid', (kpp) => {
    expect(kppFault(kpp)).toBeNull()
  })
  test.each(['77360100', '7736010011', '7736ab001', '77360100A', 'АБ3601001', ''])('%j is refused', (kpp) => {
    expect(kppFault(kpp)).not.toBeNull()
  })
  test('only companies have one', () => {
    expect(kppOfInnFault('7707083893')).toBeNull()
    expect(kppOfInnFault('500100732259')).toBe('kpp_of_sole_trader')
  })
})

describe('bank details', () => {
  test('a BIK has 9 digits and starts with 0, 1 or 2', () => {
    expect(['044525225', '044525593', '017003983'].map(bikFault)).toEqual([null, null, null])
    expect(['344525225', '04452522', '0445252255', ''].map(bikFault)).not.toContain(null)
  })

  test('an account has 20 digits', () => {
    expect(accountFormatFault('40702810738060051258')).toBeNull()
    expect(
      ['4070281073806005125', '407028107380600512588', '4070281073806005125x'].map(accountFormatFault),
    ).not.toContain(null)
  })

  test.each([
    ['40702810738060051258', '044525225'],
    ['40702810101300049173', '044525593'],
  ])('settlement account %s matches %s, and no single wrong digit is accepted', (account, bik) => {
    expect(settlementAccountFault(account, bik)).toBeNull()
    const passing = singleDigitChanges(account).filter(
      (changed) => settlementAccountFault(changed, bik) === null,
    )
    // A first digit 0 followed by 3 would be a treasury account; none of the examples turns into one.
    expect(passing).toEqual([])
  })

  test('a settlement account does not match another bank', () => {
    expect(settlementAccountFault('40702810738060051258', '044525593')).not.toBeNull()
  })

  test.each([
    ['30101810400000000225', '044525225'],
    ['40102810445370000059', '017003983'],
  ])('correspondent account %s matches %s', (account, bik) => {
    expect(correspondentAccountFault(account, bik)).toBeNull()
    expect(
      singleDigitChanges(account).filter((changed) => correspondentAccountFault(changed, bik) === null),
    ).toEqual([])
  })

  test('a 301 account ends in the last digits of its BIK', () => {
    expect(correspondentAccountFault('30101810400000000225', '044525593')).toBe('account_bik_mismatch')
  })

  test('a settlement account instead of the correspondent account is detected', () => {
    expect(correspondentAccountFault('40702810738060051258', '044525225')).not.toBeNull()
  })

  test('an account with the central bank is checked with the branch, in either place', () => {
    expect(settlementAccountFault('40102810445370000059', '017003983')).toBeNull()
    // 40503810…: an account held at a branch of the central bank itself (BIK ending in 001).
    const bik = '044501001'
    const account = '40503810000000000018'
    expect(settlementAccountFault(account, bik)).toBe(correspondentAccountFault(account, bik))
  })

  test('a treasury account has no check digit', () => {
    expect(settlementAccountFault('03100643000000018500', '017003983')).toBeNull()
    expect(settlementAccountFault('03100643000000018501', '017003983')).toBeNull()
  })
})

describe('LEI and INN of foreign companies', () => {
  const leis = ['253400V1H6ART1UQ0N98', '5493001KJTIIGC8Y1R12']

  test.each(leis)('%s is valid, and no single digit of it can be another', (lei) => {
    expect(leiFault(lei)).toBeNull()
    const changed = [...lei].flatMap((sign, at) =>
      /\d/.test(sign)
        ? [...'0123456789']
            .filter((other) => other !== sign)
            .map((other) => lei.slice(0, at) + other + lei.slice(at + 1))
        : [],
    )
    for (const other of changed) expect(leiFault(other)).toBe('lei_check_digit')
  })

  test.each(['', leis[0]?.toLowerCase() ?? '', `${leis[0]}0`, '253400V1H6ART1UQ0N9A'])(
    '%j is no LEI',
    (text) => {
      expect(leiFault(text)).toBe('lei_format')
    },
  )

  test('the INN of a foreign company starts with 9909', () => {
    expect(foreignInnFault(completeInn('990912345'))).toBeNull()
    expect(foreignInnFault('9909123450')).toBe('inn_check_digit')
    expect(foreignInnFault('7707083893')).toBe('foreign_inn_start')
    expect(foreignInnFault('990912345678')).toBe('foreign_inn_start')
    expect(companyInnFault('7707083893')).toBeNull()
    expect(companyInnFault('500100732259')).toBe('company_inn_length')
  })
})
