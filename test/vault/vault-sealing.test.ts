import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyCache } from '../../server/platform/vault/key-cache.ts'
import {
  authenticatedData,
  formats,
  openRecord,
  type Place,
  sealedOverhead,
  sealedWith,
  sealRecord,
} from '../../server/platform/vault/sealing.ts'
import { parseSlotKey, slotIdOf } from '../../server/platform/vault/slot-key.ts'
import { anyCharacter, fc } from '../support/cases/properties.ts'

const key = randomBytes(32)
const text = fc.string({ unit: anyCharacter, maxLength: 20 })
const place: fc.Arbitrary<Place> = fc.record({
  organizationId: fc.option(text),
  table: text,
  record: text,
  field: text,
})
const version = fc.integer({ min: 1, max: 0xffffffff })
const format = fc.constantFrom(...Object.values(formats))

test('a sealed record can be opened only in its place and with its key version', () => {
  fc.assert(
    fc.property(
      place,
      version,
      format,
      fc.uint8Array({ maxLength: 300 }),
      (place, version, format, bytes) => {
        const plaintext = Buffer.from(bytes)
        const sealed = sealRecord(key, version, place, plaintext, format)
        expect(sealed).toHaveLength(plaintext.length + sealedOverhead)
        expect(sealedWith(sealed)).toEqual({ format, version })
        expect(openRecord(key, version, place, sealed)).toEqual(plaintext)
        expect(openRecord(key, (version % 0xffffffff) + 1, place, sealed)).toBeUndefined()
        expect(openRecord(randomBytes(32), version, place, sealed)).toBeUndefined()
      },
    ),
  )
})

test('a record with a changed bit or a shorter tag cannot be opened', () => {
  for (const format of Object.values(formats)) {
    const here: Place = { organizationId: 'a', table: 't', record: 'r', field: 'f' }
    const sealed = sealRecord(key, 1, here, Buffer.from('24 words'), format)
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(openRecord(key, sealedWith(changed)?.version ?? 1, here, changed)).toBeUndefined()
    }
    // Its format is part of what is sealed, also where the key is the same.
    for (const other of Object.values(formats)) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(other)
      expect(openRecord(key, 1, here, changed) === undefined).toBe(other !== format)
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(openRecord(key, 1, here, sealed.subarray(0, length))).toBeUndefined()
    }
  }
})

test('different places have different authenticated data', () => {
  fc.assert(
    fc.property(place, place, version, version, (one, other, v1, v2) => {
      const same = v1 === v2 && JSON.stringify(one) === JSON.stringify(other)
      expect(authenticatedData(one, v1).equals(authenticatedData(other, v2))).toBe(same)
    }),
  )
  const parts = { organizationId: null, table: 'ab', record: 'c', field: 'd' }
  for (const other of [
    { ...parts, organizationId: '' },
    { ...parts, table: 'a', record: 'bc' },
    { ...parts, record: '', field: 'cd' },
  ]) {
    expect(authenticatedData(other, 1).equals(authenticatedData(parts, 1))).toBe(false)
  }
})

test('a place that is not well-formed Unicode is refused', () => {
  const broken: Place = { organizationId: null, table: 't', record: '\ud800', field: 'f' }
  expect(() => authenticatedData(broken, 1)).toThrow(TypeError)
})

test('the cache drops the least recently used key and zeroes it', () => {
  const cache = createKeyCache(2)
  const keys = ['a', 'b', 'c'].map((id) => ({ id, key: randomBytes(32) }))
  for (const { id, key } of keys.slice(0, 2)) cache.put(id, key)
  const held = cache.get('a')
  cache.put('c', keys[2]?.key ?? key)

  expect(cache.get('b')).toBeUndefined()
  expect(cache.size()).toBe(2)
  expect(held).toEqual(keys[0]?.key)
  cache.clear()
  expect(cache.size()).toBe(0)
  expect(held).toEqual(keys[0]?.key)
})

test('a slot key is 64 hexadecimal digits, and its slot id does not depend on how they are written', () => {
  const digits = randomBytes(32).toString('hex')
  const parsed = parseSlotKey(Buffer.from(`${digits.toUpperCase()}\r\n`))
  expect(parsed?.toString('hex')).toBe(digits)
  expect(slotIdOf(parsed ?? key)).toBe(slotIdOf(Buffer.from(digits, 'hex')))
  for (const wrong of ['', digits.slice(1), `${digits}0`, `${digits.slice(1)}g`, 'пароль']) {
    expect(parseSlotKey(Buffer.from(wrong))).toBeUndefined()
  }
})
