import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

test('without variables the defaults are used', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    metricsPort: null,
    host: '127.0.0.1',
    databaseUrl: null,
    dataDir: resolve('./data'),
    keyFile: resolve('./data/root.key'),
    documentsUrl: `file:${resolve('./data/documents')}`,
    networks: ['bitcoin', 'ethereum', 'tron', 'solana', 'ton'],
    sessionIdleSeconds: 43_200,
    rateLimit: { perActor: 1_200, perAddress: 300 },
    revealApproval: 'none',
    trustedProxies: [],
    corsOrigins: [],
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', KONTOR_NETWORKS: ' ' })).toMatchObject({
    port: 8080,
    networks: { length: 5 },
    transfersEnabled: false,
  })
})

test('variables are read', () => {
  const config = readConfig({
    PORT: '0',
    KONTOR_METRICS_PORT: '9464',
    KONTOR_NETWORKS: 'ton, bitcoin',
    KONTOR_TRANSFERS: 'on',
    KONTOR_SESSION_IDLE: '30m',
    KONTOR_CHANGES_RETENTION: '90d',
    KONTOR_SCREENING_MAX_AGE: '7d',
    KONTOR_TIME_ZONE: 'Asia/Almaty',
    KONTOR_DUE: 'documents:90m, expiring-documents:14d',
    KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000,USD:10000.50',
    KONTOR_CLAMAV: '[::1]:3310',
    KONTOR_FOUR_EYES: 'documents',
    KONTOR_KYB_REQUIRES: 'ownership, documents',
    KONTOR_SECOND_FACTOR: 'custodian, owner',
    KONTOR_PUBLIC_URL: 'https://kontor.example.com/',
    KONTOR_RPC_ETHEREUM: 'http://user:password@10.0.0.5:8545/key?api_key=1',
    KONTOR_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
  })
  expect(config).toMatchObject({
    port: 0,
    transfersEnabled: true,
    metricsPort: 9464,
    networks: ['ton', 'bitcoin'],
    sessionIdleSeconds: 1800,
    changesRetentionSeconds: 90 * 86_400,
    screeningMaxAgeSeconds: 7 * 86_400,
    timeZone: 'Asia/Almaty',
    due: { documents: 5400, 'expiring-documents': 14 * 86_400, kyb: 86_400 },
    clamav: { host: '::1', port: 3310 },
    publicUrl: 'https://kontor.example.com',
    nodeUrls: { ethereum: 'http://user:password@10.0.0.5:8545/key?api_key=1' },
    trustedProxies: ['10.0.0.0/8', '::1'],
  })
  expect([...config.approvalThresholds]).toEqual([
    ['RUB', '1000000'],
    ['USD', '10000.50'],
  ])
  expect([...config.fourEyes]).toEqual(['documents'])
  expect([...config.kybRequires]).toEqual(['documents', 'ownership'])
  expect([...readConfig({}).kybRequires]).toEqual(['uploaded-documents', 'screening'])
  expect([...readConfig({ KONTOR_FOUR_EYES: 'documents' }).kybRequires]).toEqual(['documents', 'screening'])
  expect([...readConfig({ KONTOR_KYB_REQUIRES: 'sanctions-list' }).kybRequires]).toEqual(['sanctions-list'])
  expect(readConfig({ KONTOR_KYB_REQUIRES: 'none' }).kybRequires.size).toBe(0)
  expect([...config.secondFactorRoles]).toEqual(['owner', 'custodian'])
  expect(readConfig({ KONTOR_SECOND_FACTOR: 'all' }).secondFactorRoles.size).toBe(5)
  expect(readConfig({}).secondFactorRoles.size).toBe(0)
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['KONTOR_METRICS_PORT', '70000'],
  ['KONTOR_METRICS_PORT', 'on'],
  ['KONTOR_METRICS_PORT', '8080'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://a:5432,b:none/x'],
  ['DATABASE_URL', 'postgres://a:70000/x'],
  ['DATABASE_URL', 'postgres://a:0/x'],
  ['DATABASE_URL', 'postgres://u@localhost/x?host=/a&port=70000'],
  ['DATABASE_URL', 'postgres://a/x?sslmode=bogus'],
  ['DATABASE_URL', 'postgres://a/x?sslrootcert=/absent/ca.pem'],
  ['DATABASE_OWNER_URL', 'mysql://localhost/x'],
  // Without DATABASE_URL.
  ['DATABASE_OWNER_URL', 'postgres://a/x'],
  ['KONTOR_ADMIN_EMAIL', 'nobody'],
  ['KONTOR_ADMIN_PASSWORD', 'short'],
  ['KONTOR_DOCUMENTS_URL', 'ftp://x'],
  ['KONTOR_DOCUMENTS_URL', 's3:///prefix'],
  ['KONTOR_DOCUMENTS_URL', 's3://key:secret@bucket'],
  ['KONTOR_DOCUMENTS_URL', 's3://bucket?endpoint=somewhere'],
  ['KONTOR_KEY_FILE', '/'],
  ['KONTOR_AUDIT_CHECKPOINTS', '/'],
  ['KONTOR_AUDIT_CHECKPOINTS', '/absent/checkpoints.ndjson,'],
  ['KONTOR_NETWORKS', 'bitcoin,dogecoin'],
  ['KONTOR_PUBLIC_URL', 'kontor.example.com'],
  ['KONTOR_PUBLIC_URL', 'https://kontor.example.com/path'],
  ['KONTOR_SESSION_IDLE', 'soon'],
  ['KONTOR_SESSION_IDLE', '0'],
  ['KONTOR_SECOND_FACTOR', 'owners'],
  ['KONTOR_CHANGES_RETENTION', 'forever'],
  ['KONTOR_SCREENING_MAX_AGE', '0'],
  ['KONTOR_DUE', 'documents'],
  ['KONTOR_DUE', 'documents:soon'],
  ['KONTOR_DUE', 'documents:0h'],
  ['KONTOR_DUE', 'documents:8h:9h'],
  ['KONTOR_DUE', 'documents:8h,documents:9h'],
  ['KONTOR_DUE', 'document:8h'],
  ['KONTOR_DUE', 'toString:8h'],
  ['KONTOR_DUE', 'kyb:999999999d'],
  ['KONTOR_DUE', 'documents:8h,'],
  ['KONTOR_RATE_LIMIT', 'maybe'],
  ['KONTOR_TRANSFERS', 'yes'],
  ['KONTOR_REVEAL_APPROVAL', 'yes'],
  ['KONTOR_FOUR_EYES', 'wallets'],
  ['KONTOR_KYB_REQUIRES', 'nothing'],
  ['KONTOR_KYB_REQUIRES', 'none,documents'],
  ['KONTOR_APPROVAL_THRESHOLD', 'a lot'],
  ['KONTOR_APPROVAL_THRESHOLD', 'RUR:1000,ABC:5'],
  ['KONTOR_RPC_BITCOIN', 'node.example.com'],
  ['KONTOR_RPC_ETHEREUM', 'ftp://node.example.com'],
  ['KONTOR_RPC_TRON', 'http://user:%zz@node.example.com'],
  ['KONTOR_RPC_SOLANA', 'https://node.example.com/#key'],
  ['KONTOR_RPC_TON', 'on'],
  ['KONTOR_TIME_ZONE', 'Moscow'],
  ['KONTOR_CLAMAV', 'somewhere'],
  ['KONTOR_CLAMAV', 'somewhere:0'],
  ['KONTOR_CLAMAV', 'somewhere:70000'],
  ['KONTOR_TRUSTED_PROXIES', '10.0.0.0/64'],
  ['KONTOR_CORS_ORIGINS', '*'],
  ['KONTOR_VAULT_KEY', 'abc'],
])('%s=%s is refused with a sentence that names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} should be .+\\.$`))
})

