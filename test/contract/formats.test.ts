import { expect, test } from 'vitest'
import { formats } from '../../contract/api/formats.ts'
import { fc, runs } from '../support/cases/properties.ts'

test('an e-mail address has a name, one @, and a domain with a dot inside', () => {
  const readable = /^[^@\s]+@[^@\s]+\.[^@\s]+$/
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '@', '.', ' '), maxLength: 12 }), (text) => {
      expect(formats.email(text)).toBe(readable.test(text))
    }),
    { numRuns: runs(1_000) },
  )
})

test('a long text that is no e-mail address is refused at once', () => {
  // An expression that goes back over the dots would take hours.
  expect(formats.email(`a@${'.'.repeat(1_000_000)} `)).toBe(false)
})
