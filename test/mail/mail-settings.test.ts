import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

const publicUrl = { KONTOR_PUBLIC_URL: 'https://desk.example.com' }

test('the mail server is read from one URL, with a sender of the public name', () => {
  expect(readConfig({}).mail).toBeNull()
  expect(readConfig({ ...publicUrl, KONTOR_SMTP_URL: 'smtp://us%40er:p%2Fw@mail.example.com' }).mail).toEqual(
    {
      host: 'mail.example.com',
      port: 587,
      secure: false,
      auth: { user: 'us@er', pass: 'p/w' },
      from: { name: 'Kontor', address: 'kontor@desk.example.com' },
    },
  )
  expect(readConfig({ ...publicUrl, KONTOR_SMTP_URL: 'smtps://[::1]' }).mail).toMatchObject({
    host: '::1',
    port: 465,
    secure: true,
    auth: null,
  })
  const from = 'Казначейство <desk@example.com>'
  const config = readConfig({ ...publicUrl, KONTOR_SMTP_URL: 'smtp://mail:25', KONTOR_MAIL_FROM: from })
  expect(config.mail?.from).toEqual({ name: 'Казначейство', address: 'desk@example.com' })
})

test.each([
  'mail.example.com',
  'http://mail.example.com',
  'smtp://user@mail.example.com',
  'smtp://mail.example.com/path',
  'smtp://mail.example.com?x=1',
  'smtp://user:secret%@mail.example.com',
])('%s is refused without repeating it', (value) => {
  expect(() => readConfig({ ...publicUrl, KONTOR_SMTP_URL: value })).toThrow(/^KONTOR_SMTP_URL should be/)
  expect(() => readConfig({ ...publicUrl, KONTOR_SMTP_URL: value })).not.toThrow(/secret/)
})

test.each(['nobody', 'a@b@c', 'x\r\nBcc: y@example.com', 'Kontor <a b@example.com>'])(
  'sender %j is refused',
  (from) => {
    expect(() => readConfig({ KONTOR_MAIL_FROM: from })).toThrow(/^KONTOR_MAIL_FROM should be/)
  },
)

test('without the public address there would be no links, so the start is refused', () => {
  expect(() => readConfig({ KONTOR_SMTP_URL: 'smtp://mail.example.com' })).toThrow(/KONTOR_PUBLIC_URL/)
})
