import { afterAll, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { noticeKinds } from '../../contract/work/inbox.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenBuyer, givenRequest } from '../support/given/given-purchase-request.ts'
import { walletsPath } from '../support/given/given-wallets.ts'
import { startMailReceiver } from '../support/outside/mail-receiver.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const receiver = await startMailReceiver()
afterAll(() => receiver.close())
const server = startServer({
  env: {
    KONTOR_SMTP_URL: receiver.url,
    KONTOR_PUBLIC_URL: 'https://desk.example.com',
    KONTOR_MAIL_FROM: 'Kontor <desk@example.com>',
  },
})

const day = 86_400
const start = Date.now()
const later = (seconds: number) => {
  server.clock.at = new Date(start + seconds * 1000)
}

const written = 'Перевод для Кузьминой, пароль Весна-2026'
const hook = 'https://hooks.example.net/kontor-7f3a'

async function person(role: 'owner' | 'operator', name: string, email: string): Promise<Client> {
  const client = await server.signIn(role, { email })
  await changeAdministrators(server, { name }, client.id ?? '')
  const settings = { mail: noticeKinds, digest_hour: 0, time_zone: 'UTC' }
  expect((await client.patch('/v1/account/notifications', settings)).status).toBe(200)
  return client
}

test('every kind of notice and the digest come by mail in both languages, and say nothing that is not for mail', async () => {
  const author = await person('owner', 'Борис Сидоров', 'b.sidorov@example.com')
  const anna = await person('owner', 'Анна Петрова', 'anna@example.com')
  const john = await person('owner', 'John Smith', 'john@example.com')
  const victim = await person('operator', 'Глеб Орлов', 'g.orlov@example.com')
  const mentions = [anna.id, john.id]
  const company = await givenBuyer(server, {
    full_name: 'ООО «Лютик»',
    short_name: 'Лютик',
    notes: 'Заметка',
  })
  const path = `/v1/organizations/${company.id}`

  // Mentions and assignments.
  const expires_on = new Date(start + 40 * day * 1000).toISOString().slice(0, 10)
  await upload(author, company, 'charter', pdf(), { expires_on }, 'Договор-Лютик.pdf')
  await server.db.updateTable('documents').set({ status: 'approved' }).execute()
  await upload(author, company, 'bank-details', pdf({ padding: 7 }), {}, 'Договор-Лютик.pdf')
  const annas = await givenRequest(author, company.id, { assignee_id: anna.id })
  const johns = await givenRequest(author, company.id, { assignee_id: john.id })
  for (const place of [path, `${path}/documents/charter`, `/v1/purchase-requests/${annas.id}`])
    expect((await author.post(`${place}/comments`, { comment: written, mentions })).status).toBe(201)

  // What touches security.
  const bare = await givenOrganizationWithSecrets(author)
  const reset = await author.post(`/v1/administrators/${victim.id}/reset`, {})
  expect(reset.status).toBe(200)
  await changeAdministrators(server, {
    role_since: new Date(start - 2 * day * 1000),
    credentials_since: new Date(start - 2 * day * 1000),
  })
  const rules = ['webhook.save', ...closureActs].map((act) => ({ act, approvals: 1, from: ['owner'] }))
  expect((await author.put('/v1/policy', { rules })).status).toBe(200)

  // An approval.
  const asked = await author.post('/v1/webhooks', { url: hook })
  expect(asked.body.code).toBe('approval_required')
  const { inbox } = server.service
  await inbox.consume()
  // A mail that is on its way when the clock jumps would be taken for lost, and sent again.
  await inbox.sendMails()

  // What time brings.
  for (const seconds of [5 * 3600, 26 * 3600, 11 * day]) {
    later(seconds)
    await inbox.lookForDue()
    await inbox.digest()
    await inbox.sendMails()
  }

  const sent = await server.db
    .selectFrom('mails')
    .leftJoin('inbox_notices as notice', 'notice.id', 'mails.notice_id')
    .select(['mails.administrator_id', 'mails.state', 'notice.kind'])
    .where('mails.state', '<>', 'dropped')
    .execute()
  expect(sent.filter(({ state }) => state !== 'sent')).toEqual([])
  for (const { id } of [anna, john]) {
    const kinds = sent.filter((mail) => mail.administrator_id === id).map(({ kind }) => kind ?? 'digest')
    expect([...new Set(kinds)].sort()).toEqual([...noticeKinds, 'digest'].sort())
  }
  expect(subjectsTo('john@example.com')).toEqual(
    expect.arrayContaining([
      'You were mentioned in a comment on an organization',
      'You were mentioned in a comment on a document',
      `You were mentioned in a comment on request ${annas.number}`,
      `Request ${johns.number} was assigned to you`,
      'Secrets of an organization were revealed',
      'The account of an administrator was reset',
      'The policy was changed',
      'An approval waits for you',
      'An approval that waits for you is overdue',
      `Request ${johns.number} is overdue`,
      'Overdue: Documents to review',
      'Documents that expire soon: 1',
      'What waits for you today',
    ]),
  )
  expect(subjectsTo('anna@example.com')).toEqual(
    expect.arrayContaining([
      'Вас упомянули в комментарии к организации',
      'Вас упомянули в комментарии к документу',
      `Вас упомянули в комментарии к заявке ${annas.number}`,
      `Вам назначена заявка ${annas.number}`,
      'Раскрыты секреты организации',
      'Сброшен доступ администратора',
      'Изменена политика',
      'Ожидается ваше согласование',
      'Просрочено согласование, которое ожидает вас',
      `Просрочена заявка ${annas.number}`,
      'Просрочено: «Документы на проверке»',
      'Скоро истекают документы: 1',
      'Что ожидает вас сегодня',
    ]),
  )

  const wallets = await server.db.selectFrom('wallets').select('address').execute()
  const hidden = [
    ...['Сидоров', 'Борис', 'Петрова', 'Анна', 'Smith', 'John', 'Орлов', 'Глеб'],
    ...['sidorov', 'anna@', 'john@', 'orlov', 'Лютик', 'Заметка', 'Договор', company.inn, '1027700132195'],
    ...['1000.5', '92.155', 'USDT', 'RUB', 'Кузьмин', 'Весна', hook, 'hooks.example.net', expires_on],
    ...[
      ...bare.secrets,
      ...wallets.map(({ address }) => address),
      ...stringsIn({ ...reset.body.administrator, link: reset.body.link, independence: null }),
    ],
  ].filter((value) => value.length > 2)
  expect(receiver.received.length).toBe(sent.length)
  for (const { subject, text, raw, headers, to } of receiver.received) {
    expect(to).toEqual([headers.get('to')])
    const shown = `${subject}\n${text}\n${raw.replace(/^To: .*$/m, '')}`
    expect(hidden.filter((value) => shown.includes(value))).toEqual([])
    if (/^(What|Что) /.test(subject)) continue
    // One sentence, and one link whose path has nothing but names of pages and ids.
    const [sentence, link, footer, ...more] = text.split('\r\n\r\n')
    expect(sentence).toBe(`${subject}.`)
    expect(link).toMatch(/^https:\/\/desk\.example\.com\/#\/[a-z0-9/-]+$/)
    expect(footer).toMatch(/^-- \r\n/)
    expect(more).toEqual([])
  }
})

/** An organization whose mnemonic and keys were revealed; returns all that came out. */
async function givenOrganizationWithSecrets(owner: Client): Promise<{ secrets: string[] }> {
  const made = await owner.post('/v1/organizations', {
    inn: '7707083893',
    ogrn: '1027700132195',
    full_name: 'ООО «Лютик и сыновья»',
  })
  expect((await owner.post(walletsPath(made.body.id, '/create'))).status).toBe(201)
  const secrets: string[] = []
  for (const what of ['/mnemonic', '/secret-keys']) {
    const { status, body } = await owner.get(walletsPath(made.body.id, what))
    expect(status).toBe(200)
    secrets.push(...stringsIn(body).filter((value) => value.length > 30 && value !== made.body.id))
  }
  return { secrets }
}

function subjectsTo(address: string): string[] {
  return receiver.received.filter(({ to }) => to.includes(address)).map(({ subject }) => subject)
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}
