import { createHash, randomBytes } from 'node:crypto'
import {
  administratorTable,
  apiKeyTable,
  identityTable,
  linkTable,
  recoveryCodeTable,
} from '../../server/features/administrators/accounts/proven-people.ts'
import { passkeyTable } from '../../server/features/authentication/passkeys/proven-passkeys.ts'
import { hashRecoveryCode } from '../../server/features/authentication/sign-in/recovery-codes.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { ssoTools } from '../single-sign-on/sso-tools.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { bearer, login, password } from '../support/service/auth-helpers.ts'
import { client } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'
import { addPasskey, signInWithPasskey } from '../support/service/passkeys.ts'
import type { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'
import type { Installation } from './installation.ts'
import { outcomeOf, type Recipe } from './recipe.ts'

const bytes = (buffer: Buffer | undefined) => `\\x${buffer?.toString('hex')}`
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Signs in without having failed before. */
async function signIn({ server }: Installation, email: string, fields: Record<string, unknown> = {}) {
  await server.db.deleteFrom('sign_in_counters').execute()
  return outcomeOf(await login(server, email, fields))
}

export const recipesOfPeople: readonly ((at: Installation) => Recipe)[] = [
  function administrators(at) {
    let one = { id: '', email: '' }
    return {
      table: administratorTable,
      async given() {
        await at.setRules([])
        one = await at.person('one@example.com')
        return { one: one.id, other: (await at.person('other@example.com')).id }
      },
      async use() {
        const row = await at.server.db
          .selectFrom('administrators')
          .select('email')
          .where('id', '=', one.id)
          .executeTakeFirst()
        return signIn(at, row?.email ?? one.email)
      },
      does: 'auth.login',
      refusals: ['401 invalid_credentials'],
      later: (id) => at.people.owner.client.patch(`/v1/administrators/${id}`, { name: 'Later' }),
      copy: {
        changes: () => ({ id: newId(), email: 'inserted@example.com' }),
        use: () => signIn(at, 'inserted@example.com'),
      },
      values: {
        role: 'owner',
        email: 'changed@example.com',
        managed_by: 'oidc',
        disabled_because: 'restore',
        password_hash: '$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
      },
      parts: {
        lineage: {
          table: 'administrator_lineage',
          of: 'administrator_id',
          shown: ['made_at', 'confirmed_by', 'needs_halves'],
        },
      },
      shown: ['last_login_at', 'updated_at', 'password_changed_at', 'created_by'],
    }
  },

  function recoveryCodes(at) {
    let [email, code] = ['', '']
    const rowOf = async (text: string) => {
      const hash = hashRecoveryCode(text) as Buffer
      const { id } = await at.server.db
        .selectFrom('recovery_codes')
        .select('id')
        .where('hash', '=', hash)
        .executeTakeFirstOrThrow()
      return id
    }
    const invented = 'ABCD-EFGH-JKLM-NPQR'
    return {
      table: recoveryCodeTable,
      async given() {
        await at.setRules([])
        const person = await at.person('codes@example.com')
        email = person.email
        const { body: enrolled } = await person.me.post('/v1/auth/otp/enrol', { password })
        const otp = codeOf(enrolled.uri, new Date())
        const [first, second] = (await person.me.post('/v1/auth/otp/confirm', { otp })).body.recovery_codes
        code = first
        return { one: await rowOf(first), other: await rowOf(second) }
      },
      use: () => signIn(at, email, { otp: code }),
      does: 'auth.login',
      refusals: ['401 otp_invalid'],
      isUsedOnce: true,
      later: 'use',
      copy: {
        changes: () => ({ id: newId(), hash: bytes(hashRecoveryCode(invented)) }),
        use: () => signIn(at, email, { otp: invented }),
      },
      shown: [],
    }
  },

  function passkeys(at) {
    let owner: Awaited<ReturnType<Installation['person']>>
    let authenticator: SoftwareAuthenticator
    let stranger: Awaited<ReturnType<Installation['person']>>
    return {
      table: passkeyTable,
      async given() {
        await at.setRules([])
        owner = await at.person('passkey@example.com')
        stranger = await at.person('without-passkey@example.com')
        const first = await addPasskey(owner.me)
        authenticator = first.authenticator
        const { body } = await signInWithPasskey(at.server, authenticator)
        owner.me = bearer(at.server, body.access_token)
        const second = await addPasskey(owner.me, undefined, { signer: authenticator })
        return { one: first.reply.body.id, other: second.reply.body.id }
      },
      use: async () => outcomeOf(await signInWithPasskey(at.server, authenticator)),
      does: 'auth.login',
      refusals: ['401 passkey_invalid'],
      later: (id) => owner.me.delete(`/v1/account/passkeys/${id}`),
      copy: {
        changes: () => ({
          id: newId(),
          administrator_id: stranger.id,
          credential_id: bytes(randomBytes(32)),
        }),
        async use() {
          const { items } = (await stranger.me.get('/v1/account/passkeys')).body
          return items.length === 0 ? '401 passkey_invalid' : 'done'
        },
      },
      shown: ['name', 'transports', 'sign_count', 'last_used_at', 'backed_up', 'enrolment_signature'],
    }
  },

  function identities(at) {
    const { reset, newPerson, signedIn, signIn } = ssoTools(at.server, at.provider)
    let [subject, thief, free] = ['', '', '']
    const use = async (who: string) => {
      at.provider.state.signsIn = who
      const { location } = (await signIn()).place
      return location === '/#/single-sign-on' ? 'done' : location
    }
    return {
      table: identityTable,
      async given() {
        await at.setRules([])
        reset()
        const first = await signedIn()
        subject = first.subject
        const second = await signedIn()
        thief = newPerson()
        free = (await at.person('free@example.com')).id
        return { one: first.me.id, other: second.me.id }
      },
      async use() {
        const named = await at.server.db
          .selectFrom('administrator_identities')
          .select('subject')
          .where('subject', '=', thief)
          .executeTakeFirst()
        return use(named?.subject ?? subject)
      },
      does: 'auth.login',
      refusals: ['/#/login?error=proof_invalid', '/#/login?error=oidc_email_taken'],
      // Somebody of the provider takes the account of another person.
      get values() {
        return { subject: thief }
      },
      copy: { changes: () => ({ administrator_id: free, subject: thief }), use: () => use(thief) },
      shown: ['created_at'],
    }
  },

  function apiKeys(at) {
    let key = ''
    const use = async (used: string) => outcomeOf(await client(at.server, used).get('/v1/purchase-requests'))
    const invented = `kontor_${randomBytes(32).toString('base64url')}`
    return {
      table: apiKeyTable,
      async given() {
        await at.setRules([])
        const make = async (name: string) =>
          (await at.people.owner.client.post('/v1/api-keys', { name, scopes: ['requests:read'] })).body
        const one = await make('One')
        key = one.key
        return { one: one.api_key.id, other: (await make('Other')).api_key.id }
      },
      use: () => use(key),
      refusals: ['401 api_key_invalid'],
      isUsedOnce: true,
      later: (id) => at.people.owner.client.delete(`/v1/api-keys/${id}`),
      copy: { changes: () => ({ id: newId(), hash: bytes(sha256(invented)) }), use: () => use(invented) },
      values: { scopes: ['requests:write'], networks: ['10.0.0.0/8'] },
      shown: ['hint', 'last_used_at'],
    }
  },

  function links(at) {
    let token = ''
    let hasPassword = ''
    const use = async (used: string) => {
      await at.server.db.deleteFrom('sign_in_counters').execute()
      return outcomeOf(await at.server.anonymous.post('/v1/auth/set-password', { token: used, password }))
    }
    const invented = randomBytes(32).toString('base64url')
    return {
      table: linkTable,
      async given() {
        await at.setRules([])
        const make = async (email: string) => {
          const { body } = await at.people.owner.client.post('/v1/administrators', {
            ...{ email, name: email, role: 'auditor' },
          })
          const { id } = await at.server.db
            .selectFrom('password_links')
            .select('id')
            .where('administrator_id', '=', body.administrator.id)
            .executeTakeFirstOrThrow()
          return { id, token: tokenOf(body.link) }
        }
        const [one, other] = [await make('link@example.com'), await make('other-link@example.com')]
        token = one.token
        hasPassword = (await at.person('has-a-password@example.com')).id
        return { one: one.id, other: other.id }
      },
      use: () => use(token),
      does: 'administrator.password_set',
      refusals: ['401 link_invalid', '404 link_invalid', '410 link_invalid'],
      isUsedOnce: true,
      later: 'use',
      copy: {
        changes: () => ({ id: newId(), administrator_id: hasPassword, hash: bytes(sha256(invented)) }),
        use: () => use(invented),
      },
      shown: ['key_version'],
    }
  },
]
