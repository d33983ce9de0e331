import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseCall } from '../../cli/command/command.ts'
import { type CommandName, commandNames, loadCommand } from '../../cli/commands.ts'
import { createDerivationPool } from '../../server/features/wallets/derivation/derivation-pool.ts'
import { verifyWallets } from '../../server/features/wallets/wallet-verification.ts'
import { newSlotKey } from '../../server/platform/vault/slot-key.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { isFull } from '../support/cases/scale.ts'
import { thorough } from '../support/cases/thorough.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 4 })

function kontor(words: string, env: Record<string, string> = {}, input = '') {
  return runCli(
    words.split(' '),
    { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir, ...env },
    input,
  )
}

function sharesIn(stdout: string): string[] {
  return stdout.match(/^([0-9A-Z]{4}-){17}[0-9A-Z]{4}$/gm) ?? []
}

async function audited(action: string) {
  const rows = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('action', '=', action)
    .orderBy('seq')
    .execute()
  return rows.map(({ event }) => JSON.parse(event))
}

let organizationId: string

beforeAll(async () => {
  organizationId = (await givenOrganization(server)).id
  const owner = await server.signIn('owner')
  expect((await owner.post(`/v1/organizations/${organizationId}/wallets/create`)).status).toBe(201)
})

describe('break-glass shares', () => {
  let shares: string[]

  test('status asks for a second slot until one is created with split and tested with drill', async () => {
    const before = await kontor('vault status')
    expect(before).toMatchObject({ code: 1, stderr: '' })
    expect(before.stdout).toContain('The vault is open.')
    expect(before.stdout).toContain('No second slot has been tested')

    const split = await kontor('vault split --shares 5 --threshold 3')
    expect(split.code).toBe(0)
    shares = sharesIn(split.stdout)
    expect(shares).toHaveLength(5)
    expect((await kontor('vault status')).code).toBe(1)

    const drill = await kontor('vault drill', {}, `${shares[4]}\n${shares[0]?.toLowerCase()}\n${shares[2]}\n`)
    expect(drill).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Slot [0-9a-f]{32} opens the vault\.\n$/),
    })

    const after = await kontor('vault status --json')
    expect(after.code).toBe(0)
    expect(JSON.parse(after.stdout)).toMatchObject({
      state: 'open',
      backed_up: true,
      slots: [
        { kind: 'file', in_use: true },
        { kind: 'shares', shares: 5, threshold: 3, in_use: false, drilled_at: expect.any(String) },
      ],
    })
    expect(await audited('vault.drilled')).toMatchObject([
      { actor_kind: 'cli', actor_name: 'kontor vault drill' },
    ])
    const owner = await server.signIn('owner')
    expect((await owner.get('/v1/vault')).body).toMatchObject({ backed_up: true })
  })

  thorough.test('typing errors are reported one by one, and too few shares are refused', async () => {
    const typed = [
      shares[0]?.replace(/.$/, (last) => (last === '7' ? '8' : '7')),
      'nonsense',
      shares[0],
      shares[0],
      shares[1],
    ]
    const drill = await kontor('vault drill', {}, `${typed.join('\n')}\n`)
    expect(drill.code).toBe(1)
    expect(drill.stderr.split('\n')).toEqual([
      'this share is mistyped: its checksum is wrong.',
      'this is not a share: a share has 72 letters and digits.',
      'share 1 accepted, 1 of 3.',
      'share 1 was already entered.',
      'share 2 accepted, 2 of 3.',
      'kontor: 3 shares are needed, but only 2 were entered.',
      '',
    ])
    expect(drill.stdout).toBe('')
  })

  test('without the key file they open the vault and create a new one', async () => {
    const keyFile = server.config.keyFile
    const away = `${keyFile}.away`
    await rename(keyFile, away)
    try {
      expect((await kontor('vault status')).stdout).toContain('The vault is sealed.')
      expect(await kontor('vault rewrap')).toMatchObject({ code: 1, stdout: '' })

      const recovered = await kontor('vault recover', {}, `${shares.slice(1, 4).join('\n')}\n`)

      expect(recovered).toMatchObject({ code: 0, stdout: expect.stringContaining(keyFile) })
      expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
      expect(await readFile(keyFile)).not.toEqual(await readFile(away))
      expect((await kontor('vault status')).code).toBe(0)
      expect((await kontor('wallets verify')).stdout).toBe('5 wallets were verified.\n')
      expect(await kontor('vault recover', {}, shares.join('\n'))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('already opens the vault'),
      })
    } finally {
      await rm(keyFile, { force: true })
      await rename(away, keyFile)
    }
  })

  test('no response, log, audit row or table contains a share', async () => {
    const { rows } = await sql<{ dump: string }>`
      select (select string_agg(s::text, '') from vault_slots s) || (select string_agg(event, '') from audit_events) as dump
    `.execute(server.db)
    const everything = rows[0]?.dump + server.logged.join('')
    for (const share of shares) {
      expect(everything).not.toContain(share)
      expect(everything).not.toContain(share.replaceAll('-', ''))
    }
  })
})

