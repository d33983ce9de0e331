import type { KeyObject } from 'node:crypto'
import { keyLength } from './sealing.ts'
import { slotIdOf } from './slot-key.ts'
import { type OaepHash, parsePublicKey } from './token-key.ts'
import { runTokenTool, TokenFault } from './token-tool.ts'

/** Which token this node uses. What is null is taken from the slot. */
export type TokenSettings = {
  /** KONTOR_PKCS11_MODULE: path of the library of the token. Without it, no token is used. */
  module: string | null
  /** KONTOR_PKCS11_TOKEN: label of the token. */
  token: string | null
  /** KONTOR_PKCS11_KEY: label or hexadecimal ID of the key pair. */
  key: string | null
  /** KONTOR_PKCS11_PIN */
  pin: string | null
}

/** A slot whose key a token opens, as it is stored. */
export type TokenSlot = {
  id: string
  token: string
  token_key: string
  oaep_hash: OaepHash
  wrapped_slot_key: Buffer
}

export type Token = ReturnType<typeof createToken>

const oaepNames: Record<OaepHash, [hash: string, mask: string]> = {
  sha1: ['SHA-1', 'MGF1-SHA1'],
  sha256: ['SHA256', 'MGF1-SHA256'],
  sha384: ['SHA384', 'MGF1-SHA384'],
  sha512: ['SHA512', 'MGF1-SHA512'],
}

/**
 * A token that is asked through pkcs11-tool. Tokens lock after a few wrong PINs, so a PIN that was refused is never
 * given again by this object; and as a service may be restarted again and again, a token that reports a wrong PIN since
 * its last right one gets none either, unless `afterWrongPin` says that a person wants it.
 */
