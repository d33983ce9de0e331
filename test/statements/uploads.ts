import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import type { Client, Reply } from '../support/service/harness.ts'
import { dollars, rubles } from './samples.ts'

/** Sends a file to be imported. */
export function importFile(
  client: Client,
  content: string | Uint8Array,
  {
    headers = {},
    name = 'kl_to_1c.txt',
    ...fields
  }: { headers?: Record<string, string>; name?: string; accept_difference?: string } = {},
): Promise<Reply> {
  const form = new FormData()
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return client.post('/v1/statements', form, headers)
}

const accounts = Array.from({ length: 38 }, (_, index) => `407028109${String(index + 1).padStart(11, '0')}`)
let used = 0

/** An own account in roubles that no other test of the file has. */
export function newAccount(): string {
  const account = accounts[used]
  if (!account) throw new Error('There are not so many accounts: add some.')
  used += 1
  return account
}

/** Gives companies of the desk all accounts of the samples, and those that tests ask for: each file has its own database. */
export function givenAccounts(owner: Client): Promise<void> {
  used = 0
  return givenOwnAccounts(owner, [rubles, dollars, ...accounts])
}
