import { randomUUID } from 'node:crypto'
import { documentSlots } from '../../contract/operations/documents.ts'
import type { Role } from '../../contract/roles.ts'
import { client, oneC } from '../statements/samples.ts'
import { pdf } from '../support/document-samples.ts'
import { form } from '../support/document-uploads.ts'
import { validInn } from '../support/factories.ts'
import { newCompany } from '../support/given-paper.ts'
import { newRequest } from '../support/given-purchase-request.ts'
import { codeOf } from '../support/one-time-code.ts'
import { rightDealRequests } from './right-deal-requests.ts'
import { rightPasskeyRequests } from './right-passkey-requests.ts'
import { bookAddress, newAddress, rightTransferRequests } from './right-transfer-requests.ts'
import type { Person, Session, World } from './world.ts'

export interface RightRequest {
  path: string
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** The session it must be sent in, where not any of its role will do. */
  session?: Session
}

/**
 * Makes a request that is answered with success when it comes from somebody who may send it. Without a role it comes
 * from a key or from nobody.
 */
type Maker = (world: World, role: Role | undefined) => Promise<RightRequest>

const ofOrganization = (rest: string, make: (world: World) => Promise<string>): Maker => {
  return async (world) => ({ path: `/v1/organizations/${await make(world)}${rest}` })
}

const ofRequest = (rest: string, body?: unknown): Maker => {
  return async (world) => ({
    path: `/v1/purchase-requests/${(await world.purchaseRequest()).id}${rest}`,
    body,
  })
}

const ofPaper = (rest: string): Maker => {
  return async (world) => {
    const { request_id, id } = await world.keptPaper('the one')
    return { path: `/v1/purchase-requests/${request_id}/papers/${id}${rest}` }
  }
}

const ofLine = (rest: string, body?: unknown): Maker => {
  return async (world) => ({ path: `/v1/statement-lines/${await newLine(world)}${rest}`, body })
}

const ofWebhook = (rest: string, body?: unknown): Maker => {
  return async (world) => ({ path: `/v1/webhooks/${(await world.webhook()).id}${rest}`, body })
}

const ofDelivery = (rest: string): Maker => {
  return async (world) => {
    const path = `/v1/webhooks/${(await world.webhook()).id}`
    const { id } = await world.call('POST', `${path}/test`)
    return { path: `${path}/deliveries/${id}${rest}` }
  }
}

const ofSomebody = (rest: string, body?: unknown): Maker => {
  return async (world) => ({ path: `/v1/administrators/${(await world.signIn('operator')).id}${rest}`, body })
}

/** In a session of the caller's own account, whose password is known. Others have none, and are refused anyway. */
const asPerson = (
  path: string,
  who: (world: World, role: Role) => Promise<Person>,
  body: (person: Person, world: World) => unknown = () => undefined,
): Maker => {
  return async (world, role) => {
    if (!role) return { path, body: { password: 'correct horse battery staple', otp: '000000' } }
    const person = await who(world, role)
    const headers = { 'x-forwarded-for': person.address }
    return { path, body: await body(person, world), session: person, headers }
  }
}

const somebodyAnew = (world: World, role: Role) => world.newSession(role)
const somebodyNew = (world: World, role: Role) => world.person(role)

/** An open request of somebody else to read the secrets of an organization. */
async function openApproval(world: World): Promise<string> {
  const organizationId = await world.organizationWithWallets()
  const asking = await world.signIn('custodian')
  const refused = await world.ask('GET', `/v1/organizations/${organizationId}/wallets/mnemonic`, asking)
  return refused.context.approval_id
}

/** An act that the caller asked for, and that a second administrator has approved. */
const approved = (method: string, make: Maker): Maker => {
  return async (world, role) => {
    const request = await make(world, role)
    if (!role) return request
    const session = request.session ?? (await world.signIn(role))
    const { context } = await world.ask(method, request.path, session, request.body)
    if (context?.approval_id) await world.vote(context.approval_id)
    return { ...request, session }
  }
}

const secret = (what: string): Maker =>
  approved(
    'GET',
    ofOrganization(`/wallets/${what}`, (world) => world.organizationWithWallets()),
  )

const ofPerson = (rest: string, body?: unknown): Maker => {
  return async (world) => {
    const people = `/v1/organizations/${await world.organization()}/people`
    const { id } = await world.call('POST', people, {
      role: 'representative',
      schema: 'Person',
      name: 'Петрова Анна',
      identity_document: { type: 'passport', number: '45 10 123456' },
    })
    return { path: `${people}/${id}${rest}`, body }
  }
}