export function createToken(
  settings: TokenSettings | undefined,
  { afterWrongPin = false, limitMs }: { afterWrongPin?: boolean; limitMs?: number | undefined } = {},
) {
  let refused: TokenFault | undefined
  const opening = new Map<string, Promise<Buffer | undefined>>()

  function call(args: string[], { pin, input }: { pin?: string; input?: Buffer } = {}): Promise<Buffer> {
    const module = settings?.module
    if (!module) throw new TokenFault('token_module_missing')
    return runTokenTool({ module, args, pin, input, limitMs })
  }

  /** Asks a person to be careful instead of using up the last attempts. */
  async function demandFreshPin(label: string): Promise<string> {
    if (refused) throw refused
    if (!settings?.pin) throw new TokenFault('token_pin_missing')
    const flags = flagsOf((await call(['--list-token-slots'])).toString('utf8'), label)
    if (flags === undefined) throw new TokenFault('token_missing')
    if (flags.includes('user PIN locked')) throw new TokenFault('token_pin_locked')
    if (flags.includes('final user PIN try'))
      throw new TokenFault(
        'token_pin_at_risk',
        'One more wrong PIN locks the token: sign in with its own tools first.',
      )
    if (flags.includes('user PIN count low') && !afterWrongPin) throw new TokenFault('token_pin_at_risk')
    return settings.pin
  }

  async function withPin(label: string, pin: string, args: string[], input?: Buffer): Promise<Buffer> {
    try {
      return await call([`--token-label=${label}`, ...args], { pin, ...(input && { input }) })
    } catch (error) {
      if (error instanceof TokenFault && error.isFinal) refused = error
      throw error
    }
  }

  /** The slot key, or undefined if the key of the token is not the one of this slot. */
  async function open(slot: TokenSlot): Promise<Buffer | undefined> {
    const label = settings?.token ?? slot.token
    const pin = await demandFreshPin(label)
    // pkcs11-tool decrypts with any key if it is given a label only, so the label is looked up first.
    const listed = await withPin(label, pin, ['--list-objects', '--type=privkey'])
    const id = keyIdIn(listed.toString('utf8'), settings?.key ?? slot.token_key)
    const [hash, mask] = oaepNames[slot.oaep_hash]
    const oaep = ['--mechanism=RSA-PKCS-OAEP', `--hash-algorithm=${hash}`, `--mgf=${mask}`]
    const slotKey = await withPin(
      label,
      pin,
      ['--decrypt', `--id=${id}`, ...oaep],
      slot.wrapped_slot_key,
    ).catch(unlessForAnotherKey)
    if (slotKey?.length === keyLength && slotIdOf(slotKey) === slot.id) return slotKey
    slotKey?.fill(0)
    return undefined
  }

  /** Requests that notice a new root key at the same time ask the token once. Each gets a copy, and zeroes it. */
  async function openShared(slot: TokenSlot): Promise<Buffer | undefined> {
    let shared = opening.get(slot.id)
    if (shared === undefined) {
      shared = open(slot).finally(() => opening.delete(slot.id))
      opening.set(slot.id, shared)
    }
    const slotKey = await shared
    const copy = slotKey && Buffer.alloc(slotKey.length, slotKey)
    if (slotKey) setImmediate(() => slotKey.fill(0))
    return copy
  }

  return {
    isConfigured: Boolean(settings?.module),

    /** The public key of this name, read without a PIN. */
    async publicKey(label: string, name: string): Promise<KeyObject> {
      const listed = await call([`--token-label=${label}`, '--list-objects', '--type=pubkey'])
      const id = keyIdIn(listed.toString('utf8'), name)
      const der = await call([`--token-label=${label}`, '--read-object', '--type=pubkey', `--id=${id}`])
      const key = parsePublicKey(der)
      if (key === undefined) throw new TokenFault('token_key_missing')
      return key
    },

    /** The key of the first of these slots that the token opens. The caller zeroes it. */
    async slotKey(slots: readonly TokenSlot[]): Promise<Buffer> {
      let fault = new TokenFault('token_wrong')
      for (const slot of slots) {
        try {
          const slotKey = await openShared(slot)
          if (slotKey) return slotKey
        } catch (error) {
          if (!(error instanceof TokenFault)) throw error
          // Another slot may be that of a token which is here.
          if (error.reason !== 'token_missing' && error.reason !== 'token_key_missing') throw error
          fault = error
        }
      }
      throw fault
    },

    /** Whether the token opens what is encrypted for this slot, before the slot is added. */
    async opens(slot: TokenSlot): Promise<boolean> {
      const slotKey = await open(slot)
      slotKey?.fill(0)
      return slotKey !== undefined
    },
  }
}

/** It began to decrypt and found that this is not encrypted for its key. */
function unlessForAnotherKey(error: unknown): undefined {
  const isForAnother = error instanceof TokenFault && /C_Decrypt(Update|Final)? failed/.test(error.message)
  if (!isForAnother) throw error
}

/** The flags of the token with this label; undefined if it is not there. */
function flagsOf(listed: string, label: string): string[] | undefined {
  const blocks = listed.split(/^Slot \d+ /m)
  const block = blocks.find((text) => /^\s*token label\s*: ?(.*)$/m.exec(text)?.[1]?.trimEnd() === label)
  if (block === undefined) return undefined
  return /^\s*token flags\s*: ?(.*)$/m.exec(block)?.[1]?.split(/,\s*/) ?? []
}

/** The ID of the listed key with this label, or with this ID. */
export function keyIdIn(listed: string, name: string): string {
  const keys = listed.split(/^(?=\S.*Object;)/m).map((text) => ({
    label: /^\s+label:\s+(.*)$/m.exec(text)?.[1]?.trimEnd(),
    id: /^\s+ID:\s+([0-9a-f]+)\s*$/im.exec(text)?.[1]?.toLowerCase(),
  }))
  const named = keys.filter(({ label }) => label === name)
  const found = named.length > 0 ? named : keys.filter(({ id }) => id === name.toLowerCase())
  const ids = new Set(found.map(({ id }) => id))
  const [id] = ids
  if (id === undefined || ids.size !== 1) {
    const why = ids.size > 1 ? 'Several keys have this label: name the key by its ID.' : ''
    throw new TokenFault('token_key_missing', why)
  }
  return id
}
