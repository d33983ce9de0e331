import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable, NotPrimary } from '../../server/platform/db/primary/availability.ts'
import {
  databaseRefusal,
  ownerSetting,
  unavailableReason,
} from '../../server/platform/db/primary/refusals.ts'

const url = 'postgres://clerk:hidden-password@db.example.org/books'
const several = 'postgres://clerk:hidden-password@db1,db2/books'

function refused(code: string, message: string): Error {
  const error = new pg.DatabaseError(message, message.length, 'error')
  return Object.assign(error, { code, severity: 'FATAL' })
}

const certificate = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })

test.each([
  [
    refused('28P01', 'password authentication failed'),
    /role "clerk" with this password: correct DATABASE_URL/,
  ],
  [
    refused('28000', 'no pg_hba.conf entry for host "::1"'),
    /role "clerk" \(no pg_hba\.conf entry .*pg_hba\.conf/,
  ],
  [
    refused('3D000', 'database "books" does not exist'),
    /"books" does not exist: create it with the owner "clerk"/,
  ],
  [
    refused('42501', 'permission denied for schema public'),
    /"clerk" has too few rights in the database "books"/,
  ],
  [refused('53100', 'could not extend file'), /disk of the database is full .*: free some space/],
  [refused('08P01', 'no such database: books'), /pooler .* \(no such database: books\): correct/],
  [certificate, /certificate of the database is not accepted \(certificate has expired\): set sslrootcert/],
  [new Error('The server does not support SSL connections'), /does not offer TLS/],
  [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /asks for the password/],
  [new NotPrimary(), /names a standby, which accepts no writes: name the primary/],
])('%s ends the start', (error, sentence) => {
  const refusal = databaseRefusal(error, url)
  expect(refusal?.message).toMatch(sentence)
  expect(refusal?.message).toMatch(/\.$/)
  expect(refusal?.message).not.toContain('hidden-password')
})

test.each([
  [refused('57P03', 'the database system is starting up')],
  [refused('53300', 'sorry, too many clients already')],
  [refused('08P01', 'server login has been failing')],
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })],
])('%s is waited for', (error) => {
  expect(databaseRefusal(error, url)).toBeUndefined()
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test('the setting that names the role is the one to correct', () => {
  const refusal = databaseRefusal(
    refused('28P01', 'failed'),
    url,
    ownerSetting('postgres://other@db/books', url),
  )
  expect(refusal?.message).toMatch(/role "clerk" with this password: correct DATABASE_OWNER_URL/)
  expect(ownerSetting(url, url)).toBe('DATABASE_URL')
})

test('one of several hosts may be about to become the primary', () => {
  expect(databaseRefusal(new NotPrimary(), several)).toBeUndefined()
})

test.each([
  [refused('28P01', 'password authentication failed')],
  [refused('3D000', 'database "books" does not exist')],
  [certificate],
])('while the service runs, %s means that the database is unavailable', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test('an error of several addresses has the reason of the first', () => {
  expect(unavailableReason(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]))).toBe(
    'connect ECONNREFUSED ::1:5432',
  )
})
