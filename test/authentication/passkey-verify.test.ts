import { expect, test } from 'vitest'
import { removedId } from '../../server/features/authentication/passkeys/enrolment.ts'
import { createPasskeyReplay } from '../../server/features/authentication/passkeys/passkey-replay.ts'
import { relyingParty } from '../../server/features/authentication/passkeys/relying-party.ts'
import { service } from '../../server/platform/actor.ts'
import { appendAudit } from '../../server/platform/audit/audit-log.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { type ReplayedEvent, replayAudit } from '../../server/platform/audit-proofs/replay.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'
import { addPasskey, reauthenticateWithPasskey } from '../support/service/passkeys.ts'
import { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

const server = startServer()
/** Whose log is forged. */
const other = startServer()

async function verify({ withVault = true, of = server } = {}): Promise<string[]> {
  const proofs = withVault ? createAuditProofs({ vault: of.service.vault }) : undefined
  const { problems } = await replayAudit(of.db, [createPasskeyReplay().part], proofs)
  return problems.map(({ message }) => message)
}

/** Somebody with two passkeys, of which the first was removed, and somebody who was reset. */
async function history() {
  const client = await server.signIn('owner')
  const first = await addPasskey(client)
  const second = await addPasskey(client, new SoftwareAuthenticator('RS256'), { signer: first.authenticator })
  await reauthenticateWithPasskey(client, second.authenticator)
  expect((await client.delete(`/v1/account/passkeys/${first.reply.body.id}`)).status).toBe(200)
  const reset = await server.signIn('operator')
  await addPasskey(reset)
  await client.post(`/v1/administrators/${reset.id}/reset`)
  return { client, passkey: second }
}

/** A passkey of an attacker, as a row. */
function invented(administratorId: string) {
  const authenticator = new SoftwareAuthenticator()
  return {
    id: newId(),
    administrator_id: administratorId,
    credential_id: authenticator.credentialId,
    public_key: authenticator.cose(),
    spki: authenticator.spki,
    sign_count: 0,
    transports: [],
    backed_up: false,
    name: 'x',
    created_at: new Date(),
  }
}

test('passkeys that came through the service are those of the audit log', async () => {
  await history()
  expect(await verify()).toEqual([])
  // Without the vault, proofs are not checked, but signatures and the table are.
  expect(await verify({ withVault: false })).toEqual([])
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  await server.service.checkpoints.cut(true)
  const { code, stdout } = await runCli(['audit', 'verify'], env)
  expect([code, /^Passkeys: \d+$/m.test(stdout)]).toEqual([0, true])
  // Administrators of this test were put into the database, and nothing was stated of them.
  expect(stdout).toMatch(
    /^Administrators: \d+, not compared, because the event control.started was never written/m,
  )
})

test('a passkey that somebody inserted, changed or deleted in the table is found', async () => {
  const { client, passkey } = await history()
  const id = client.id as string
  const found = [`The passkeys of administrator ${id} are not those of the audit log.`]
  const row = invented(id)
  await server.db.insertInto('passkeys').values(row).execute()
  expect(await verify()).toEqual(found)
  await server.db.deleteFrom('passkeys').where('id', '=', row.id).execute()
  expect(await verify()).toEqual([])

  const own = server.db.updateTable('passkeys').where('id', '=', passkey.reply.body.id)
  await own.set({ spki: row.spki }).execute()
  expect(await verify()).toEqual(found)
  await own.set({ spki: passkey.authenticator.spki }).execute()
  expect(await verify()).toEqual([])

  await server.db.deleteFrom('passkeys').where('id', '=', passkey.reply.body.id).execute()
  expect(await verify()).toEqual(found)
})

test('a passkey that was enrolled once more after it was removed is found', () => {
  const credential_id = Buffer.alloc(32, 7).toString('base64url')
  const { part } = createPasskeyReplay()
  const told = { object_id: 'anna', isProven: true, leastTagKey: 0 }
  const added = {
    ...told,
    action: 'administrator.passkey_added',
    details: { credential_id, relying_party: relyingParty(null), signature: null },
    state: { passkeys: [{ credential_id, public_key: 'aa' }] },
  }
  const gone = { kind: 'passkey', id: removedId(Buffer.alloc(32, 7)), revision: 1, gone: true, tag: '' }
  const removed = {
    ...told,
    action: 'administrator.passkey_removed',
    details: { credential_id },
    state: { passkeys: [] },
    revisions: [gone],
  }
  const found = [added, removed, added].map((event, at) =>
    part.visit({ ...event, seq: at + 1 } as unknown as ReplayedEvent),
  )
  expect(found).toEqual([undefined, undefined, 'The passkey of row 3 had been removed before.'])
})

test('an event that somebody appended to the log is found by its proof or its missing signature', async () => {
  const client = await other.signIn('owner')
  const { authenticator } = await addPasskey(client)
  const row = invented(client.id as string)
  const state = {
    passkeys: [authenticator.id, row.credential_id.toString('base64url')].map((credential_id) => ({
      credential_id,
      public_key: '00',
    })),
  }
  await other.db.transaction().execute((db) =>
    appendAudit(db, [
      {
        actor: service,
        action: 'administrator.passkey_added',
        at: new Date(),
        object: { type: 'administrator', id: client.id as string },
        details: {
          credential_id: state.passkeys[1]?.credential_id,
          relying_party: { rpId: 'localhost', origin: null },
        },
        state,
        proof: { key: 1, hmac: '0'.repeat(64) },
      },
    ]),
  )
  expect(await verify({ of: other })).toContainEqual(expect.stringContaining('is forged'))
  expect(await verify({ of: other, withVault: false })).toContainEqual(
    expect.stringMatching(/does not follow|not signed/),
  )
})