describe('slots', () => {
  test('a key in the environment opens the vault until its slot is removed', async () => {
    const added = await kontor('vault add-slot env')
    expect(added.code).toBe(0)
    const KONTOR_VAULT_KEY = /^KONTOR_VAULT_KEY=([0-9a-f]{64})\n$/.exec(added.stdout)?.[1] ?? ''
    const onlyEnv = { KONTOR_VAULT_KEY, KONTOR_KEY_FILE: join(server.dataDir, 'none.key') }
    expect(await kontor('vault drill --env', onlyEnv)).toMatchObject({ code: 0 })
    const id = /Slot ([0-9a-f]{32})/.exec(added.stderr)?.[1] ?? ''

    expect(await kontor(`vault remove-slot ${id}`, onlyEnv)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This slot was used to open the vault'),
    })
    expect(await kontor(`vault remove-slot ${id.slice(0, 12)}`)).toMatchObject({ code: 0 })
    expect(await kontor('vault rewrap', onlyEnv)).toMatchObject({ code: 1 })
    expect(await audited('vault.slot_removed')).toMatchObject([{ object_id: id }])
  })

  test('a given key can be added, but only once', async () => {
    const env = { KONTOR_VAULT_KEY: newSlotKey().toString('hex') }
    expect(await kontor('vault add-slot env', env)).toMatchObject({ code: 0, stdout: '' })
    const again = await kontor('vault add-slot env', env)
    expect(again.stdout).toMatch(/^KONTOR_VAULT_KEY=/)
    expect(again.stdout).not.toContain(env.KONTOR_VAULT_KEY)
  })

  test('a key file never overwrites another file', async () => {
    const path = join(server.dataDir, 'second.key')
    expect(await kontor(`vault add-slot file --key-file ${path}`)).toMatchObject({ code: 0 })
    const before = await readFile(path)
    expect(await kontor(`vault add-slot file --key-file ${path}`)).toMatchObject({ code: 1 })
    expect(await readFile(path)).toEqual(before)
    expect(await kontor('vault status', { KONTOR_KEY_FILE: path })).toMatchObject({ code: 0 })
    expect(await kontor(`vault drill --key-file ${path}`)).toMatchObject({ code: 0 })
  })
})

