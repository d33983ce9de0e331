import type { NetworkSigner } from '../model.ts'

export const tron: NetworkSigner<'tron'> = {
  plan() {
    throw new Error('not written')
  },
  sign() {
    throw new Error('not written')
  },
  check() {
    throw new Error('not written')
  },
}
