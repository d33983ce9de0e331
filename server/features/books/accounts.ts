/**
 * The accounts of the books. Assets are positive; what is owed to a client is negative, as in hledger. Parts of a name
 * contain no colon and no white space, so that an account has the same parts wherever it is read.
 */
export const accounts = {
  /** An own bank account; null for money that no statement has shown yet. */
  bank: (account: string | null) => `assets:bank:${account === null ? unreconciled : bankPart(account)}`,
  /** Coins in an own wallet; null for coins that went out from another place than an own wallet. */
  coins: (network: string, asset: string, walletId: string | null) =>
    `assets:coins:${part(network)}:${part(asset)}:${walletId === null ? elsewhere : part(walletId)}`,
  client: (organizationId: string, commodity: string) =>
    `liabilities:client:${part(organizationId)}:${part(commodity)}`,
  /** What a company owes the state of its fees. */
  vat: (inn: string, currency: string) => `liabilities:vat:${part(inn)}:${part(currency)}`,
  /** What was given for what was taken, so that each commodity sums to zero. */
  trading: (commodity: string) => `equity:trading:${part(commodity)}`,
  /** What coins brought more than they had cost. */
  tradingResult: (currency: string) => `income:trading:${part(currency)}`,
  /** What networks took for transfers of own wallets: in the coin, and at its cost once that is final. */
  networkFee: (commodity: string) => `expenses:network:${part(commodity)}`,
  /** What is owed to somebody who sold coins to the desk; an advance is a debit. */
  counterparty: (name: string) => `${counterpartyPrefix}${part(name)}`,
  fee: (currency: string) => `income:fee:${part(currency)}`,
  /** Money between two own accounts. */
  transit: (currency: string) => `assets:transit:${part(currency)}`,
  /** Money that a bank exchanges for another currency. */
  exchange: (currency: string) => `assets:exchange:${part(currency)}`,
  /** What was given and taken in exchanges of currency that are settled, so that each commodity sums to zero. */
  conversion: (commodity: string) => `equity:conversion:${part(commodity)}`,
  tax: (currency: string) => `liabilities:tax:${part(currency)}`,
  bankFee: (currency: string) => `expenses:bank:${part(currency)}`,
  otherExpense: (currency: string) => `expenses:other:${part(currency)}`,
  otherIncome: (currency: string) => `income:other:${part(currency)}`,
  /** What an account in a currency is worth more or less in roubles than when it was posted. */
  revaluation: (account: string) => `assets:revaluation:${account.split(':').slice(1).join(':')}`,
  exchangeDifference: (currency: string) => `income:exchange:${part(currency)}`,
} as const

/** The name as people read it. Nothing is looked up by this: two accounts may look alike in it. */
export function readableAccount(account: string): string {
  return account.replaceAll(/(?:%[0-9a-f]{2})+/g, (bytes) => {
    const text = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString()
    return /[\p{C}\uFFFD]/u.test(text) ? bytes : text
  })
}

const counterpartyPrefix = 'liabilities:counterparty:'

/** Whose account it is, as its name has it: a name, or the id of an organization. */
export function counterpartyOf(account: string): string | undefined {
  if (!account.startsWith(counterpartyPrefix)) return undefined
  return readableAccount(account.slice(counterpartyPrefix.length))
}

const unreconciled = 'unreconciled'
const elsewhere = 'elsewhere'

export function isOfCoins(account: string): boolean {
  return account.startsWith('assets:coins:')
}

/** A bank account can be named after anything, but not like the one for money that is not reconciled. */
function bankPart(account: string): string {
  return account === unreconciled ? `%75${unreconciled.slice(1)}` : part(account)
}

/** Letters and digits stay. The rest is percent-encoded as in a URL, so that two names never become one. */
function part(name: string): string {
  if (name === '') throw new RangeError('A part of an account has no name')
  return name.replaceAll(/[^\p{L}\p{N}._/-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}
