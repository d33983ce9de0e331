import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { storageUnavailable } from '../../server/platform/blobs/storage-failure.ts'
import { organizationTools } from '../support/given/organization-tools.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test('a full disk of the database is 503 storage_full with Retry-After, not a lost database', async () => {
  const owner = await server.signIn('owner')
  await sql`
    create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$
  `.execute(server.db)
  await sql`create trigger no_space before insert on organizations execute function no_space()`.execute(
    server.db,
  )
  const reply = await owner.post('/v1/organizations', organizationTools(server).company())
  expect(reply).toMatchObject({ status: 503, body: { code: 'storage_full' } })
  expect(reply.headers.get('retry-after')).toBe('60')
  expect(server.logged.some((line) => line.includes('"alert":"storage_full"'))).toBe(true)
  // The details of PostgreSQL stay inside.
  expect(JSON.stringify(reply.body)).not.toContain('base/1/2')
})

test.each([
  ['a full disk', { code: 'ENOSPC', syscall: 'write' }, 'storage_full'],
  ['a used-up quota of a file system', { code: 'EDQUOT', syscall: 'write' }, 'storage_full'],
  ['a full object store', { name: 'InsufficientStorage', $metadata: {} }, 'storage_full'],
  ['a broken disk', { code: 'EIO', syscall: 'write' }, 'storage_unavailable'],
])('%s of the document store', (_, properties, code) => {
  const error = Object.assign(new Error('no'), properties)
  expect(storageUnavailable(error, pino({ level: 'silent' })).code).toBe(code)
})
