import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { sealedMessages } from '../../server/platform/vault/sealed-reasons.ts'
import { newSlotKey, slotIdOf } from '../../server/platform/vault/slot-key.ts'
import { createToken, keyIdIn, type TokenSlot } from '../../server/platform/vault/token.ts'
import { wrapForToken } from '../../server/platform/vault/token-key.ts'
import { createVault } from '../../server/platform/vault/vault.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { recordingTool } from '../support/outside/token-tool.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

/**
 * What needs no token. What a real one does is in test/foreign/; the tool here prints what OpenSC prints in situations
 * that a token in software does not know, such as a PIN that is nearly locked.
 */
const server = startServer({ connections: 2 })
const pin = 'a pin that is nowhere'
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const slotKey = newSlotKey()
const slot: TokenSlot = {
  id: slotIdOf(slotKey),
  token: 'hsm',
  token_key: 'vault',
  oaep_hash: 'sha1',
  wrapped_slot_key: wrapForToken(publicKey, 'sha1', slotKey),
}
let directory: string

beforeAll(async () => {
  const pem = join(server.dataDir, 'token.pem')
  await writeFile(pem, publicKey.export({ format: 'pem', type: 'spki' }))
  const added = await kontor(`vault add-slot pkcs11 --token hsm --key vault --public-key ${pem}`)
  expect(added.code).toBe(0)
})
beforeEach(async () => {
  directory = await mkdtemp(join(inject('runDir'), 'token-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(directory, { recursive: true })
})

function kontor(words: string, env: Record<string, string> = {}) {
  const own = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  return runCli(words.split(' '), { ...own, ...env })
}

/** The environment of a node that has only a token. */
function onlyToken(path: string): Record<string, string> {
  return {
    PATH: path,
    KONTOR_KEY_FILE: join(directory, 'none.key'),
    KONTOR_PKCS11_MODULE: join(directory, 'module.so'),
    KONTOR_PKCS11_PIN: pin,
  }
}

/** A token that is there, with these flags; after a login it prints `then`. */
function tokenWith(flags: string, then = 'exit 0'): string {
  return `case "$*" in *--list-token-slots*)
    echo 'Available slots:'
    echo 'Slot 0 (0x1): Reader'
    echo '  token label        : hsm'
    echo '  token flags        : login required, ${flags}'
    exit 0;;
  esac
  ${then}`
}

const refusesPin = `echo 'error: PKCS11 function C_Login failed: rv = CKR_PIN_INCORRECT (0xa0)' >&2; exit 1`

async function tokenThat(script: string, limitMs?: number) {
  const tool = await recordingTool(directory, script)
  vi.stubEnv('PATH', tool.path)
  const settings = { module: join(directory, 'module.so'), token: null, key: null, pin }
  const token = createToken(settings, { limitMs })
  const reason = () =>
    token.slotKey([slot]).then(
      () => 'opened',
      (error) => error.reason,
    )
  return { reason, calls: tool.calls }
}

test('without pkcs11-tool, service, API and commands say what to install', async () => {
  const env = onlyToken(directory)
  const status = await kontor('vault status', env)
  expect(status.code).toBe(1)
  expect(status.stdout).toContain('The vault is sealed.')
  expect(status.stdout).toContain(sealedMessages.token_tool_missing)
  for (const command of [
    'vault drill --pkcs11',
    'vault recover --pkcs11',
    'vault rewrap',
    'vault rotate-root',
  ]) {
    const refused = await kontor(command, env)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(`kontor: ${sealedMessages.token_tool_missing}`)
    expect(refused.stderr).not.toContain('    at ')
  }

  vi.stubEnv('PATH', directory)
  const lines: string[] = []
  const vault = createVault({
    db: server.db,
    columns: sealedColumns,
    config: {
      keyFile: env.KONTOR_KEY_FILE as string,
      key: undefined,
      token: { module: '/module.so', token: null, key: null, pin },
    },
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  })
  expect(await vault.unlock()).toBe('sealed')
  expect(vault.sealedBecause()).toBe('token_tool_missing')
  expect(lines.join('')).toContain(sealedMessages.token_tool_missing)
  await vault.stop()
})

test('a key file opens the vault although the token does not, and the command says so', async () => {
  const env = { ...onlyToken(directory), KONTOR_KEY_FILE: server.config.keyFile }
  // Its proof in the audit log needs the key that is rotated.
  const owner = await server.signIn('owner')
  expect((await owner.post('/v1/api-keys', { name: 'one', scopes: ['requests:read'] })).status).toBe(201)
  const rewrapped = await kontor('vault rotate-key --system', env)
  expect(rewrapped).toMatchObject({ code: 0 })
  expect(rewrapped.stderr).toContain(
    `${sealedMessages.token_tool_missing} (spawn pkcs11-tool ENOENT) The vault was opened with another key.`,
  )
  const status = await kontor('vault status --json', env)
  expect(JSON.parse(status.stdout)).toMatchObject({ state: 'open', token_fault: 'token_tool_missing' })
})

describe('a PIN', () => {
  test('is given through the environment, is no argument, and is not given to list tokens', async () => {
    const { reason, calls } = await tokenThat(tokenWith('rng', refusesPin))
    expect(await reason()).toBe('token_pin_wrong')
    const [listing = '', login = '', ...others] = await calls()
    expect(others).toEqual([])
    expect(listing).toMatch(/--list-token-slots pin=$/)
    expect(login).toMatch(/--token-label=hsm .*--login --pin=env:KONTOR_PKCS11_PIN pin=given$/)
    expect(`${listing}${login}`).not.toContain(pin)
  })

  test('that was refused is never tried again by the same service', async () => {
    const { reason, calls } = await tokenThat(tokenWith('rng', refusesPin))
    for (let attempt = 0; attempt < 5; attempt++) expect(await reason()).toBe('token_pin_wrong')
    expect((await calls()).filter((line) => line.includes('--login'))).toHaveLength(1)
  })

  test('is not tried again by the job of the vault', async () => {
    const tool = await recordingTool(directory, tokenWith('rng', refusesPin))
    vi.stubEnv('PATH', tool.path)
    const lines: string[] = []
    const vault = createVault({
      db: server.db,
      columns: sealedColumns,
      config: {
        keyFile: join(directory, 'none.key'),
        key: undefined,
        token: { module: '/module.so', token: null, key: null, pin },
      },
      log: pino({}, { write: (line: string) => void lines.push(line) }),
    })
    await vault.unlock()
    for (let run = 0; run < 5; run++) await vault.job.run(new AbortController().signal)
    expect(vault.sealedBecause()).toBe('token_pin_wrong')
    expect((await tool.calls()).filter((line) => line.includes('--login'))).toHaveLength(1)
    expect(lines.join('')).toContain('The token refused the PIN')
    expect(lines.join('')).not.toContain(pin)
    await vault.stop()
  })

  test.each([
    ['user PIN count low', 'token_pin_at_risk'],
    ['final user PIN try', 'token_pin_at_risk'],
    ['user PIN locked', 'token_pin_locked'],
  ])('is not tried by a restarted service if the token says "%s"', async (flag, expected) => {
    const { reason, calls } = await tokenThat(tokenWith(`rng, ${flag}`, refusesPin))
    expect(await reason()).toBe(expected)
    expect((await calls()).filter((line) => line.includes('--login'))).toEqual([])
  })

  test('is tried once more by a drill, but not as the last one', async () => {
    const low = await recordingTool(directory, tokenWith('user PIN count low', refusesPin))
    expect((await kontor('vault drill --pkcs11', onlyToken(low.path))).stderr).toContain(
      sealedMessages.token_pin_wrong,
    )
    expect((await low.calls()).filter((line) => line.includes('--login'))).toHaveLength(1)

    const last = await recordingTool(
      directory,
      tokenWith('user PIN count low, final user PIN try', refusesPin),
    )
    expect((await kontor('vault drill --pkcs11', onlyToken(last.path))).stderr).toContain(
      'One more wrong PIN locks the token',
    )
    expect((await last.calls()).filter((line) => line.includes('--login'))).toEqual([])
  })

  test('that is missing is asked for in a sentence, not by the tool', async () => {
    const tool = await recordingTool(directory, tokenWith('rng'))
    const { KONTOR_PKCS11_PIN: _pin, ...env } = onlyToken(tool.path)
    expect((await kontor('vault drill --pkcs11', env)).stderr).toBe(
      `kontor: ${sealedMessages.token_pin_missing}\n`,
    )
    expect(await tool.calls()).toEqual([])
  })
})

test.each([
  ['CKR_PIN_LOCKED', 'error: PKCS11 function C_Login failed: rv = CKR_PIN_LOCKED (0xa4)', 'token_pin_locked'],
  [
    'CKR_PIN_LEN_RANGE',
    'error: PKCS11 function C_Login failed: rv = CKR_PIN_LEN_RANGE (0xa2)',
    'token_pin_wrong',
  ],
  [
    'CKR_DEVICE_REMOVED',
    'error: PKCS11 function C_Login failed: rv = CKR_DEVICE_REMOVED (0x32)',
    'token_missing',
  ],
  ['a strange login', 'error: PKCS11 function C_Login failed: rv = CKR_GENERAL_ERROR (0x5)', 'token_refused'],
  ['no slot', 'No slot with token named "hsm" found', 'token_missing'],
  ['no module', 'error: Failed to load pkcs11 module', 'token_module_missing'],
])('what the tool prints about %s is understood', async (_name, printed, expected) => {
  const { reason } = await tokenThat(tokenWith('rng', `echo '${printed}' >&2; exit 1`))
  expect(await reason()).toBe(expected)
})

test('a login that fails for an unknown reason is not repeated either', async () => {
  const failure = `echo 'error: PKCS11 function C_Login failed: rv = CKR_GENERAL_ERROR (0x5)' >&2; exit 1`
  const { reason, calls } = await tokenThat(tokenWith('rng', failure))
  for (let attempt = 0; attempt < 3; attempt++) expect(await reason()).toBe('token_refused')
  expect((await calls()).filter((line) => line.includes('--login'))).toHaveLength(1)
})

test('a token that is not there, and one that never answers or asks something, end in a sentence', async () => {
  expect(await (await tokenThat(tokenWith('rng').replace(': hsm', ': another'))).reason()).toBe(
    'token_missing',
  )
  // A child of the tool holds its output open: it is ended, too.
  expect(await (await tokenThat('sleep 600 & wait', 200)).reason()).toBe('token_silent')
  // It has neither a terminal nor an input.
  const asking = await tokenThat(
    tokenWith('rng', 'read answer < /dev/tty && exit 0; read answer && exit 0; exit 1'),
  )
  expect(await asking.reason()).toBe('token_refused')
})

test('the tool gets the variables of its module, and no secret of the service', async () => {
  vi.stubEnv('SOFTHSM2_CONF', '/etc/softhsm2.conf')
  vi.stubEnv('KONTOR_VAULT_KEY', 'ab'.repeat(32))
  vi.stubEnv('DATABASE_URL', 'postgres://u:secret@h/d')
  const seen = join(directory, 'seen')
  await (await tokenThat(`env > '${seen}'; exit 1`)).reason()
  const variables = await readFile(seen, 'utf8')
  expect(variables).toContain('SOFTHSM2_CONF=/etc/softhsm2.conf')
  expect(variables).not.toMatch(/KONTOR|DATABASE_URL/)
})

describe('a key is found by its label or its ID', () => {
  const listed = `Private Key Object; RSA
  label:      ключ хранилища
  ID:         0a1B
  Usage:      decrypt
Private Key Object; RSA
  label:      twin
  ID:         02
Private Key Object; RSA
  label:      twin
  ID:         03
Private Key Object; RSA
  label:      nameless
`
  test.each([
    ['ключ хранилища', '0a1b'],
    ['0A1b', '0a1b'],
    ['03', '03'],
  ])('%s', (name, id) => expect(keyIdIn(listed, name)).toBe(id))

  test.each(['twin', 'nameless', 'absent', '0a'])('not %s', (name) => {
    expect(() => keyIdIn(listed, name)).toThrow(expect.objectContaining({ reason: 'token_key_missing' }))
  })
})
