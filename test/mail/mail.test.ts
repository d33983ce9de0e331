import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { isFull } from '../support/cases/scale.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenRequest } from '../support/given/given-purchase-request.ts'
import { startMailReceiver } from '../support/outside/mail-receiver.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

const password = 'p@ss/word %1'
const receiver = await startMailReceiver({ user: { name: 'kontor', password } })
const server = startServer({
  // Digests are sent when a test asks for them.
  timers: createManualTimers(),
  env: {
    KONTOR_SMTP_URL: receiver.url,
    KONTOR_PUBLIC_URL: 'https://desk.example.com',
    KONTOR_MAIL_FROM: 'Контора <desk@example.com>',
  },
})
// The first run of the job is over before anybody is there.
beforeAll(() => server.service.inbox.digest())
afterAll(() => receiver.close())
afterEach(() => {
  server.clock.at = null
  receiver.onAccepting(() => {})
})

const secretText = 'СекретныйТекст'

async function colleagueNamed(name: string): Promise<Client & { email: string }> {
  const email = `person-${randomUUID().slice(0, 8)}@example.com`
  const client = await server.signIn('officer', { email })
  await changeAdministrators(server, { name }, client.id ?? '')
  await client.patch('/v1/account/notifications', { digest_hour: null })
  return { ...client, email }
}

async function mention(colleague: Client, author?: Client): Promise<void> {
  const by = author ?? (await server.signIn('operator'))
  const organization = await givenOrganization(server)
  const path = `/v1/organizations/${organization.id}/comments`
  const { status } = await by.post(path, { comment: secretText, mentions: [colleague.id] })
  expect(status).toBe(201)
  await server.service.inbox.consume()
}

const mailsTo = ({ email }: { email: string }) => receiver.received.filter(({ to }) => to.includes(email))

function statesOf({ id }: Client) {
  return server.db
    .selectFrom('mails')
    .select(['state', 'attempts', 'error'])
    .where('administrator_id', '=', id ?? '')
    .execute()
}

function laterBy(seconds: number): void {
  server.clock.at = new Date((server.clock.at ?? new Date()).getTime() + seconds * 1000)
}

test('a mention comes by mail, in the language of the person, as one sentence and a link', async () => {
  const anna = await colleagueNamed('Анна Петрова')
  const john = await colleagueNamed('John Smith')
  const operator = await server.signIn('operator')
  const request = await givenRequest(operator, (await givenOrganization(server)).id)
  const path = `/v1/purchase-requests/${request.id}/comments`
  await operator.post(path, { comment: secretText, mentions: [anna.id, john.id] })
  await server.service.inbox.consume()
  await server.service.inbox.sendMails()
  const [russian, ...more] = mailsTo(anna)
  expect(more).toEqual([])
  expect(russian?.subject).toBe(`Вас упомянули в комментарии к заявке ${request.number}`)
  expect(russian?.text).toContain(`https://desk.example.com/#/purchase-requests/${request.id}/show`)
  expect(russian?.from).toBe('desk@example.com')
  expect(russian?.headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@example\.com>$/)
  expect(russian?.headers.get('auto-submitted')).toBe('auto-generated')
  const subjects = mailsTo(john).map(({ subject }) => subject)
  expect(subjects).toContain(`You were mentioned in a comment on request ${request.number}`)
  await server.service.inbox.sendMails()
  expect(mailsTo(anna)).toHaveLength(1)
})

test('the language that was chosen counts, and kinds that were not chosen are not sent', async () => {
  const anna = await colleagueNamed('Анна Петрова')
  await anna.patch('/v1/account/notifications', { language: 'en' })
  await mention(anna)
  await server.service.inbox.sendMails()
  expect(mailsTo(anna).map(({ subject }) => subject)).toEqual([
    'You were mentioned in a comment on an organization',
  ])
  await anna.patch('/v1/account/notifications', { mail: ['security'] })
  await mention(anna)
  await server.service.inbox.sendMails()
  expect(mailsTo(anna)).toHaveLength(1)
  expect((await anna.get('/v1/inbox')).body.unread).toBe(2)
})

test('a mail server that is down delays no request, and gets each mail once when it is back', async () => {
  const john = await colleagueNamed('John')
  await receiver.goDown()
  await mention(john)
  await server.service.inbox.sendMails()
  expect(await statesOf(john)).toMatchObject([{ state: 'pending', attempts: 1, error: expect.any(String) }])
  await receiver.comeUp()
  laterBy(60)
  await server.service.inbox.sendMails()
  await server.service.inbox.sendMails()
  expect(await statesOf(john)).toMatchObject([{ state: 'sent', attempts: 2, error: null }])
  expect(mailsTo(john)).toHaveLength(1)
})

