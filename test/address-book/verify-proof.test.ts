import { Wallet } from 'ethers'
import { describe, expect, it } from 'vitest'
import { type Network, networks } from '../../contract/money/networks.ts'
import { verifyProof } from '../../server/features/wallets/messages/verify-proof.ts'
import { fc, runs } from '../support/cases/properties.ts'

const addresses: Record<Network, string> = {
  bitcoin: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  solana: '11111111111111111111111111111112',
  ton: 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ',
}

describe('what proves nothing', () => {
  it('is refused without a failure, whatever it is', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.string(),
      fc.base64String(),
      fc.constantFrom('', '0x', 'smp', 'ful'),
    )
    const networkOrNot = fc.oneof(
      fc.constantFrom(...networks),
      fc.constantFrom('constructor', '__proto__', 'x'),
    )
    fc.assert(
      fc.property(
        networkOrNot,
        fc.option(anything),
        fc.oneof(
          fc.record({ message: anything, signature: anything, public_key: anything }, { requiredKeys: [] }),
          fc.anything(),
        ),
        (network, address, proof) => {
          const known = addresses[network as Network]
          for (const text of [address, known])
            expect(verifyProof(network as Network, text as string, proof as never)).toBe(false)
        },
      ),
      { numRuns: runs(100) },
    )
  })

  it('is every signature of tron', () => {
    const signature = Wallet.createRandom().signMessageSync('Hello')
    expect(verifyProof('tron', addresses.tron, { message: 'Hello', signature })).toBe(false)
  })

  it('is a message with half a character, which would be signed as another one', () => {
    const wallet = Wallet.createRandom()
    const written = 'Hello \ufffd'
    const signature = wallet.signMessageSync(written)
    expect(verifyProof('ethereum', wallet.address, { message: written, signature })).toBe(true)
    expect(verifyProof('ethereum', wallet.address, { message: 'Hello \ud83d', signature })).toBe(false)
  })
})
