import { resolve } from 'node:path'
import { cli } from '../../server/platform/actor.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { createKeyManagement } from '../../server/platform/vault/key-management.ts'
import type { RootKey } from '../../server/platform/vault/root-key.ts'
import {
  formatSlotKey,
  newSlotKey,
  parseSlotKey,
  readKeyFile,
  slotIdOf,
  writeKeyFile,
} from '../../server/platform/vault/slot-key.ts'
import { findSlot } from '../../server/platform/vault/vault-store.ts'
import { type Call, type Command, UsageError, withDatabase } from '../command/command.ts'
import { beforeRelease } from '../command/release.ts'
import { withRootKey } from '../command/vault-access.ts'
import { parseTokenOptions, prepareTokenSlot, tokenOptions } from './token-slot.ts'

const kinds = ['file', 'env', 'pkcs11'] as const

export const vaultAddSlot: Command = {
  name: 'vault add-slot',
  usage: 'file|env|pkcs11',
  summary: 'Add another key that opens the vault',
  help: `'file' writes a new key to --key-file, which must not exist yet, and adds a slot for it.
'env' adds a slot for the key in KONTOR_VAULT_KEY. If that variable is not set, a new key is generated and printed once.
'pkcs11' adds a slot for an RSA key pair on a token or HSM, through OpenSC's pkcs11-tool. Only the public key is needed: it is
read from the token, or from --public-key. If KONTOR_PKCS11_PIN is set, the token is asked to open the slot before it is added.
--module, --token and --key default to KONTOR_PKCS11_MODULE, KONTOR_PKCS11_TOKEN and KONTOR_PKCS11_KEY.
To create shares, use 'kontor vault split'.`,
  options: {
    'key-file': { type: 'string', description: "With 'file': path of the new key file" },
    ...tokenOptions,
  },
  run: ({ values, positionals: [kind, ...rest] }) => {
    if (!kinds.includes(kind as never) || rest.length > 0)
      throw new UsageError("the argument should be 'file', 'env' or 'pkcs11'")
    const path = values['key-file']
    if ((kind === 'file') !== (typeof path === 'string'))
      throw new UsageError(`--key-file is required with 'file' and not allowed with '${kind}'`)
    const odd = Object.keys(tokenOptions).find((name) => values[name] !== undefined)
    if (kind !== 'pkcs11' && odd) throw new UsageError(`--${odd} is allowed only with 'pkcs11'`)
    if (kind === 'pkcs11') return addTokenSlot(values)
    return withDatabase((tools) =>
      withRootKey(tools, async ({ root }) => {
        const fromEnvironment = kind === 'env' && (await unusedKey(tools.db, tools.config.vaultKey))
        const slotKey = fromEnvironment || newSlotKey()
        try {
          if (typeof path === 'string') await writeNewFile(resolve(path), slotKey)
          const isPrinted = kind === 'env' && !fromEnvironment
          const add = () => keysOf(tools.db).add(kind as 'file' | 'env', slotKey, root)
          const id = await (isPrinted ? beforeRelease(tools, add) : add())
          process.stderr.write(`Slot ${id} was added.\n`)
          if (isPrinted) process.stdout.write(`KONTOR_VAULT_KEY=${formatSlotKey(slotKey)}\n`)
          return 0
        } finally {
          slotKey.fill(0)
        }
      }),
    )
  },
}

type Db = Parameters<typeof findSlot>[0]

function keysOf(db: Db) {
  return createKeyManagement({ db, actor: cli('vault add-slot'), now: () => new Date() })
}

function addTokenSlot(values: Call['values']): Promise<number> {
  const options = parseTokenOptions(values)
  return withDatabase((tools) =>
    withRootKey(tools, async ({ root }: { root: RootKey }) => {
      const slotKey = newSlotKey()
      try {
        const { slot, publicKey, isTested } = await prepareTokenSlot(options, tools.config, slotKey)
        await keysOf(tools.db).addToken(slotKey, slot, publicKey, root)
        process.stderr.write(`Slot ${slot.id} was added (RSA-OAEP with ${slot.oaep_hash.toUpperCase()}).\n`)
        if (!isTested) {
          process.stderr.write(
            'The token has not opened it yet, because KONTOR_PKCS11_PIN is not set: run `kontor vault drill --pkcs11`.\n',
          )
        }
        return 0
      } finally {
        slotKey.fill(0)
      }
    }),
  )
}

async function unusedKey(db: Db, text: string | null): Promise<Buffer | undefined> {
  const slotKey = text === null ? undefined : parseSlotKey(Buffer.from(text))
  if (slotKey === undefined) return undefined
  return (await findSlot(db, slotIdOf(slotKey))) === undefined ? slotKey : undefined
}

async function writeNewFile(path: string, slotKey: Buffer): Promise<void> {
  if ((await readKeyFile(path)) !== undefined) throw new StartRefused(`${path} already exists.`)
  await writeKeyFile(path, slotKey)
}
