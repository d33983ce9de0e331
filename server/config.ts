import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type Role, roles } from '../contract/api/roles.ts'
import { type Network, networks } from '../contract/money/networks.ts'
import {
  defaultKybRequirements,
  type KybRequirement,
  kybRequirements,
} from '../contract/organizations/kyb-checklist.ts'
import { type QueueName, queueNames, queueRules } from '../contract/work/work.ts'
import { databaseUrlFault } from './config-database.ts'
import { type MailSettings, parseSender, parseSmtpUrl } from './features/inbox/mail/mail-settings.ts'
import { type OidcSettings, parseOidcSettings } from './features/single-sign-on/settings.ts'
import { type PrivateTargets, parsePrivateTargets } from './features/webhooks/target-address.ts'
import { misspeltSettings, recordNames } from './misspelt-settings.ts'
import { isS3Url } from './platform/blobs/s3-storage.ts'
import { isTimeZone } from './platform/days.ts'
import { StartRefused } from './platform/errors.ts'
import { defaultRateLimit, type RateLimit } from './platform/http/limits/rate-limit.ts'
import type { TokenSettings } from './platform/vault/token.ts'
import {
  choice,
  duration,
  type Environment,
  file,
  isDecodable,
  list,
  parseUrl,
  port,
  refuse,
  secondsOf,
  setting,
} from './read-settings.ts'

export interface Config {
  port: number
  host: string
  /** Port of the metrics alone, or null: then they are on the port of the service, for this machine only. */
  metricsPort: number | null
  databaseUrl: string | null
  /** The role that owns the tables, or null: that of `databaseUrl` does. */
  databaseOwnerUrl: string | null
  dataDir: string
  adminEmail: string | null
  adminPassword: string | null
  keyFile: string
  /** Key of the vault, for machines without persistent storage. */
  vaultKey: string | null
  /** The token that opens a slot of the vault. */
  token: TokenSettings
  documentsUrl: string
  networks: Network[]
  /** Whether coins can be sent from the wallets. */
  transfersEnabled: boolean
  /** The blockchain nodes by network. Their URLs are secret: they may hold credentials. */
  nodeUrls: Partial<Record<Network, string>>
  publicUrl: string | null
  /** The mail server, or null: then no mails are sent. */
  mail: MailSettings | null
  /** The identity provider for single sign-on, or null. */
  oidc: OidcSettings | null
  sessionIdleSeconds: number
  /** Roles that need a passkey or one-time codes. */
  secondFactorRoles: ReadonlySet<Role>
  /** Whose days the books and the papers have: a name such as Europe/Moscow. */
  timeZone: string
  /** How long changes are kept for clients that follow them. */
  changesRetentionSeconds: number
  /** A sanctions list whose last import is longer ago is stale. */
  screeningMaxAgeSeconds: number
  /** How long work may wait by queue, or how long before its end it is work, in seconds. */
  due: Record<QueueName, number>
  /** Requests a minute, or null for no limit. */
  rateLimit: RateLimit | null
  revealApproval: 'none' | 'second-administrator'
  fourEyes: ReadonlySet<'documents'>
  /** What the approval of an organization requires. */
  kybRequires: ReadonlySet<KybRequirement>
  /** Amount by currency above which a second administrator must approve. */
  approvalThresholds: ReadonlyMap<string, string>
  /** A file with rules of the policy that nobody can go below; null without one. */
  policyFile: string | null
  /** Files for signed checkpoints of the audit log. The first one is in the data directory. */
  checkpointFiles: [string, ...string[]]
  webhookPrivateTargets: PrivateTargets
  clamav: { host: string; port: number } | null
  trustedProxies: string[]
  corsOrigins: string[]
  logLevel: string
  /** One sentence for each variable that has no effect, because its name is probably misspelt. */
  warnings: string[]
}