test('a refused secret is not repeated', () => {
  expect(() => readConfig({ KONTOR_RPC_TON: 'ws://user:geheim@node' })).not.toThrow('geheim')
  expect(() => readConfig({ KONTOR_ADMIN_PASSWORD: 'geheim' })).not.toThrow('geheim')
})

test('a variable that is not a setting is named, with the nearest setting', () => {
  const { warnings } = readConfig({
    KONTOR_DATADIR: '/var/lib/kontor',
    kontor_log_level: 'debug',
    KONTOR_COLOUR: 'green',
    KONTOR_TEST_SEED: '1',
    KONTOR_RATE_LIMIT: 'on',
    KONTOR_ADMIN_PASSWORD: '',
  })
  expect(warnings).toEqual([
    'The variable KONTOR_DATADIR is not a setting and has no effect: did you mean KONTOR_DATA_DIR?',
    'The variable kontor_log_level is not a setting and has no effect: did you mean KONTOR_LOG_LEVEL?',
    'The variable KONTOR_COLOUR is not a setting and has no effect.',
  ])
})

const settings = await readFile(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')

test('every setting in docs/settings.md is known', () => {
  const names = [...settings.matchAll(/^\| (`KONTOR_[^|]*)/gm)].flatMap(
    ([row]) => row.match(/KONTOR_[A-Z0-9_]+/g) ?? [],
  )
  expect(names.length).toBeGreaterThan(15)
  const unset = Object.fromEntries(names.map((name) => [name, '']))
  expect(readConfig(unset).warnings).toEqual([])
})

test('every setting that is read is in docs/settings.md', () => {
  const read = new Set<string>()
  readConfig(
    new Proxy({} as Record<string, string | undefined>, {
      get(_target, name) {
        read.add(String(name))
        return undefined
      },
    }),
  )
  expect(read.size).toBeGreaterThan(30)
  expect([...read].filter((name) => !settings.includes(`\`${name}\``))).toEqual([])
})
