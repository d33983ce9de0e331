import { describe, expect, test } from 'vitest'
import {
  checkRefreshToken,
  generateRefreshToken,
  hashRefreshToken,
  openSuccessor,
  type StoredToken,
  sealSuccessor,
} from '../../server/features/authentication/sessions/refresh-tokens.ts'
import {
  generateRecoveryCodes,
  hashRecoveryCode,
} from '../../server/features/authentication/sign-in/recovery-codes.ts'
import {
  acceptedStep,
  enrolmentUri,
  generateSeed,
  hotp,
  stepAt,
} from '../../server/features/authentication/sign-in/totp.ts'
import { fc } from '../support/cases/properties.ts'

describe('one-time codes', () => {
  const seed = Buffer.from('12345678901234567890')

  // RFC 4226, appendix D.
  const published = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  test.each([...published.entries()])('HOTP of counter %i is %s', (counter, code) => {
    expect(hotp(seed, counter)).toBe(code)
  })

  // RFC 6238, appendix B, the rows for SHA-1.
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('TOTP at %i s is %s', (seconds, code) => {
    expect(hotp(seed, stepAt(new Date(seconds * 1000)), 8)).toBe(code)
  })

  test('a code is accepted one step early and late, and no further', () => {
    const at = new Date(1_700_000_010_000)
    const step = stepAt(at)
    for (const [away, accepted] of [
      [-2, undefined],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, undefined],
    ] as const) {
      expect(acceptedStep(seed, hotp(seed, step + away), at, null)).toBe(accepted)
    }
  })

  test('an accepted time step and earlier ones are refused afterwards', () => {
    const at = new Date(1_700_000_010_000)
    const step = stepAt(at)
    expect(acceptedStep(seed, hotp(seed, step), at, step)).toBeUndefined()
    expect(acceptedStep(seed, hotp(seed, step - 1), at, step)).toBeUndefined()
    expect(acceptedStep(seed, hotp(seed, step + 1), at, step)).toBe(step + 1)
  })

  test('everything but six digits is refused', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 64 }).filter((text) => !/^\d{6}$/.test(text.replace(/\s/g, ''))),
        (text) => acceptedStep(seed, text, new Date(), null) === undefined,
      ),
    )
  })

  test('spaces in a code are ignored', () => {
    const at = new Date(1_700_000_010_000)
    const code = hotp(seed, stepAt(at))
    expect(acceptedStep(seed, `${code.slice(0, 3)} ${code.slice(3)}`, at, null)).toBe(stepAt(at))
  })

  test('the enrolment URI contains seed, account and issuer', () => {
    const uri = new URL(enrolmentUri(generateSeed(), 'Анна <a@b.example>'))
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri.searchParams.get('issuer')).toBe('Kontor')
    expect(decodeURIComponent(uri.pathname)).toContain('Kontor:Анна <a@b.example>')
  })
})

describe('recovery codes', () => {
  test('there are ten different ones, recognized however they are typed', () => {
    const codes = generateRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) {
      expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
      const sloppy = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
      expect(hashRecoveryCode(sloppy)).toEqual(hashRecoveryCode(code))
    }
  })

  test('a one-time code or other text is not a recovery code', () => {
    for (const text of ['123456', '', 'абвг-абвг-абвг-абвг', 'x'.repeat(17)]) {
      expect(hashRecoveryCode(text)).toBeUndefined()
    }
  })
})

describe('refresh tokens', () => {
  const at = new Date('2026-11-15T12:00:00Z')
  const fresh: StoredToken = { channel: 'body', rotated_at: null, successor_sealed: null }
  const ago = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  const sealed = Buffer.alloc(48)

  test.each<[string, Partial<StoredToken>, 'body' | 'cookie', string]>([
    ['a fresh one', {}, 'body', 'rotate'],
    ['one in the wrong channel', {}, 'cookie', 'refuse'],
    ['one rotated just now', { rotated_at: ago(0), successor_sealed: sealed }, 'body', 'repeat'],
    ['one rotated 59.999 s ago', { rotated_at: ago(59_999), successor_sealed: sealed }, 'body', 'repeat'],
    ['one rotated 60 s ago', { rotated_at: ago(60_000), successor_sealed: sealed }, 'body', 'revoke'],
    ['one whose successor was used', { rotated_at: ago(1) }, 'body', 'revoke'],
    ['a rotated one in the wrong channel', { rotated_at: ago(90_000) }, 'cookie', 'refuse'],
  ])('%s', (_case, token, channel, verdict) => {
    expect(checkRefreshToken({ ...fresh, ...token }, channel, at)).toBe(verdict)
  })

  test('a successor can be opened only with its predecessor', () => {
    const [predecessor, successor, other] = [
      generateRefreshToken(),
      generateRefreshToken(),
      generateRefreshToken(),
    ]
    const box = sealSuccessor(predecessor, successor)
    expect(openSuccessor(predecessor, box)).toBe(successor)
    expect(() => openSuccessor(other, box)).toThrow()
    expect(box.includes(Buffer.from(successor, 'base64url'))).toBe(false)
  })

  test('a changed successor cannot be opened', () => {
    const predecessor = generateRefreshToken()
    const box = sealSuccessor(predecessor, generateRefreshToken())
    fc.assert(
      fc.property(fc.nat(box.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
        const bent = Buffer.from(box)
        bent[index] = (bent[index] as number) ^ change
        expect(() => openSuccessor(predecessor, bent)).toThrow()
      }),
    )
  })

  test('a token has exactly 43 characters of base64url', () => {
    expect(hashRefreshToken(generateRefreshToken())).toHaveLength(32)
    for (const text of ['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}\0`, 'я'.repeat(43)]) {
      expect(hashRefreshToken(text)).toBeUndefined()
    }
  })
})