test('a mail that nobody took for three days is given up', async () => {
  const john = await colleagueNamed('John')
  await receiver.goDown()
  await mention(john)
  for (let hours = 0; hours <= 96; hours += 12) {
    await server.service.inbox.sendMails()
    laterBy(12 * 3600)
  }
  await receiver.comeUp()
  expect(await statesOf(john)).toMatchObject([{ state: 'failed' }])
  await server.service.inbox.sendMails()
  expect(mailsTo(john)).toEqual([])
})

test('a recipient whom the server refuses is not tried again, and the others get theirs', async () => {
  const [john, mary] = [await colleagueNamed('John'), await colleagueNamed('Mary')]
  receiver.refused.add(john.email)
  await mention(john)
  await mention(mary)
  await server.service.inbox.sendMails()
  expect(await statesOf(john)).toMatchObject([{ state: 'failed', attempts: 1, error: 'EENVELOPE 550' }])
  expect(mailsTo(mary)).toHaveLength(1)
})

test('after a crash between sending and recording, the very same message is sent again', async () => {
  const john = await colleagueNamed('Иван')
  // The node that sends it dies once the server has it: its lease is nobody's by the time when it would record that.
  receiver.onAccepting(async () => {
    receiver.onAccepting(() => {})
    await server.db
      .updateTable('mails')
      .set({ lease: randomUUID() })
      .where('administrator_id', '=', john.id ?? '')
      .execute()
  })
  await mention(john)
  await server.service.inbox.sendMails()
  expect(await statesOf(john)).toMatchObject([{ state: 'pending', attempts: 0 }])
  laterBy(3600)
  await server.service.inbox.sendMails()
  const [first, second, ...more] = mailsTo(john)
  expect(more).toEqual([])
  expect(first).toBeDefined()
  expect(second?.headers.get('message-id')).toBe(first?.headers.get('message-id'))
  expect(second?.raw).toBe(first?.raw)
  expect(await statesOf(john)).toMatchObject([{ state: 'sent' }])
})

test('two nodes that send at the same time send each mail once', async () => {
  // More than one node sends at once (four), so that neither can send them alone.
  const people = await Promise.all([...'ABCDEF'].map(colleagueNamed))
  const author = await server.signIn('operator')
  const begun = new Set<string>()
  let release = () => {}
  const allBegun = new Promise<void>((resolve) => {
    release = resolve
  })
  receiver.onAccepting(() => {
    const [to = ''] = receiver.received.at(-1)?.to ?? []
    // The other node also sends what waits for people today: that is not counted, and must keep nobody waiting.
    if (!people.some(({ email }) => email === to)) return
    begun.add(to)
    if (begun.size === people.length) release()
    return allBegun
  })
  const node = await startNode(server)
  for (const person of people) await mention(person, author)
  // The timers of this node stand still: it looks when it is asked to.
  const sending = () => Promise.all([server.service.inbox.sendMails(), node.service.inbox.sendMails()])
  await expect
    .poll(() => {
      void sending()
      return begun.size
    })
    .toBe(people.length)
  await sending()
  await node.stop()
  for (const person of people) {
    expect(mailsTo(person)).toHaveLength(1)
    expect(await statesOf(person)).toMatchObject([{ state: 'sent', attempts: 1 }])
  }
})

test('whoever was disabled meanwhile gets nothing', async () => {
  const john = await colleagueNamed('John')
  await receiver.goDown()
  await mention(john)
  await server.service.inbox.sendMails()
  const owner = await server.signIn('owner')
  expect((await owner.post(`/v1/administrators/${john.id}/disable`)).status).toBe(200)
  await receiver.comeUp()
  laterBy(60)
  await server.service.inbox.sendMails()
  expect(mailsTo(john)).toEqual([])
  expect(await statesOf(john)).toMatchObject([{ state: 'dropped' }])
})

