import { bech32, bech32m } from '@scure/base'
import { base58check, checkAddress } from '../../../../../../contract/wallets/addresses.ts'
import { TransactionRefused } from '../../model.ts'

/** The script of the outputs that pay an address. */
export function outputScript(address: string): Uint8Array {
  const check = checkAddress('bitcoin', address)
  if (!check.valid) throw new TransactionRefused('input_invalid', 'The address is not one of bitcoin.')
  if (check.kind === 'p2pkh') return Buffer.concat([dupHash160, hashOf(address), equalVerifyCheckSig])
  if (check.kind === 'p2sh') return Buffer.concat([hash160, hashOf(address), equal])
  const { version, program } = witnessProgram(check.address)
  return Buffer.concat([Buffer.of(version === 0 ? 0 : 0x50 + version, program.length), program])
}

/** The script of a wallet of ours: P2WPKH, the only kind that is spent here. */
export function walletScript(address: string): Uint8Array {
  const script = outputScript(address)
  if (script[0] === 0 && script.length === 22) return script
  throw new TransactionRefused('input_invalid', 'The address is not one of a wallet.')
}

const dupHash160 = Buffer.of(0x76, 0xa9, 20)
const equalVerifyCheckSig = Buffer.of(0x88, 0xac)
const hash160 = Buffer.of(0xa9, 20)
const equal = Buffer.of(0x87)

function hashOf(address: string): Uint8Array {
  return base58check.decode(address).subarray(1)
}

function witnessProgram(address: string): { version: number; program: Uint8Array } {
  // BIP-350: version 0, whose letter is q, has the older checksum.
  const code = address.startsWith('bc1q') ? bech32 : bech32m
  const [version = 0, ...words] = code.decode(address as `bc1${string}`, 90).words
  return { version, program: code.fromWords(words) }
}

/** BIP-141: an opcode for the version, then one push of 2 to 40 bytes. */
function isWitnessProgram(script: Uint8Array): boolean {
  const [version = 0xff, length = 0] = script
  return (
    script.length >= 4 &&
    script.length <= 42 &&
    (version === 0 || (version > 0x50 && version <= 0x60)) &&
    length === script.length - 2
  )
}

/** Bitcoin Core's, in satoshi per virtual byte (`-dustrelayfee`). */
const dustFeeRate = 3

/**
 * Nodes do not relay outputs below it (Bitcoin Core, GetDustThreshold): what the output and the input that spends it cost
 * together. An input has 41 bytes and a signature with its key, 107, which count a quarter in a witness.
 */
export function dustLimit(script: Uint8Array): bigint {
  const input = 41 + (isWitnessProgram(script) ? Math.floor(107 / 4) : 107)
  return BigInt((8 + 1 + script.length + input) * dustFeeRate)
}