describe('rotation', () => {
  test('rotation rewraps the records, and the service can still read them', async () => {
    const owner = await server.signIn('owner')
    const before = (await owner.get(`/v1/organizations/${organizationId}/wallets/mnemonic`)).body.mnemonic

    const rotated = await kontor(`vault rotate-key --organization ${organizationId}`)

    expect(rotated).toMatchObject({
      code: 0,
      stdout: '1 keys were rotated.\n1 records were rewrapped.\n',
    })
    const seed = await server.db.selectFrom('wallet_seeds').selectAll().executeTakeFirstOrThrow()
    expect(seed.sealed_entropy.readUInt32BE(1)).toBe(2)
    const after = await owner.get(`/v1/organizations/${organizationId}/wallets/mnemonic`)
    expect(after.body.mnemonic).toBe(before)
    expect(await kontor('vault rewrap')).toMatchObject({
      stdout: '0 records were rewrapped.\n',
    })
    expect(await audited('vault.key_rotated')).toMatchObject([
      { organization_id: organizationId, details: { version: 2 } },
    ])
  })

  thorough.test('rotating all keys can be continued with --before', async () => {
    const before = new Date().toISOString()
    // The service may seal the last signed row of the audit log with the new key before it is rewrapped.
    expect((await kontor(`vault rotate-key --all --before ${before}`)).stdout).toMatch(
      /^3 keys were rotated\.\n[23] records were rewrapped\.\n$/,
    )
    expect((await kontor(`vault rotate-key --all --before ${before}`)).stdout).toMatch(/^0 keys/)
  })

  thorough.test('a record that cannot be opened is listed and not changed', async () => {
    const { id } = await givenOrganization(server)
    const owner = await server.signIn('owner')
    await owner.post(`/v1/organizations/${id}/wallets/create`)
    await sql`
      update wallet_seeds set sealed_entropy = set_byte(sealed_entropy, 30, get_byte(sealed_entropy, 30) # 1)
      where organization_id = ${id}
    `.execute(server.db)
    const damaged = await server.db
      .selectFrom('wallet_seeds')
      .selectAll()
      .where('organization_id', '=', id)
      .execute()

    const rotated = await kontor(`vault rotate-key --organization ${id}`)

    expect(rotated.code).toBe(1)
    expect(rotated.stdout).toContain(`wallet_seeds ${id}: sealed_entropy cannot be opened.`)
    expect(
      await server.db.selectFrom('wallet_seeds').selectAll().where('organization_id', '=', id).execute(),
    ).toEqual(damaged)
    const verified = await kontor('wallets verify')
    expect(verified).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${id}: its mnemonic cannot be opened.`),
    })
  })
})

thorough.test('verification lists a wallet that cannot be derived from its mnemonic', async () => {
  await server.db
    .updateTable('wallets')
    .set({ address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })
    .where('organization_id', '=', organizationId)
    .where('network', '=', 'tron')
    .execute()
  const verified = await kontor('wallets verify')
  expect(verified.code).toBe(1)
  expect(verified.stdout).toContain(
    `${organizationId}: the stored address of its tron wallet cannot be derived`,
  )
})

test('every bytea column is listed as sealed or as something else', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'bytea'
  `.execute(server.db)
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  const notOfTheVault = rows.map(({ name }) => name).filter((name) => !sealed.includes(name))
  // Hashes, HMACs and public keys, what the key of a token seals, files that a bank is sent, and the vault's own rows. A new sealed column belongs
  // into server/sealed-columns.ts, or a rotated key never reaches it.
  const known =
    /hash|sha256|digest|public_key|^passkeys\.(credential_id|spki)$|^sign_in_counters\.subject$|^refresh_tokens\.successor_sealed$|^(administrators|administrator_identities|api_keys|passkeys|passkey_challenges|recovery_codes|password_links|foundings|founding_confirmations|sessions|refresh_tokens|signing_keys|wallets|wallet_seeds|address_book_entries|purchase_request_decisions|secret_decisions|policies|approvals|approval_votes|signing_state|counted_acts|rollbacks|audit_verifications|book_closings|own_organizations|transfer_batches|payment_files)\.proof$|^payment_files\.content$|^transfers\.(decision_)?proof$|^approval_votes\.link_half(_proof)?$|^(vault_root|vault_slots|data_keys)\./
  expect(notOfTheVault.filter((name) => !known.test(name))).toEqual([])
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(sealed))
})

test.runIf(isFull)('an interrupted verification prints how to continue', async () => {
  const derivation = createDerivationPool({ size: 1 })
  const tools = { vault: server.service.vault, derivation }
  const first = await verifyWallets(server.db, tools, () => {}, { signal: AbortSignal.abort() })
  expect(first.stoppedAfter).toEqual(expect.any(String))
  const rest = await verifyWallets(server.db, tools, () => {}, { after: first.stoppedAfter })
  expect(first.wallets + rest.wallets).toBe(10)
  await derivation.close()
})

describe('usage errors', () => {
  test.each([
    ['vault split', '--shares should be a number from 2 to 99'],
    ['vault split --shares 3 --threshold 4', '--threshold cannot be more than --shares'],
    ['vault split --shares 300 --threshold 4', '--shares should be a number from 2 to 99'],
    ['vault rotate-key', 'exactly one of'],
    ['vault rotate-key --all --system', 'exactly one of'],
    ['vault rotate-key --all --before soon', '--before should be a time'],
    ['vault add-slot', "the argument should be 'file', 'env' or 'pkcs11'"],
    ['vault add-slot file --key-file x --token y', "--token is allowed only with 'pkcs11'"],
    ['vault add-slot pkcs11 --key-file x', '--key-file is required with'],
    ['vault add-slot pkcs11 --hash md5', '--hash should be one of sha1, sha256'],
    ['vault add-slot file', '--key-file is required with'],
    ['vault add-slot env --key-file x', '--key-file is required with'],
    ['vault remove-slot', 'exactly one slot is needed'],
    ['wallets verify --after x', '--after should be the id of an organization'],
  ])('%s', async (line, sentence) => {
    const [first, second, ...args] = line.split(' ')
    const command = await loadCommand(`${first} ${second}` as CommandName)
    await expect(async () => command.run(parseCall(command, args))).rejects.toThrow(sentence)
  })

  thorough.test('every command is found under its own name', async () => {
    for (const name of commandNames) expect((await loadCommand(name)).name).toBe(name)
  })

  thorough.test('every command has help that names its options', async () => {
    const ours = commandNames.filter((name) => /^(vault|wallets) /.test(name))
    expect(ours).toHaveLength(10)
    for (const { help, options = {} } of await Promise.all(ours.map(loadCommand))) {
      expect(help).toMatch(/\w/)
      for (const { description } of Object.values(options)) expect(description).toMatch(/\w/)
    }
  })
})
