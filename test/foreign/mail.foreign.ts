import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { validInn } from '../support/given/factories.ts'
import { givenPerson } from '../support/given/given-person.ts'
import { firstOwner } from '../support/given/honest-service.ts'
import { parseMail } from '../support/outside/mail-receiver.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { until } from '../support/processes/until.ts'
import { type Client, client, cloneDatabase } from '../support/service/harness.ts'
import { hasMailServers, type MailServers, startMailServers } from './mail-servers.ts'

const refused = 'gone@example.com'
const someLock = 195

describe.skipIf(!hasMailServers)(
  'Postfix and Dovecot (root; Debian: apt-get install postfix dovecot-imapd dovecot-sieve)',
  () => {
    let servers: MailServers
    let environment: Record<string, string>
    let service: ServiceProcess
    let db: Db
    let owner: Client
    let comments: string

    beforeAll(async () => {
      servers = await startMailServers({ refused })
      const databaseUrl = await cloneDatabase()
      db = connect(databaseUrl, { max: 2 })
      environment = {
        ...firstOwner,
        DATABASE_URL: databaseUrl,
        KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'data-')),
        KONTOR_SMTP_URL: servers.url,
        KONTOR_PUBLIC_URL: 'https://desk.example.com',
        KONTOR_MAIL_FROM: 'Казначейство <desk@example.com>',
        NODE_EXTRA_CA_CERTS: servers.certificate,
      }
      service = await startProcess(environment)
      await untilReady(service)
      const { KONTOR_ADMIN_EMAIL: email, KONTOR_ADMIN_PASSWORD: password } = firstOwner
      const { body } = await client(service, null).post('/v1/auth/login', { email, password })
      owner = client(service, body.access_token, body.admin.id)
      const company = { inn: validInn(771_234_567), ogrn: '1027700132195', full_name: 'ООО «Ромашка»' }
      const made = await owner.post('/v1/organizations', company)
      comments = `/v1/organizations/${made.body.id}/comments`
    })
    afterAll(async () => {
      service?.child.kill('SIGKILL')
      await service?.ended
      await db?.destroy()
      await servers?.stop()
    })

    async function given(name: string, email: string): Promise<{ id: string; email: string }> {
      const id = await givenPerson(owner, { email, name, role: 'officer' }, 'correct horse battery staple')
      // The digest of the day would come in between.
      await db
        .insertInto('notification_settings')
        .values({
          administrator_id: id,
          mail_kinds: ['mention'],
          digest_hour: null,
          language: null,
          time_zone: null,
          updated_at: new Date(),
        })
        .execute()
      return { id, email }
    }

    async function mention(...people: { id: string }[]): Promise<void> {
      const mentions = people.map(({ id }) => id)
      expect((await owner.post(comments, { comment: 'Посмотрите', mentions })).status).toBe(201)
    }

    const mailsOf = ({ id }: { id: string }) =>
      db
        .selectFrom('mails')
        .select(['id', 'state', 'attempts', 'error'])
        .where('administrator_id', '=', id)
        .orderBy('id')
        .execute()

    const untilState = (person: { id: string }, ...states: string[]) =>
      until(`mails are ${states}`, async () => {
        const mails = await mailsOf(person)
        return mails.length === states.length && mails.every(({ state }, place) => state === states[place])
      })

    async function read(person: { email: string }, mailbox?: 'Duplicates') {
      return (await servers.read(person.email, mailbox)).map(parseMail)
    }

    /** Postfix delivers a moment after it has accepted. */
    const untilDelivered = (person: { email: string }, count: number, mailbox?: 'Duplicates') =>
      until(`${count} mails are delivered`, async () => (await read(person, mailbox)).length >= count)

    test('a mail arrives once, over TLS, with its subject in Russian and its own Message-ID', async () => {
      const anna = await given('Анна Петрова', 'anna@example.com')
      const john = await given('John Smith', 'john@example.com')
      await mention(anna, john)
      await untilState(anna, 'sent')
      await untilState(john, 'sent')
      await untilDelivered(anna, 1)
      await untilDelivered(john, 1)
      const [mail, ...more] = await read(anna)
      expect(more).toEqual([])
      expect(mail?.subject).toBe('Вас упомянули в комментарии к организации')
      expect(mail?.text).toMatch(
        /^Вас упомянули в комментарии к организации\.\r\n\r\nhttps:\/\/desk\.example\.com\/#/,
      )
      expect(mail?.headers.get('message-id')).toBe(`<${(await mailsOf(anna))[0]?.id}@example.com>`)
      expect(mail?.headers.get('return-path')).toBe('<desk@example.com>')
      expect(mail?.headers.get('to')).toBe(anna.email)
      // S for TLS, A for a password.
      expect(mail?.headers.get('received')).toContain('with ESMTPSA')
      expect((await read(john)).map(({ subject }) => subject)).toEqual([
        'You were mentioned in a comment on an organization',
      ])
    })

    test('a recipient whom Postfix rejects is given up at once', async () => {
      const gone = await given('Gone', refused)
      await mention(gone)
      await untilState(gone, 'failed')
      expect(await mailsOf(gone)).toMatchObject([{ attempts: 1, error: 'EENVELOPE 554' }])
    })

    test('mails wait for a Postfix that is down, and arrive once when it is back', async () => {
      const boris = await given('Борис', 'boris@example.com')
      await servers.stopPostfix()
      await mention(boris)
      await mention(boris)
      await until('both were tried', async () => (await mailsOf(boris)).every(({ attempts }) => attempts > 0))
      await servers.startPostfix()
      await untilState(boris, 'sent', 'sent')
      await untilDelivered(boris, 2)
      expect(await read(boris)).toHaveLength(2)
      expect(await read(boris, 'Duplicates')).toEqual([])
    })

    test('killed between sending and recording, the service sends the same message, and the inbox has it once', async () => {
      const vera = await given('Вера', 'vera@example.com')
      await givenLockBeforeRecording()
      await db.connection().execute(async (held) => {
        await sql`select pg_advisory_lock(${sql.lit(someLock)})`.execute(held)
        await mention(vera)
        await untilDelivered(vera, 1)
        service.child.kill('SIGKILL')
        await service.ended
        // What it was about to write must not be written without it.
        await sql`
          select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and objid = ${sql.lit(someLock)} and not granted
        `.execute(held)
        await sql`select pg_advisory_unlock(${sql.lit(someLock)})`.execute(held)
      })
      expect(await mailsOf(vera)).toMatchObject([{ state: 'pending', attempts: 0 }])
      // As if the lease of the dead service had run out.
      await sql`update mails set next_attempt_at = now() where state = 'pending'`.execute(db)
      service = await startProcess(environment)
      await untilState(vera, 'sent')
      await untilDelivered(vera, 1, 'Duplicates')
      const [inbox, duplicates] = [await read(vera), await read(vera, 'Duplicates')]
      const seen = ({ headers, subject, text }: (typeof inbox)[number]) => ({
        id: headers.get('message-id'),
        date: headers.get('date'),
        subject,
        text,
      })
      expect(inbox).toHaveLength(1)
      expect(duplicates.map(seen)).toEqual(inbox.map(seen))
    })

    /** The statement that records a mail as sent waits for a lock of the test. */
    async function givenLockBeforeRecording(): Promise<void> {
      await sql`
        create function wait_before_recording() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(${sql.lit(someLock)});
          return new;
        end $$
      `.execute(db)
      await sql`
        create trigger wait_before_recording before update on mails
        for each row when (new.state = 'sent') execute function wait_before_recording()
      `.execute(db)
    }
  },
)
