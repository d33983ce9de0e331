import { checkAddress } from '../../../../../../contract/wallets/addresses.ts'

export interface TonAccount {
  workchain: number
  hash: Buffer
  /** Whether coins come back that the recipient cannot take: so the spelling says (EQ…, and not UQ…). */
  isBounceable: boolean
}

/** What a checked address says (TEP-2): tag, workchain, hash, checksum. */
export function tonAccount(text: string): TonAccount {
  const checked = checkAddress('ton', text)
  if (!checked.valid) throw new RangeError('This is no address of TON.')
  const bytes = Buffer.from(checked.address, 'base64url')
  return {
    workchain: bytes.readInt8(1),
    hash: bytes.subarray(2, 34),
    isBounceable: checked.kind === 'bounceable',
  }
}

/** `addr_std` without anycast. */
export function accountBits({ workchain, hash }: Pick<TonAccount, 'workchain' | 'hash'>): string {
  const bytes = [workchain & 0xff, ...hash].map((byte) => byte.toString(2).padStart(8, '0'))
  return `100${bytes.join('')}`
}
