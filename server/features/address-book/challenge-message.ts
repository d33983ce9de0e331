import type { Network } from '../../../contract/money/networks.ts'

/**
 * The text that the owner of an address signs. Lines of ASCII, because hardware wallets show nothing else; the
 * organization is therefore named by its numbers.
 */
export function challengeMessage(challenge: {
  installation: string
  organization: { id: string; inn: string | null }
  network: Network
  address: string
  nonce: string
  expiresAt: Date
}): string {
  const { installation, organization, network, address, nonce, expiresAt } = challenge
  return [
    'I own this address. This signature sends no coins.',
    '',
    `Kontor: ${installation}`,
    `Organization: ${organization.id}`,
    ...(organization.inn === null ? [] : [`INN: ${organization.inn}`]),
    `Network: ${network}`,
    `Address: ${address}`,
    `Nonce: ${nonce}`,
    `Valid until: ${expiresAt.toISOString()}`,
  ].join('\n')
}