/** The origin of the console: links lead there. */
export function consoleUrl({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

/** Reads and checks the environment variables. A wrong value throws one sentence that names the variable. */
export function readConfig(environment: Environment = process.env): Config {
  const { env, names } = recordNames(environment)
  const config = readSettings(env)
  return { ...config, warnings: misspeltSettings(environment, names) }
}

function readSettings(env: Environment): Omit<Config, 'warnings'> {
  const dataDir = resolve(setting(env, 'KONTOR_DATA_DIR') ?? './data')
  return {
    port: port(env, 'PORT') ?? 8080,
    metricsPort: metricsPort(env),
    host: setting(env, 'HOST') ?? '127.0.0.1',
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    databaseOwnerUrl: databaseOwnerUrl(env),
    dataDir,
    adminEmail: adminEmail(env),
    adminPassword: adminPassword(env),
    keyFile: file('KONTOR_KEY_FILE', setting(env, 'KONTOR_KEY_FILE') ?? join(dataDir, 'root.key')),
    vaultKey: vaultKey(env),
    token: token(env),
    documentsUrl: documentsUrl(env, dataDir),
    networks: list(env, 'KONTOR_NETWORKS', networks) ?? [...networks],
    transfersEnabled: choice(env, 'KONTOR_TRANSFERS', ['on', 'off']) === 'on',
    nodeUrls: nodeUrls(env),
    publicUrl: publicUrl(env),
    mail: mail(env),
    oidc: oidc(env),
    sessionIdleSeconds: duration(env, 'KONTOR_SESSION_IDLE') ?? 12 * 3600,
    secondFactorRoles: secondFactorRoles(env),
    timeZone: timeZone(env),
    changesRetentionSeconds: duration(env, 'KONTOR_CHANGES_RETENTION') ?? 30 * 86_400,
    screeningMaxAgeSeconds: duration(env, 'KONTOR_SCREENING_MAX_AGE') ?? 30 * 86_400,
    due: dueTimes(env),
    rateLimit: choice(env, 'KONTOR_RATE_LIMIT', ['on', 'off']) === 'off' ? null : defaultRateLimit,
    revealApproval: choice(env, 'KONTOR_REVEAL_APPROVAL', ['none', 'second-administrator']) ?? 'none',
    fourEyes: fourEyes(env),
    kybRequires: kybRequires(env),
    approvalThresholds: thresholds(env),
    policyFile: policyFile(env),
    checkpointFiles: checkpointFiles(env, dataDir),
    webhookPrivateTargets: privateTargets(env),
    clamav: clamav(env),
    trustedProxies: trustedProxies(env),
    corsOrigins: corsOrigins(env),
    logLevel:
      choice(env, 'KONTOR_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ??
      'info',
  }
}

function metricsPort(env: Environment): number | null {
  const name = 'KONTOR_METRICS_PORT'
  const value = port(env, name) ?? null
  // 0 is any free port, so two of them differ.
  if (value && value === (port(env, 'PORT') ?? 8080)) refuse(name, 'another port than PORT')
  return value
}

function databaseUrl(env: Environment, name: string): string | null {
  const value = setting(env, name)
  if (value === undefined) return null
  const expected = databaseUrlFault(value)
  return expected === undefined ? value : refuse(name, expected)
}

function databaseOwnerUrl(env: Environment): string | null {
  const url = databaseUrl(env, 'DATABASE_OWNER_URL')
  if (url !== null && setting(env, 'DATABASE_URL') === undefined)
    refuse('DATABASE_OWNER_URL', 'set together with DATABASE_URL, as the embedded PostgreSQL needs neither')
  return url
}

function adminEmail(env: Environment): string | null {
  const value = setting(env, 'KONTOR_ADMIN_EMAIL')
  if (value === undefined) return null
  return /^[^@\s]+@[^@\s]+$/.test(value) && value.length <= 254
    ? value.toLowerCase()
    : refuse('KONTOR_ADMIN_EMAIL', 'an e-mail address')
}

function adminPassword(env: Environment): string | null {
  // Not trimmed: a space may be part of a password.
  const value = env.KONTOR_ADMIN_PASSWORD
  if (!value) return null
  const { length } = [...value]
  return length >= 12 && length <= 128
    ? value
    : refuse('KONTOR_ADMIN_PASSWORD', 'a password of 12 to 128 characters')
}

function vaultKey(env: Environment): string | null {
  const value = setting(env, 'KONTOR_VAULT_KEY')
  if (value === undefined) return null
  return /^[0-9a-f]{64}$/i.test(value) ? value : refuse('KONTOR_VAULT_KEY', '64 hexadecimal digits')
}

function token(env: Environment): TokenSettings {
  const module = setting(env, 'KONTOR_PKCS11_MODULE')
  return {
    // A name without a path is looked for where the system keeps libraries.
    module: module?.includes('/') ? file('KONTOR_PKCS11_MODULE', module) : (module ?? null),
    token: setting(env, 'KONTOR_PKCS11_TOKEN') ?? null,
    key: setting(env, 'KONTOR_PKCS11_KEY') ?? null,
    // Not trimmed: a space may be part of a PIN.
    pin: env.KONTOR_PKCS11_PIN || null,
  }
}

function documentsUrl(env: Environment, dataDir: string): string {
  const value = setting(env, 'KONTOR_DOCUMENTS_URL')
  if (value === undefined) return `file:${join(dataDir, 'documents')}`
  const isValid = value.startsWith('s3:') ? isS3Url(value) : /^file:./.test(value)
  return isValid
    ? value
    : refuse(
        'KONTOR_DOCUMENTS_URL',
        'file:/some/directory or s3://bucket/prefix?endpoint=https://…, without credentials',
      )
}

function checkpointFiles(env: Environment, dataDir: string): [string, ...string[]] {
  const further =
    setting(env, 'KONTOR_AUDIT_CHECKPOINTS')
      ?.split(',')
      .map((path) => file('KONTOR_AUDIT_CHECKPOINTS', path.trim())) ?? []
  return [join(dataDir, 'audit-checkpoints.ndjson'), ...further]
}

function publicUrl(env: Environment): string | null {
  const value = setting(env, 'KONTOR_PUBLIC_URL')
  if (value === undefined) return null
  const url = parseUrl(value)
  return url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search
    ? url.origin
    : refuse('KONTOR_PUBLIC_URL', 'an address such as https://kontor.example.com, without a path')
}

function nodeUrls(env: Environment): Config['nodeUrls'] {
  const named = networks.flatMap((network) => {
    const name = `KONTOR_RPC_${network.toUpperCase()}`
    const value = setting(env, name)
    if (value === undefined) return []
    const url = parseUrl(value)
    // The value is not repeated: it may have a password or a key in it.
    return url && /^https?:$/.test(url.protocol) && !url.hash && isDecodable(value)
      ? [[network, value]]
      : refuse(name, 'a URL such as https://user:password@node.example.com:8332')
  })
  return Object.fromEntries(named)
}

function mail(env: Environment): MailSettings | null {
  const url = setting(env, 'KONTOR_SMTP_URL')
  const given = setting(env, 'KONTOR_MAIL_FROM')
  const from = given === undefined ? undefined : parseSender(given)
  if (given !== undefined && !from)
    refuse('KONTOR_MAIL_FROM', 'an address such as Kontor <kontor@example.com>')
  if (url === undefined) return null
  const server = parseSmtpUrl(url)
  // The value is not repeated: it has a password in it.
  if (!server) {
    return refuse('KONTOR_SMTP_URL', 'a URL such as smtp://user:password@mail.example.com:587 or smtps://…')
  }
  const origin = publicUrl(env)
  if (origin === null) {
    throw new StartRefused(
      'KONTOR_SMTP_URL needs KONTOR_PUBLIC_URL, because e-mails contain links to the console.',
    )
  }
  return { ...server, from: from ?? { name: 'Kontor', address: `kontor@${new URL(origin).hostname}` } }
}

function secondFactorRoles(env: Environment): Set<Role> {
  const named = list(env, 'KONTOR_SECOND_FACTOR', ['all', ...roles] as const) ?? []
  return new Set(roles.filter((role) => named.includes('all') || named.includes(role)))
}

function fourEyes(env: Environment): Set<'documents'> {
  return new Set(list(env, 'KONTOR_FOUR_EYES', ['documents'] as const) ?? [])
}

function kybRequires(env: Environment): Set<KybRequirement> {
  const named = list(env, 'KONTOR_KYB_REQUIRES', ['none', ...kybRequirements] as const)
  if (named?.includes('none') && named.length > 1) {
    refuse('KONTOR_KYB_REQUIRES', `none, or a comma-separated list of ${kybRequirements.join(', ')}`)
  }
  // Where a second person must review each document, an upload alone is not enough either.
  const required: readonly string[] =
    named ?? (fourEyes(env).has('documents') ? ['documents', 'screening'] : defaultKybRequirements)
  return new Set(kybRequirements.filter((requirement) => required.includes(requirement)))
}

function timeZone(env: Environment): string {
  const value = setting(env, 'KONTOR_TIME_ZONE') ?? 'Europe/Moscow'
  return isTimeZone(value) ? value : refuse('KONTOR_TIME_ZONE', 'a time zone such as Europe/Moscow or UTC')
}

function oidc(env: Environment): OidcSettings | null {
  const settings = parseOidcSettings((name) => setting(env, name), publicUrl(env))
  return settings !== null && 'expected' in settings ? refuse(settings.name, settings.expected) : settings
}

/** Ten years: whoever means longer than that has mistyped a unit. */
const longestDue = 3650 * 86_400

function dueTimes(env: Environment): Record<QueueName, number> {
  const name = 'KONTOR_DUE'
  const expected = `times by queue such as documents:8h,kyb:24h; the queues are ${queueNames.join(', ')}`
  const named = new Map<string, number>()
  for (const item of setting(env, name)?.split(',') ?? []) {
    const [queue = '', time = '', ...rest] = item.split(':').map((part) => part.trim())
    const seconds = secondsOf(time)
    const isKnown = (queueNames as readonly string[]).includes(queue) && !named.has(queue)
    if (!isKnown || seconds === undefined || seconds > longestDue || rest.length > 0) refuse(name, expected)
    named.set(queue, seconds)
  }
  const times = queueNames.map((queue) => [queue, named.get(queue) ?? queueRules[queue].seconds] as const)
  return Object.fromEntries(times) as Record<QueueName, number>
}

function thresholds(env: Environment): Map<string, string> {
  const value = setting(env, 'KONTOR_APPROVAL_THRESHOLD')
  const result = new Map<string, string>()
  for (const item of value?.split(',') ?? []) {
    const [, currency, amount] = /^\s*([A-Z]{3}):(\d{1,20}(?:\.\d{1,2})?)\s*$/.exec(item) ?? []
    if (!currency || !amount || !Intl.supportedValuesOf('currency').includes(currency)) {
      refuse('KONTOR_APPROVAL_THRESHOLD', 'amounts by currency (ISO 4217) such as RUB:1000000,USD:10000')
    }
    result.set(currency, amount)
  }
  return result
}

function policyFile(env: Environment): string | null {
  const value = setting(env, 'KONTOR_POLICY_FILE')
  return value === undefined ? null : file('KONTOR_POLICY_FILE', value)
}

function privateTargets(env: Environment): PrivateTargets {
  const name = 'KONTOR_WEBHOOK_ALLOW_PRIVATE'
  const expected = 'off, on, or networks such as 10.1.0.0/16,127.0.0.1/32'
  return parsePrivateTargets(setting(env, name) ?? 'off') ?? refuse(name, expected)
}

function clamav(env: Environment): Config['clamav'] {
  const value = setting(env, 'KONTOR_CLAMAV')
  if (value === undefined) return null
  const [, address6, name, number] = /^(?:\[([0-9a-f:]+)\]|([^:\s]+)):(\d{1,5})$/i.exec(value) ?? []
  const host = address6 ?? name
  const port = Number(number)
  return host && port > 0 && port <= 65_535
    ? { host, port }
    : refuse('KONTOR_CLAMAV', 'host:port, with a port from 1 to 65535')
}

function trustedProxies(env: Environment): string[] {
  const items =
    setting(env, 'KONTOR_TRUSTED_PROXIES')
      ?.split(',')
      .map((item) => item.trim()) ?? []
  for (const item of items) {
    const [address = '', bits, ...rest] = item.split('/')
    const maxBits = isIP(address) === 6 ? 128 : 32
    const wrong =
      !isIP(address) || rest.length || (bits !== undefined && !(/^\d+$/.test(bits) && +bits <= maxBits))
    if (wrong) refuse('KONTOR_TRUSTED_PROXIES', 'addresses or networks such as 10.0.0.0/8,192.168.1.5')
  }
  return items
}

function corsOrigins(env: Environment): string[] {
  const items =
    setting(env, 'KONTOR_CORS_ORIGINS')
      ?.split(',')
      .map((item) => item.trim()) ?? []
  for (const item of items) {
    if (parseUrl(item)?.origin !== item)
      refuse('KONTOR_CORS_ORIGINS', 'origins such as https://app.example.com')
  }
  return items
}
