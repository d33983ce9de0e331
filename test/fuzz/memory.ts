import type { Operation } from '../../contract/api/operation.ts'
import type { Dictionary } from './values.ts'

/** Fields of answers that hold a secret, and so may not appear in any other response. */
const secretFields = new Set([
  'mnemonic',
  'secret_key',
  'access_token',
  'refresh_token',
  'key',
  'secret',
  'password',
  'recovery_codes',
])
const secretsKept = 100

/** What answers held: ids for later requests, and secrets that must not come back. */
export function createMemory() {
  const dictionary: Dictionary = new Map()
  const secrets: { value: string; from: string }[] = []
  const spared = new Set<string>()

  function note(value: unknown, operation: Operation, name = ''): void {
    if (Array.isArray(value)) for (const item of value) note(item, operation, name)
    else if (value !== null && typeof value === 'object') {
      for (const [key, field] of Object.entries(value))
        note(field, operation, key === 'id' ? idName(operation) : key)
    } else if (typeof value === 'string' && secretFields.has(name)) {
      if (value.length < 12) return
      secrets.push({ value, from: operation.id })
      if (secrets.length > secretsKept) secrets.shift()
    } else if (name.endsWith('_id') || name === 'version') {
      const known = dictionary.get(name) ?? []
      if (known.includes(value) || spared.has(String(value))) return
      dictionary.set(name, [value, ...known].slice(0, 20))
    }
  }

  return {
    dictionary,
    /** This id is never used by requests at random. */
    spare: (id: string) => spared.add(id),
    remember: (value: unknown, operation: Operation | undefined) => operation && note(value, operation),
    /** The operations whose secrets this text holds, other than its own. */
    secretsIn: (text: string, operationId: string): string[] =>
      secrets
        .filter(({ value, from }) => !isSameSecret(from, operationId) && text.includes(value))
        .map(({ from }) => from),
  }
}

/** The current mnemonic is also that of its generation. */
const mnemonics = ['readMnemonic', 'readGenerationMnemonic']

function isSameSecret(operation: string, other: string): boolean {
  return operation === other || (mnemonics.includes(operation) && mnemonics.includes(other))
}

/** What the id in a response of this operation is called in paths. */
function idName({ path }: Operation): string {
  const resource = path.split('/')[2] ?? ''
  return (
    {
      organizations: path.includes('wallets') ? 'wallet_id' : 'organization_id',
      'purchase-requests': 'request_id',
      administrators: 'administrator_id',
      sessions: 'session_id',
      'api-keys': 'api_key_id',
      webhooks: path.includes('deliveries') ? 'delivery_id' : 'webhook_id',
      approvals: 'approval_id',
    }[resource] ?? 'id'
  )
}