/** A view of the caller's own: nobody else may change it. */
const ofView = (body?: unknown): Maker => {
  return async (world, role = 'owner') => {
    const session = await world.signIn(role)
    const name = `Вид ${world.next()}-${Date.now()}`
    const { id } = await world.ask('POST', '/v1/views', session, { list: 'organizations', name })
    return { path: `/v1/views/${id ?? 'none'}`, body, session }
  }
}

const slot = (rest: string, body?: unknown): Maker => {
  return async (world) => {
    const { organizationId } = await world.document('charter')
    return { path: `/v1/organizations/${organizationId}/documents/charter${rest}`, body }
  }
}

const documents = documentSlots.flatMap(({ kind, put, get }): [string, Maker][] => [
  [
    put.id,
    async (world) => ({
      path: put.path.replace('{organization_id}', await world.organization()),
      body: form(pdf({ padding: 700 }), { number: '7', issued_on: '2026-01-31', comment: 'Скан' }),
    }),
  ],
  [
    get.id,
    async (world) => ({
      path: get.path.replace('{organization_id}', (await world.keptDocument(kind)).organizationId),
    }),
  ],
])

/** By the operation. Those that take nothing are asked for at their path. */
export const rightRequests: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  [
    'login',
    async (world, role = 'owner') => {
      const { email, password, address } = await world.keptPerson(role)
      return { path: '/v1/auth/login', body: { email, password }, headers: { 'x-forwarded-for': address } }
    },
  ],
  [
    'setPassword',
    async (world, role = 'owner') => {
      const number = world.next()
      return {
        path: '/v1/auth/set-password',
        body: {
          ...(await world.passwordLink(`link-${number}-${Date.now()}@example.com`, role)),
          password: `lamp river ${number} orange quiet`,
        },
        // Wrong tokens of others, from the address of the test, do not count against it.
        headers: { 'x-forwarded-for': `10.200.${(number >> 8) & 255}.${number & 255}` },
      }
    },
  ],
  [
    'refresh',
    async (world, role = 'owner') => ({
      path: '/v1/auth/refresh',
      body: { refresh_token: (await world.newSession(role)).refreshToken },
    }),
  ],
  ['logout', asPerson('/v1/auth/logout', somebodyAnew)],
  [
    'cookieRefresh',
    async (world, role = 'owner') => ({
      path: '/v1/jwt/refresh',
      headers: { cookie: (await world.newSession(role)).cookie },
    }),
  ],
  ['reauthenticate', asPerson('/v1/auth/reauthenticate', somebodyAnew, ({ password }) => ({ password }))],
  [
    'changePassword',
    asPerson('/v1/auth/password', somebodyNew, ({ password }) => ({
      current_password: password,
      new_password: `${password} anew`,
    })),
  ],
  ['enrolOtp', asPerson('/v1/auth/otp/enrol', somebodyAnew, ({ password }) => ({ password }))],
  ['confirmOtp', asPerson('/v1/auth/otp/confirm', somebodyNew, enrolled)],
  [
    'disableOtp',
    asPerson('/v1/auth/otp/disable', somebodyNew, async (person, world) => {
      const confirmed = await world.ask('POST', '/v1/auth/otp/confirm', person, await enrolled(person, world))
      return { password: person.password, otp: confirmed.recovery_codes[0] }
    }),
  ],
  ...rightPasskeyRequests,
  [
    'revokeSession',
    async (world, role = 'owner') => {
      const session = await world.signIn(role)
      return { path: `/v1/sessions/${session.sessionId}`, session }
    },
  ],

  [
    'finishOidc',
    async (world) => {
      if (!world.provider) return { path: '/v1/auth/oidc/callback' }
      const { path, cookie } = await world.returning(world.provider)
      return { path, headers: { cookie } }
    },
  ],
  [
    'backchannelLogout',
    async ({ provider }) => ({
      path: '/v1/auth/oidc/backchannel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `logout_token=${provider ? await provider.logoutToken('nobody') : 'none'}`,
    }),
  ],

  [
    'createOrganization',
    async (world) => ({
      path: '/v1/organizations',
      body: { inn: validInn(770_000_000 + world.next()), ogrn: '1027700132195', full_name: 'Василёк' },
    }),
  ],
  ['searchParties', async () => ({ path: `/v1/organizations/search?q=${encodeURIComponent('рома')}` })],
  [
    'findOrganizationByExternalId',
    async (world) => {
      const external_id = `Внешний/${world.next()}-${Date.now()}`
      await world.call('PATCH', `/v1/organizations/${await world.organization()}`, { external_id })
      return { path: `/v1/organizations/by-external-id?${new URLSearchParams({ external_id })}` }
    },
  ],
  ['readOrganization', ofOrganization('', (world) => world.organization())],
  [
    'updateOrganization',
    async (world) => ({
      path: `/v1/organizations/${await world.organization()}`,
      body: { notes: 'Проверено', version: 1 },
    }),
  ],
  ['readKybChecklist', ofOrganization('/kyb-checklist', (world) => world.organization())],
  ['listOrganizationPeople', ofOrganization('/people', (world) => world.organization())],
  [
    'createOrganizationPerson',
    async (world) => ({
      path: `/v1/organizations/${await world.organization()}/people`,
      body: { role: 'contact', schema: 'Person', name: 'Смирнов Иван', citizenship: 'RU' },
    }),
  ],
  ['readOrganizationPerson', ofPerson('')],
  ['updateOrganizationPerson', ofPerson('', { birth_date: '1980-05-17', version: 1 })],
  ['deleteOrganizationPerson', ofPerson('')],
  ['readIdentityDocument', ofPerson('/identity-document')],
  ['listWallets', ofOrganization('/wallets', (world) => world.organizationWithWallets())],
  ['createWallets', ofOrganization('/wallets/create', (world) => world.organization())],
  ['readMnemonic', secret('mnemonic')],
  ['readSecretKeys', secret('secret-keys')],
  [
    'replaceWallets',
    async (world) => ({
      path: `/v1/organizations/${await world.organizationWithWallets()}/wallets/replace`,
      body: { reason: 'Фраза могла быть раскрыта' },
    }),
  ],
  [
    'listWalletGenerations',
    ofOrganization('/wallets/generations', (world) => world.organizationWithWallets()),
  ],
  ['listWalletBalances', ofOrganization('/wallets/balances', (world) => world.organizationWithWallets())],
  ['listIncomingPayments', ofOrganization('/wallets/incoming', (world) => world.organizationWithWallets())],
  ['readGenerationMnemonic', secret('generations/1/mnemonic')],
  ['stopSigning', async () => ({ path: '/v1/signing/stop', body: { reason: 'Украден ноутбук' } })],
  [
    'startSigning',
    async (world) => {
      await world.call('POST', '/v1/signing/stop', {})
      return { path: '/v1/signing/start' }
    },
  ],
  [
    'challengeAddress',
    async (world) => ({
      path: `/v1/organizations/${await world.organization()}/addresses/challenge`,
      body: { network: 'ethereum', address: newAddress() },
    }),
  ],
  ['listAddresses', ofOrganization('/addresses', (world) => world.organizationWithWallets())],
  [
    'addAddress',
    async (world) => ({
      path: `/v1/organizations/${await world.organization()}/addresses`,
      body: bookAddress(),
    }),
  ],
  [
    'removeAddress',
    async (world) => {
      const path = `/v1/organizations/${await world.organization()}/addresses`
      const { id } = await world.call('POST', path, bookAddress())
      return { path: `${path}/${id}` }
    },
  ],
  [
    'checkDestinationAddress',
    async () => ({
      path: '/v1/addresses/check',
      body: { network: 'bitcoin', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    }),
  ],

  ...documents,
  [
    'listDocuments',
    ofOrganization('/documents', async (world) => (await world.keptDocument('charter')).organizationId),
  ],
  ['listDocumentVersions', slot('/versions')],
  ['reviewDocument', slot('/review', { version: 1, decision: 'approved' })],
  ['getDocumentContent', async (world) => ({ path: (await world.document('other')).document.download_url })],

  [
    'findPurchaseRequestByNumber',
    async (world) => ({
      path: `/v1/purchase-requests/by-number?number=${(await world.purchaseRequest()).number}`,
    }),
  ],
  [
    'findPurchaseRequestByExternalId',
    async (world) => {
      const external_id = `Внешний/${world.next()}-${Date.now()}`
      const body = newRequest(await world.organization(), { external_id })
      await world.call('POST', '/v1/purchase-requests', body)
      return { path: `/v1/purchase-requests/by-external-id?${new URLSearchParams({ external_id })}` }
    },
  ],
  ['readPurchaseRequest', ofRequest('')],
  ['updatePurchaseRequestStatus', ofRequest('/status', { status: 'in_review', version: 1 })],
  [
    'createPurchaseRequest',
    async (world) => ({ path: '/v1/purchase-requests', body: newRequest(await world.organization()) }),
  ],
  ['readPurchaseRequestNextSteps', ofRequest('/next-steps')],
  ['listPurchaseRequestHistory', ofRequest('/history')],
  [
    'assignPurchaseRequest',
    async (world) => ({
      path: `/v1/purchase-requests/${(await world.purchaseRequest()).id}/assignee`,
      body: { assignee_id: (await world.signIn('operator')).id },
    }),
  ],
  ['listPurchaseRequestComments', ofRequest('/comments')],
  ...rightDealRequests,
  ...rightTransferRequests,
  ['createPurchaseRequestComment', ofRequest('/comments', { comment: 'Позвонить' })],
  ['listOrganizationComments', ofOrganization('/comments', (world) => world.organization())],
  [
    'createOrganizationComment',
    async (world) => ({
      path: `/v1/organizations/${await world.organization()}/comments`,
      body: { comment: 'Позвонить' },
    }),
  ],
  ['listDocumentComments', slot('/comments')],
  ['createDocumentComment', slot('/comments', { comment: 'Нет последней страницы' })],
  [
    'uploadCommentAttachment',
    async (world) => ({
      path: `/v1/organizations/${await world.organization()}/comment-attachments`,
      body: form(pdf({ padding: 300 }), {}, 'письмо.pdf'),
    }),
  ],
  [
    'readCommentAttachment',
    async (world) => {
      const path = `/v1/organizations/${await world.organization()}`
      const file = await world.call('POST', `${path}/comment-attachments`, form(pdf(), {}, 'письмо.pdf'))
      await world.call('POST', `${path}/comments`, { comment: 'Письмо', attachments: [file.id] })
      return { path: `${path}/comment-attachments/${file.id}` }
    },
  ],

  [
    'readNotice',
    async (world, role = 'owner') => {
      const session = await world.signIn(role)
      return { path: `/v1/inbox/${await world.notice(session)}/read`, session }
    },
  ],
  ['readAllNotices', async () => ({ path: '/v1/inbox/read', body: {} })],
  [
    'updateNotificationSettings',
    async () => ({ path: '/v1/account/notifications', body: { language: 'ru', digest_hour: 8 } }),
  ],

  ['createDeskCompany', async () => ({ path: '/v1/desk/companies', body: newCompany() })],
  ['readDeskCompany', async (world) => ({ path: `/v1/desk/companies/${(await world.deskCompany()).id}` })],
  [
    'updateDeskCompany',
    async (world) => {
      const { id } = await world.call('POST', '/v1/desk/companies', newCompany())
      return { path: `/v1/desk/companies/${id}`, body: { short_name: 'ООО «Новая»', version: 1 } }
    },
  ],
  [
    'listPapers',
    async (world) => ({ path: `/v1/purchase-requests/${(await world.approvedRequest()).id}/papers` }),
  ],
  [
    'issuePaper',
    async (world) => ({
      path: `/v1/purchase-requests/${(await world.approvedRequest()).id}/papers`,
      body: { kind: 'invoice', company_id: (await world.deskCompany()).id, language: 'ru' },
    }),
  ],
  ['readPaper', ofPaper('')],
  ['readPaperContent', ofPaper('/content')],
  [
    'voidPaper',
    async (world) => {
      const { request_id, id } = await world.paper()
      const path = `/v1/purchase-requests/${request_id}/papers/${id}/void`
      return { path, body: { reason: 'Исправлена сумма' } }
    },
  ],
  [
    'importScreeningList',
    async (world) => ({
      path: '/v1/screening/lists',
      body: form(
        Buffer.from('id,schema,name\n1,Person,Круглов Архип\n'),
        { list: `list-${world.next()}-${Date.now()}` },
        'own.csv',
      ),
    }),
  ],
  ['readScreeningHit', async (world) => ({ path: `/v1/screening/hits/${await world.screeningHit()}` })],
  [
    'decideScreeningHit',
    async (world) => ({
      path: `/v1/screening/hits/${await world.screeningHit()}`,
      body: { status: 'dismissed', reason: 'Другой человек' },
    }),
  ],
  ['readOrganizationScreening', ofOrganization('/screening', (world) => world.organization())],
  [
    'checkScreening',
    async () => ({ path: '/v1/screening/check', body: { schema: 'Person', name: 'Архип Круглов' } }),
  ],
  ['importStatement', async (world) => ({ path: '/v1/statements', body: await statementForm(world) })],
  ['readStatement', async (world) => ({ path: `/v1/statements/${(await statement(world)).id}` })],
  [
    'listLinesOfStatement',
    async (world) => ({ path: `/v1/statements/${(await statement(world)).id}/lines` }),
  ],
  [
    'explainStatement',
    async (world) => {
      // The second one has another line of the same day.
      await statement(world)
      const { id } = await statement(world)
      return { path: `/v1/statements/${id}/explain`, body: { reason: 'Банк исправил остаток' } }
    },
  ],
  ['readStatementLine', ofLine('')],
  [
    'matchStatementLine',
    async (world) => {
      const items = [{ organization_id: await world.organization(), amount: '100.00' }]
      return { path: `/v1/statement-lines/${await newLine(world)}/match`, body: { items } }
    },
  ],
  ['setAsideStatementLine', ofLine('/set-aside', { reason: 'Комиссия банка' })],
  [
    'reopenStatementLine',
    async (world) => {
      const path = `/v1/statement-lines/${await newLine(world)}`
      await world.call('POST', `${path}/set-aside`, { reason: 'Комиссия банка' })
      return { path: `${path}/reopen` }
    },
  ],

  [
    'createView',
    async (world) => ({
      path: '/v1/views',
      body: { list: 'organizations', name: `Вид ${world.next()}-${Date.now()}`, filters: { q: 'ромашка' } },
    }),
  ],
  ['readView', ofView()],
  ['updateView', ofView({ shared: true, version: 1 })],
  ['deleteView', ofView()],
  [
    'bulkAssign',
    async (world) => ({
      path: '/v1/bulk/assign',
      body: {
        items: [{ id: (await world.purchaseRequest()).id, version: 1 }],
        assignee_id: (await world.signIn('operator')).id,
      },
    }),
  ],
  [
    'bulkMove',
    async (world) => ({
      path: '/v1/bulk/move',
      body: { items: [{ id: (await world.purchaseRequest()).id, version: 1, status: 'in_review' }] },
    }),
  ],
  [
    'bulkReview',
    async (world) => ({
      path: '/v1/bulk/review',
      body: {
        items: [{ id: (await world.document('charter')).document.id, version: 1, decision: 'approved' }],
      },
    }),
  ],

  ['readApproval', async (world) => ({ path: `/v1/approvals/${await openApproval(world)}` })],
  [
    'voteOnApproval',
    async (world, role = 'owner') => ({
      path: `/v1/approvals/${await openApproval(world)}/votes`,
      body: { decision: 'approve', reason: 'Согласовано' },
      session: await world.signIn(role),
    }),
  ],
  [
    'withdrawApproval',
    async (world, role = 'owner') => {
      const session = await world.signIn(role)
      const organizationId = await world.organizationWithWallets()
      const asked = await world.ask('GET', `/v1/organizations/${organizationId}/wallets/mnemonic`, session)
      return { path: `/v1/approvals/${asked.context?.approval_id ?? 'none'}/withdraw`, session }
    },
  ],
  ['updatePolicy', approved('PUT', async (world) => ({ path: '/v1/policy', body: otherPolicy(world) }))],
  // Rules of the environment close the founding here.
  ['proposeFounding', async (world) => ({ path: '/v1/founding', body: otherPolicy(world) })],
  [
    'confirmFounding',
    async () => ({ path: '/v1/founding/confirmations', body: { founding_id: randomUUID() } }),
  ],
  ['previewPolicy', async (world) => ({ path: '/v1/policy/preview', body: otherPolicy(world) })],

  [
    'createAdministrator',
    approved('POST', async (world) => ({
      path: '/v1/administrators',
      body: { email: `new-${world.next()}-${Date.now()}@example.com`, name: 'Анна', role: 'auditor' },
    })),
  ],
  ['readAdministrator', ofSomebody('')],
  ['updateAdministrator', approved('PATCH', ofSomebody('', { role: 'auditor', version: 1 }))],
  ['disableAdministrator', ofSomebody('/disable')],
  [
    'enableAdministrator',
    approved('POST', async (world) => {
      const path = `/v1/administrators/${(await world.signIn('operator')).id}`
      await world.call('POST', `${path}/disable`)
      return { path: `${path}/enable` }
    }),
  ],
  ['resetAdministrator', approved('POST', ofSomebody('/reset'))],
  [
    'createApiKey',
    approved('POST', async () => ({
      path: '/v1/api-keys',
      body: { name: 'A key', scopes: ['organizations:read'] },
    })),
  ],
  // Only a restore suspends a key: on another one it changes nothing.
  [
    'resumeApiKey',
    async (world) => ({ path: `/v1/api-keys/${(await world.apiKey(['requests:read'])).id}/resume` }),
  ],
  ['revokeApiKey', async (world) => ({ path: `/v1/api-keys/${(await world.apiKey(['requests:read'])).id}` })],
  ['verifyAuditEvents', async () => ({ path: '/v1/audit-events/verification?rows=100' })],
  [
    'exportAuditEvents',
    async () => ({
      path: `/v1/audit-events/export?from=${new Date(Date.now() - 2_000).toISOString()}`,
    }),
  ],
  ['exportOrganizations', async () => ({ path: '/v1/exports/organizations?format=xlsx' })],
  ['exportPurchaseRequests', async () => ({ path: '/v1/exports/purchase-requests?format=csv' })],
  ['exportDocuments', async () => ({ path: '/v1/exports/documents?format=csv&status=approved' })],
  ['exportHits', async () => ({ path: '/v1/exports/hits?format=xlsx' })],
  ['exportPayments', async () => ({ path: '/v1/exports/payments?format=xlsx' })],
  ['exportTransfers', async () => ({ path: '/v1/exports/transfers?format=csv&network=ethereum' })],
  ['exportCredits', async () => ({ path: '/v1/exports/credits?format=xlsx' })],
  ['exportStatementLines', async () => ({ path: '/v1/exports/statement-lines?format=csv' })],
  ['exportAddresses', async () => ({ path: '/v1/exports/addresses?format=xlsx' })],
  ['exportApprovals', async () => ({ path: '/v1/exports/approvals?format=csv' })],
  ['exportAdministrators', async () => ({ path: '/v1/exports/administrators?format=csv' })],
  ['exportAuditTable', async () => ({ path: '/v1/exports/audit-events?format=csv&outcome=denied' })],
  ['search', async () => ({ path: '/v1/search?q=PR-2026-000001' })],
  ['exportBooks', async () => ({ path: '/v1/books/export?format=hledger&from=2026-01-01&to=2026-12-31' })],

  [
    'createWebhook',
    async ({ hookUrl }) => ({
      path: '/v1/webhooks',
      body: { url: hookUrl, event_types: ['administrator.enabled'] },
    }),
  ],
  ['readWebhook', ofWebhook('')],
  ['updateWebhook', ofWebhook('', { description: 'Касса', version: 1 })],
  ['deleteWebhook', ofWebhook('')],
  ['rotateWebhookSecret', ofWebhook('/rotate-secret', { overlap_hours: 1 })],
  ['testWebhook', ofWebhook('/test')],
  ['updateWebhookDeliveryState', async () => ({ path: '/v1/webhook-delivery', body: { paused: false } })],
  ['listWebhookDeliveries', ofWebhook('/deliveries')],
  ['readWebhookDelivery', ofDelivery('')],
  ['redeliverWebhook', ofDelivery('/redeliver')],
])

/** A statement with one line that no other one has. */
async function statementForm(world: World): Promise<FormData> {
  const number = `${world.next()}-${Date.now()}`
  const { settlement_account: to } = (await world.deskCompany()).bank_accounts[0]
  const line = { number, on: '2026-01-30', amount: '150.00', to, party: client, purpose: 'Оплата' }
  return form(Buffer.from(oneC([line])), {}, 'kl_to_1c.txt')
}

async function statement(world: World) {
  return world.call('POST', '/v1/statements', await statementForm(world))
}

async function newLine(world: World): Promise<string> {
  const { id } = await statement(world)
  return (await world.call('GET', `/v1/statements/${id}/lines`)).items[0].id
}

/** Another policy each time, which asks for nothing more. */
function otherPolicy(world: World) {
  const times = 1_000_000 + world.next()
  return { rules: [{ act: 'request.approve', limit: { per: 'person', times } }] }
}

async function enrolled(person: Person, world: World): Promise<{ otp: string }> {
  const { password } = person
  const { uri } = await world.ask('POST', '/v1/auth/otp/enrol', person, { password })
  return { otp: codeOf(uri, new Date()) }
}
