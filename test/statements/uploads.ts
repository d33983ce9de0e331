import type { Client, Reply } from '../support/harness.ts'

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

let accounts = 0
/** An own account in roubles that no other test has. */
export function newAccount(): string {
  accounts += 1
  return `407028109${String(accounts).padStart(11, '0')}`
}