test.runIf(isFull)('the digest says once a day what waits, from the hour that was chosen', async () => {
  const john = await colleagueNamed('John')
  await john.patch('/v1/account/notifications', { digest_hour: 8, time_zone: 'Asia/Vladivostok', mail: [] })
  await mention(john)
  const day = new Date().toISOString().slice(0, 10)
  // 07:59 and 08:01 in Vladivostok, the day after.
  server.clock.at = new Date(new Date(`${day}T21:59:00Z`).getTime())
  await server.service.inbox.digest()
  await server.service.inbox.sendMails()
  expect(mailsTo(john)).toEqual([])
  server.clock.at = new Date(`${day}T22:01:00Z`)
  for (let times = 0; times < 3; times++) {
    await Promise.all([server.service.inbox.digest(), server.service.inbox.digest()])
    await server.service.inbox.sendMails()
  }
  const [digest, ...more] = mailsTo(john)
  expect(more).toEqual([])
  expect(digest?.subject).toBe('What waits for you today')
  expect(digest?.text).toMatch(/Unread notices: 1\r\nhttps:\/\/desk\.example\.com\/#\/inbox/)
  laterBy(24 * 3600)
  await server.service.inbox.digest()
  await server.service.inbox.sendMails()
  expect(mailsTo(john)).toHaveLength(2)
})

test('nothing in a name or an address makes a header, and no mail has what people wrote or are called', async () => {
  const evil = await colleagueNamed('Eve\r\nBcc: all@example.com\r\n\r\nBuy')
  await mention(evil)
  await server.service.inbox.sendMails()
  expect(mailsTo(evil)).toHaveLength(1)
  for (const mail of receiver.received) {
    expect(mail.headers.has('bcc')).toBe(false)
    expect([...mail.headers.keys()].sort()).toEqual([
      'auto-submitted',
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(mail.to).toHaveLength(1)
    for (const hidden of [secretText, 'Ромашка', 'Петрова', 'Smith', 'Eve', 'A test', '1000.5', password])
      expect(`${mail.subject}\n${mail.text}\n${mail.raw}`).not.toContain(hidden)
  }
})

test('the password of the mail server is never logged', async () => {
  const logged = server.logged.join('')
  expect(logged).toContain('a mail was not accepted')
  expect(logged).not.toContain(password)
  expect(logged).not.toContain(encodeURIComponent(password))
})

test('half of a link goes to the new person, not to who asked', async () => {
  const [owner, second] = [await server.signIn('owner'), await server.signIn('owner')]
  const rules = closureActs.map((act) => ({ act, approvals: 1, from: ['owner'] }))
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  const email = `new-${randomUUID().slice(0, 8)}@example.com`
  const create = () => owner.post('/v1/administrators', { email, name: 'Новый Сотрудник', role: 'officer' })
  const { approval_id } = (await create()).body.context
  const { link_half } = (await second.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' }))
    .body
  const made = await create()
  expect(made.body).toMatchObject({ link: null, mailed: true, half_from: [{ id: second.id }] })
  await server.service.inbox.sendMails()
  const [mail] = mailsTo({ email })
  const token = /set-password\?token=([\w-]+)&half=1/.exec(mail?.text ?? '')?.[1]
  expect(token).toHaveLength(43)
  const row = { state: 'sent', sealed_link: null }
  const sent = server.db.selectFrom('mails').select(['state', 'sealed_link'])
  expect(
    await sent.where('administrator_id', '=', made.body.administrator.id).executeTakeFirstOrThrow(),
  ).toEqual(row)
  const password = 'лампа река апельсин тихо'
  const set = (more = {}) => server.anonymous.post('/v1/auth/set-password', { token, password, ...more })
  expect((await set()).body.code).toBe('link_half_required')
  expect((await set({ second_half: link_half })).status).toBe(200)
})

// Under the policy of the test above.
describe('half of a link is not mailed to somebody else', () => {
  const address = 'attacker@example.net'
  const mails = () => server.db.updateTable('mails').where('sealed_link', 'is not', null)

  test.each([
    [
      'who voted, by the recipient of the mail',
      async (_id: string, voter: string) => {
        await mails().set({ administrator_id: voter }).execute()
      },
    ],
    [
      'an address that was written into the account',
      async (id: string) => {
        await server.db.updateTable('administrators').set({ email: address }).where('id', '=', id).execute()
      },
    ],
  ])('%s', async (_to, redirect) => {
    const [owner, second] = [await server.signIn('owner'), await server.signIn('owner')]
    const email = `new-${randomUUID().slice(0, 8)}@example.com`
    const create = () => owner.post('/v1/administrators', { email, name: 'Новый Сотрудник', role: 'officer' })
    const { approval_id } = (await create()).body.context
    await second.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
    const made = await create()
    expect(made.body.mailed).toBe(true)
    const { id } = made.body.administrator
    const { id: mailId } = await server.db
      .selectFrom('mails')
      .select('id')
      .where('administrator_id', '=', id)
      .executeTakeFirstOrThrow()
    const before = receiver.received.length
    await redirect(id, second.id as string)
    await server.service.inbox.sendMails()
    const state = () =>
      server.db
        .selectFrom('mails')
        .select(['state', 'sealed_link'])
        .where('id', '=', mailId)
        .executeTakeFirst()
    await expect.poll(state).toEqual({ state: 'dropped', sealed_link: null })
    expect(receiver.received.slice(before).filter(({ text }) => text.includes('set-password'))).toEqual([])
  })
})
