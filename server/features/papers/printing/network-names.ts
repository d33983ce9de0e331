export const networkNames: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  tron: 'TRON',
  solana: 'Solana',
  ton: 'TON',
}
