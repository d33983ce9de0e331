import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { newRootKey, wrapRootKey } from '../../server/platform/vault/root-key.ts'
import { sealedMessages } from '../../server/platform/vault/sealed-reasons.ts'
import { newSlotKey, slotIdOf } from '../../server/platform/vault/slot-key.ts'
import { createToken } from '../../server/platform/vault/token.ts'
import { wrapForToken } from '../../server/platform/vault/token-key.ts'
import { createVault, type Vault } from '../../server/platform/vault/vault.ts'
import { deferRootReferences } from '../../server/platform/vault/vault-store.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { recordingTool } from '../support/outside/token-tool.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { emptyDatabase, startServer } from '../support/service/harness.ts'

/**
 * A slot in SoftHSM 2, through OpenSC. It proves that we speak PKCS #11, and nothing about hardware: SoftHSM keeps its keys
 * in files and never locks a PIN. Both come from Debian; where they are missing and cannot be installed, nothing runs.
 */
const modules = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so']
const isInstalled = () => modules.some(existsSync) && existsSync('/usr/bin/pkcs11-tool')
if (!isInstalled() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'softhsm2', 'opensc']
  try {
    execFileSync('apt-get', install, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch {
    console.log('softhsm2 and opensc could not be installed.')
  }
}
const module = modules.find(existsSync) ?? ''
const pin = '83519276'
const run = promisify(execFile)

describe.skipIf(!isInstalled())('a slot in SoftHSM 2', () => {
  const server = startServer({ connections: 4 })
  let directory: string
  let environment: Record<string, string>
  let tool: Awaited<ReturnType<typeof recordingTool>>
  let organizationId: string
  let vaults: Vault[] = []
  const printed: string[] = []

  async function softhsm(label: string): Promise<void> {
    const init = ['--init-token', '--free', '--label', label, '--so-pin', '12345678', '--pin', pin]
    await run('softhsm2-util', init, { env: { ...process.env, ...environment } })
  }

  async function generateKey(token: string, label: string, id: string, type = 'rsa:2048'): Promise<void> {
    const key = ['--keypairgen', '--key-type', type, '--label', label, '--id', id, '--usage-decrypt']
    const login = ['--module', module, '--token-label', token, '--login', '--pin', pin]
    await run('/usr/bin/pkcs11-tool', [...login, ...key], { env: { ...process.env, ...environment } })
  }

  async function kontor(words: string, env: Record<string, string> = {}) {
    const own = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
    const outcome = await runCli(words.split(' '), { ...own, ...environment, ...env })
    printed.push(outcome.stdout, outcome.stderr)
    return outcome
  }

  /** A node without a key file. */
  const onlyToken = () => ({ KONTOR_KEY_FILE: join(directory, 'none.key') })

  function node(settings: { token?: string; key?: string; pin?: string; module?: string } = {}): Vault {
    const vault = createVault({
      db: server.db,
      columns: sealedColumns,
      config: {
        keyFile: join(directory, 'none.key'),
        key: undefined,
        token: { module, token: null, key: null, pin, ...settings },
      },
      log: pino({}, { write: (line: string) => void printed.push(line) }),
    })
    vaults.push(vault)
    return vault
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(inject('runDir'), 'softhsm-'))
    const conf = join(directory, 'softhsm2.conf')
    await mkdir(join(directory, 'tokens'))
    await writeFile(conf, `directories.tokendir = ${join(directory, 'tokens')}\nobjectstore.backend = file\n`)
    tool = await recordingTool(join(directory, 'bin'), 'exec /usr/bin/pkcs11-tool "$@"')
    environment = {
      PATH: tool.path,
      SOFTHSM2_CONF: conf,
      KONTOR_PKCS11_MODULE: module,
      KONTOR_PKCS11_PIN: pin,
    }
    vi.stubEnv('PATH', tool.path)
    vi.stubEnv('SOFTHSM2_CONF', conf)
    await softhsm('kontor')
    await generateKey('kontor', 'decoy', '01')
    await generateKey('kontor', 'vault', '02')
    organizationId = (await givenOrganization(server)).id
    const owner = await server.signIn('owner')
    expect((await owner.post(`/v1/organizations/${organizationId}/wallets/create`)).status).toBe(201)
  })
  afterEach(async () => {
    for (const vault of vaults) await vault.stop()
    vaults = []
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await rm(directory, { recursive: true })
  })

  /** A login with the right PIN, after which the token reports no wrong one. */
  const signInOnce = () => kontor('vault drill --pkcs11')

  test('is added by label with a tested hash, is drilled, and opens the vault of a service that starts', async () => {
    const added = await kontor(`vault add-slot pkcs11 --module ${module} --token kontor --key vault`)
    // SoftHSM 2.6 knows only SHA-1.
    expect(added).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Slot [0-9a-f]{32} was added \(RSA-OAEP with SHA(1|256)\)\.\n$/),
    })
    expect(await kontor('vault drill --pkcs11')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Slot [0-9a-f]{32} opens the vault\.\n$/),
    })
    const vault = node()
    expect(await vault.unlock()).toBe('open')
    const status = await kontor('vault status --json', onlyToken())
    expect(JSON.parse(status.stdout)).toMatchObject({
      state: 'open',
      slots: [
        { kind: 'file', in_use: false },
        { kind: 'pkcs11', token: 'kontor', token_key: 'vault', in_use: true },
      ],
    })
    expect(await kontor('wallets verify', onlyToken())).toMatchObject({
      code: 0,
      stdout: '5 wallets were verified.\n',
    })
  })

  test('a service that starts with the token alone opens its vault', async () => {
    const env = {
      DATABASE_URL: server.databaseUrl,
      KONTOR_DATA_DIR: await mkdtemp(join(inject('runDir'), 'node-')),
    }
    const started = await startProcess({ ...environment, ...env, ...onlyToken() })
    try {
      await untilReady(started)
      expect(await (await fetch(`${started.url}/readyz`)).json()).toMatchObject({ vault: 'open' })
    } finally {
      started.child.kill()
      await started.ended
    }
    expect(started.output()).toMatch(/"slot":"pkcs11".*The vault is open/)
    printed.push(started.output())
  })

  test('settings name the token and the key, by label or ID', async () => {
    expect(await node({ token: 'kontor', key: 'vault' }).unlock()).toBe('open')
    expect(await node({ token: 'kontor', key: '02' }).unlock()).toBe('open')
    const added = await kontor('vault add-slot pkcs11', {
      KONTOR_PKCS11_TOKEN: 'kontor',
      KONTOR_PKCS11_KEY: '02',
    })
    expect(added).toMatchObject({ code: 0 })
    await kontor(`vault remove-slot ${/Slot (\S+)/.exec(added.stderr)?.[1]}`)
  })

  test.each([
    ['another key of the token', { key: 'decoy' }, 'token_wrong'],
    ['a key that is not there', { key: 'absent' }, 'token_key_missing'],
    ['a token that is not there', { token: 'absent' }, 'token_missing'],
    ['a module that is not there', { module: '/nowhere.so' }, 'token_module_missing'],
    ['a file that is no module', { module: '/etc/passwd' }, 'token_module_missing'],
  ])('%s is one sentence', async (_name, settings, reason) => {
    const vault = node(settings)
    expect(await vault.unlock()).toBe('sealed')
    expect(vault.sealedBecause()).toBe(reason)
    expect(printed.join('')).toContain(sealedMessages[reason as keyof typeof sealedMessages])
  })

  test('a wrong PIN is given once, not by a restart either, and the right one by a drill', async () => {
    const logins = async () => (await tool.calls()).filter((line) => line.includes('--login')).length
    const before = await logins()
    const vault = node({ pin: '00000000' })
    await vault.unlock()
    for (let retry = 0; retry < 3; retry++) await vault.job.run(new AbortController().signal)
    expect(vault.sealedBecause()).toBe('token_pin_wrong')
    expect(await logins()).toBe(before + 1)

    const restarted = node({ pin: '00000000' })
    expect(await restarted.unlock()).toBe('sealed')
    expect(restarted.sealedBecause()).toBe('token_pin_at_risk')
    expect(await kontor('vault status', onlyToken())).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(sealedMessages.token_pin_at_risk),
    })
    expect(await logins()).toBe(before + 1)

    expect(await kontor('vault drill --pkcs11', onlyToken())).toMatchObject({ code: 0 })
    expect(await restarted.unlock()).toBe('sealed')
    expect(restarted.sealedBecause()).toBe('token_pin_wrong')
    await signInOnce()
    expect(await node().unlock()).toBe('open')
  })

  test('a token that was removed is waited for', async () => {
    const tokens = join(directory, 'tokens')
    const vault = node()
    await rename(tokens, `${tokens}.away`)
    await mkdir(tokens)
    expect(await vault.unlock()).toBe('sealed')
    expect(vault.sealedBecause()).toBe('token_missing')
    await rm(tokens, { recursive: true })
    await rename(`${tokens}.away`, tokens)
    await vault.job.run(new AbortController().signal)
    expect(vault.state()).toBe('open')
  })

  test('a token that holds the slot of another vault opens nothing here', async () => {
    await softhsm('other')
    await generateKey('other', 'vault', '02')
    const vault = node({ token: 'other' })
    expect(await vault.unlock()).toBe('sealed')
    expect(vault.sealedBecause()).toBe('token_wrong')
    expect(await kontor('vault drill --pkcs11', { KONTOR_PKCS11_TOKEN: 'other' })).toMatchObject({
      code: 1,
      stderr: `kontor: ${sealedMessages.token_wrong}\n`,
    })
  })

  test('a wrong hash, a wrong PIN and a public key of another token are refused before anything is added', async () => {
    const slots = () => server.db.selectFrom('vault_slots').select('id').orderBy('id').execute()
    const before = await slots()
    const add = 'vault add-slot pkcs11 --token kontor --key vault'
    expect(await kontor(`${add} --hash sha512`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `${sealedMessages.token_refused} (error: PKCS11 function C_DecryptInit failed`,
      ),
    })
    const pem = join(directory, 'decoy.der')
    const read = [
      '--module',
      module,
      '--token-label',
      'kontor',
      '--read-object',
      '--type',
      'pubkey',
      '--id',
      '01',
    ]
    await run('/usr/bin/pkcs11-tool', [...read, '--output-file', pem])
    expect((await kontor(`${add} --public-key ${pem}`)).stderr).toContain(
      'The private key of the token does not belong to this public key.',
    )
    expect((await kontor(add, { KONTOR_PKCS11_PIN: '00000000' })).stderr).toContain(
      sealedMessages.token_pin_wrong,
    )
    expect(await slots()).toEqual(before)
    await signInOnce()
  })

  test('a backup opens with the token alone, and so does what is restored', async () => {
    const backup = join(directory, 'backup')
    expect(await kontor(`backup ${backup}`)).toMatchObject({ code: 0 })
    const machine = {
      DATABASE_URL: await emptyDatabase(),
      KONTOR_DATA_DIR: await mkdtemp(join(inject('runDir'), 'machine-')),
    }
    expect(await kontor(`backup verify ${backup}`, machine)).toMatchObject({ code: 0 })
    expect(await kontor(`restore ${backup}`, machine)).toMatchObject({ code: 0 })
    expect(await kontor('wallets verify', machine)).toMatchObject({ code: 0 })
    expect(await kontor('vault recover --pkcs11', machine)).toMatchObject({ code: 0 })
    expect(await readFile(join(machine.KONTOR_DATA_DIR, 'root.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  })

  test('a slot that somebody forged for the public key of the token does not open', async () => {
    const columns = ['id', 'wrapped_root_key', 'wrapped_slot_key', 'oaep_hash'] as const
    const before = await server.db
      .selectFrom('vault_slots')
      .select(columns)
      .where('kind', '=', 'pkcs11')
      .executeTakeFirstOrThrow()
    const { id: rootId, canary } = await server.db
      .selectFrom('vault_root')
      .selectAll()
      .executeTakeFirstOrThrow()
    const replace = (from: string, slot: typeof before, root: { id: string; canary: Buffer }) =>
      server.db.transaction().execute(async (db) => {
        await deferRootReferences(db)
        await db.updateTable('vault_slots').set(slot).where('id', '=', from).execute()
        await db.updateTable('vault_slots').set({ root_id: root.id }).execute()
        await db.updateTable('data_keys').set({ root_id: root.id }).execute()
        await db.updateTable('vault_root').set({ id: root.id, canary: root.canary }).execute()
      })
    const publicKey = await createToken({ module, token: null, key: null, pin: null }).publicKey(
      'kontor',
      'vault',
    )
    const slotKey = newSlotKey()
    const forged = newRootKey()
    const slot = {
      id: slotIdOf(slotKey),
      wrapped_root_key: wrapRootKey(slotKey, forged),
      wrapped_slot_key: wrapForToken(publicKey, 'sha1', slotKey),
      oaep_hash: 'sha1' as const,
    }

    await replace(before.id, slot, forged)
    const vault = node()
    expect(await vault.unlock()).toBe('sealed')
    expect(vault.sealedBecause()).toBe('token_wrong')
    await replace(slot.id, before, { id: rootId, canary })
    expect(await vault.unlock()).toBe('open')
  })

  test('the root key is rotated without the token; nodes that run on the token go on', async () => {
    const vault = node()
    await vault.unlock()
    const place = { organizationId, table: 'wallet_seeds', record: organizationId, field: 'sealed_entropy' }
    const sealed = await vault.seal(server.db, place, Buffer.from('secret'))
    const fileOnly = { KONTOR_PKCS11_MODULE: '' }
    const before = await server.db
      .selectFrom('vault_slots')
      .selectAll()
      .where('kind', '=', 'pkcs11')
      .execute()

    expect(await kontor('vault rotate-root', onlyToken())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(file): its key is not here; IT IS REMOVED'),
    })
    expect((await kontor('vault rotate-root', fileOnly)).stdout).toContain('2 slots were sealed anew')

    const after = await server.db.selectFrom('vault_slots').selectAll().where('kind', '=', 'pkcs11').execute()
    expect(after).toHaveLength(1)
    expect(after[0]?.id).not.toBe(before[0]?.id)
    const other = { ...place, organizationId: 'made-after', record: 'made-after' }
    const made = await vault.seal(server.db, other, Buffer.from('new'))
    expect((await vault.open(server.db, place, sealed)).toString()).toBe('secret')
    const restarted = node()
    expect(await restarted.unlock()).toBe('open')
    expect((await restarted.open(server.db, other, made)).toString()).toBe('new')
    expect(await kontor('vault drill --pkcs11', onlyToken())).toMatchObject({ code: 0 })
    expect(await kontor('wallets verify', onlyToken())).toMatchObject({ code: 0 })
    await sql`delete from data_keys where scope like 'made-after%'`.execute(server.db)
  })

  test('the slot of the key file is removed with the token, which rotates the root key alone; its own slot is removed with a new key file', async () => {
    const status = JSON.parse((await kontor('vault status --json', onlyToken())).stdout)
    const [file, token] = status.slots as { id: string; kind: string }[]
    expect([file?.kind, token?.kind]).toEqual(['file', 'pkcs11'])
    expect(await kontor(`vault remove-slot ${token?.id}`, onlyToken())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This slot was used to open the vault'),
    })
    expect(await kontor(`vault remove-slot ${file?.id}`, onlyToken())).toMatchObject({ code: 0 })
    expect((await kontor('vault rotate-root', onlyToken())).stdout).toContain(
      'and 1 slots were sealed anew, 0 slots',
    )
    const [{ id: renewed }] = JSON.parse((await kontor('vault status --json', onlyToken())).stdout).slots
    const path = join(directory, 'fresh.key')
    expect(await kontor(`vault add-slot file --key-file ${path}`, onlyToken())).toMatchObject({ code: 0 })
    const fromFile = { KONTOR_PKCS11_MODULE: '', KONTOR_KEY_FILE: path }
    expect(await kontor(`vault remove-slot ${renewed}`, fromFile)).toMatchObject({ code: 0 })
    expect(await kontor('vault drill --pkcs11')).toMatchObject({
      code: 1,
      stderr: `kontor: ${sealedMessages.token_wrong}\n`,
    })
  })

  test('the PIN was never an argument, and is in no output, log, row or file of the database', async () => {
    const calls = await tool.calls()
    expect(calls.length).toBeGreaterThan(30)
    expect(calls.some((line) => line.includes('pin=given'))).toBe(true)
    const { rows } = await sql<{ dump: string }>`
      select (select string_agg(s::text, '') from vault_slots s) || (select string_agg(event, '') from audit_events) as dump
    `.execute(server.db)
    const everything = [...calls, ...printed, ...server.logged, rows[0]?.dump].join('')
    expect(everything).not.toContain(pin)
    expect(everything).toContain('env:KONTOR_PKCS11_PIN')
  })
})
