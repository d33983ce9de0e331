import { afterAll, describe, expect, test } from 'vitest'
import { isCommonPassword } from '../../server/features/administrators/passwords/common-passwords.ts'
import { createPasswordHasher } from '../../server/features/administrators/passwords/password-hasher.ts'
import { thorough } from '../support/cases/thorough.ts'

describe('common passwords', () => {
  test.each([
    'password1234',
    'Password123!',
    'P@ssw0rd2024!',
    'passwordpassword',
    'qwerty123456',
    'qwertyuiop12',
    '1q2w3e4r5t6y',
    'йцукенгшщзхъ',
    'пароль123456',
    'gfhjkm123456',
    'ghbdtn123456',
    'Наташа123456',
    'abcdefghijkl',
    'lkjihgfedcba',
    'aaaaaaaaaaaa',
    'abababababab',
    '123456789012',
    '847201938475',
    'iloveyou2026',
    'correcthorsebatterystaple',
    'Football-2026',
  ])('%s is rejected', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test.each([
    'correct horse battery staple',
    'Vq7-olive-Ladder',
    'синий чайник едет домой',
    'x9$kLm2#pQr7',
    'dragon coffee winter guitar',
    'nJ3kf0aLwq8sZx',
  ])('%s is accepted', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  test('the name of the account with digits or punctuation is rejected', () => {
    expect(isCommonPassword('vasilisa-2026!', ['vasilisa'])).toBe(true)
    expect(isCommonPassword('vasilisa-2026!')).toBe(false)
  })
})

describe('hashing', () => {
  const hasher = createPasswordHasher({ queued: 2 })
  afterAll(() => hasher.close())

  test('a hash verifies only its password, and contains its parameters', async () => {
    const hash = await hasher.hash('синий чайник едет домой')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.verify(hash, 'синий чайник едет домой')).toBe(true)
    expect(await hasher.verify(hash, 'синий чайник едет домой ')).toBe(false)
  })

  test('composed and decomposed letters are the same password', async () => {
    const hash = await hasher.hash('йод и ёлка 2026')
    expect(await hasher.verify(hash, 'йод и ёлка 2026'.normalize('NFD'))).toBe(true)
  })

  test('without an account no password matches', async () => {
    expect(await hasher.verify(undefined, 'whatever it is')).toBe(false)
  })

  thorough.test('a hash with other parameters is outdated', async () => {
    const strong = createPasswordHasher({ settings: { memoryCost: 19_456, timeCost: 3, parallelism: 1 } })
    const hash = await strong.hash('correct horse battery staple')
    expect(hasher.isStale(hash)).toBe(true)
    expect(strong.isStale(hash)).toBe(false)
    expect(await hasher.verify(hash, 'correct horse battery staple')).toBe(true)
    await strong.close()
  })

  test('passwords beyond the queue are refused at once, and the others are processed', async () => {
    await hasher.verify(undefined, 'warms the stand-in')
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => hasher.hash('one of a crowd')))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    // Two are being hashed, two wait.
    expect(refused).toHaveLength(4)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ kind: 'limited', code: 'too_many_sign_ins' })
  })

  thorough.test(
    'a sign-in that is refused before the dummy hash exists does not affect later ones',
    async () => {
      const crowded = createPasswordHasher({ threads: 1, queued: 1 })
      const others = [crowded.hash('one of a crowd'), crowded.hash('one of a crowd')]
      await expect(crowded.verify(undefined, 'too early')).rejects.toMatchObject({
        code: 'too_many_sign_ins',
      })
      await Promise.all(others)
      expect(await crowded.verify(undefined, 'later')).toBe(false)
      await crowded.close()
    },
  )

  test('a stored text that is not a hash never matches', async () => {
    expect(await hasher.verify('plain', 'plain')).toBe(false)
    expect(await hasher.verify('!', '!')).toBe(false)
  })

  test('a malformed hash is an error, and the threads keep running', async () => {
    await expect(hasher.verify('$argon2id$broken', 'plain')).rejects.toThrow('Password hashing failed')
    expect(await hasher.verify(undefined, 'still here')).toBe(false)
  })

  test('closing refuses waiting passwords', async () => {
    const closing = createPasswordHasher({ threads: 1 })
    const waiting = Promise.allSettled([closing.hash('first in line'), closing.hash('second in line')])
    await closing.close()
    for (const outcome of await waiting) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'shutting_down' } })
    }
  })
})
