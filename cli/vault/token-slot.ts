import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../../server/config.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { slotIdOf } from '../../server/platform/vault/slot-key.ts'
import {
  createToken,
  type Token,
  type TokenSettings,
  type TokenSlot,
} from '../../server/platform/vault/token.ts'
import {
  encodePublicKey,
  type OaepHash,
  oaepHashes,
  parsePublicKey,
  wrapForToken,
} from '../../server/platform/vault/token-key.ts'
import { TokenFault } from '../../server/platform/vault/token-tool.ts'
import { type Call, UsageError } from '../command/command.ts'

export const tokenOptions = {
  module: { type: 'string', description: "With 'pkcs11': path of the library of the token" },
  token: { type: 'string', description: "With 'pkcs11': label of the token" },
  key: { type: 'string', description: "With 'pkcs11': label or hexadecimal ID of the key pair" },
  'public-key': {
    type: 'string',
    description: "With 'pkcs11': file with the public key (PEM or DER); then the token need not be here",
  },
  hash: {
    type: 'string',
    description: `With 'pkcs11': hash of RSA-OAEP (${oaepHashes.join(', ')}); by default sha256 if the token is tested and knows it, otherwise sha1`,
  },
} as const

type TokenOptions = {
  module: string | undefined
  token: string | undefined
  key: string | undefined
  publicKeyFile: string | undefined
  hash: OaepHash | undefined
}

export function parseTokenOptions(values: Call['values']): TokenOptions {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
  const hash = text('hash')
  if (hash !== undefined && !oaepHashes.includes(hash as OaepHash))
    throw new UsageError(`--hash should be one of ${oaepHashes.join(', ')}`)
  return {
    module: text('module'),
    token: text('token'),
    key: text('key'),
    publicKeyFile: text('public-key'),
    hash: hash as OaepHash | undefined,
  }
}

/** A slot for this key, which the token has opened if its PIN is known. Nothing is stored. */
export async function prepareTokenSlot(
  options: TokenOptions,
  config: Pick<Config, 'token'>,
  slotKey: Buffer,
): Promise<{ slot: TokenSlot; publicKey: Buffer; isTested: boolean }> {
  const settings = settingsOf(options, config)
  const token = createToken(settings)
  const publicKey = await publicKeyOf(options, settings, token)
  const isTested = settings.pin !== null && token.isConfigured
  const slotWith = (oaep_hash: OaepHash): TokenSlot => ({
    id: slotIdOf(slotKey),
    token: settings.token,
    token_key: settings.key,
    oaep_hash,
    wrapped_slot_key: wrapForToken(publicKey, oaep_hash, slotKey),
  })
  // SHA-1 is the hash that every token knows. OAEP needs no collision resistance, so it is not weak here.
  if (!isTested)
    return { slot: slotWith(options.hash ?? 'sha1'), publicKey: encodePublicKey(publicKey), isTested }
  const candidates = (options.hash ? [options.hash] : (['sha256', 'sha1'] as const)).map(slotWith)
  return { slot: await firstThatOpens(token, candidates), publicKey: encodePublicKey(publicKey), isTested }
}

async function firstThatOpens(token: Token, slots: TokenSlot[]): Promise<TokenSlot> {
  for (const [index, slot] of slots.entries()) {
    try {
      if (await token.opens(slot)) return slot
      throw new StartRefused('The private key of the token does not belong to this public key.')
    } catch (error) {
      const isRefusedHash = error instanceof TokenFault && error.reason === 'token_refused' && !error.isFinal
      if (!isRefusedHash || index === slots.length - 1) throw error
    }
  }
  throw new TokenFault('token_refused')
}

function settingsOf(
  { module, token, key, publicKeyFile }: TokenOptions,
  { token: set }: Pick<Config, 'token'>,
): TokenSettings & { token: string; key: string } {
  const path = module?.includes('/') ? resolve(module) : (module ?? set.module)
  const label = token ?? set.token
  const name = key ?? set.key
  if (path === null && publicKeyFile === undefined)
    throw new UsageError('--module (or KONTOR_PKCS11_MODULE) or --public-key is needed')
  if (label === null) throw new UsageError('--token (or KONTOR_PKCS11_TOKEN) is needed')
  if (name === null) throw new UsageError('--key (or KONTOR_PKCS11_KEY) is needed')
  return { module: path, token: label, key: name, pin: set.pin }
}

async function publicKeyOf(
  { publicKeyFile }: TokenOptions,
  settings: { token: string; key: string },
  token: Token,
): Promise<KeyObject> {
  if (publicKeyFile === undefined) return token.publicKey(settings.token, settings.key)
  const key = parsePublicKey(await readFile(publicKeyFile))
  if (key === undefined) {
    throw new StartRefused(`${publicKeyFile} contains no RSA public key of at least 2048 bits (PEM or DER).`)
  }
  return key
}
