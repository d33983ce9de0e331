/** Bytes as PostgreSQL writes them into JSON. What does not look like that is no bytes of ours. */
export function bytesOfJson(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text.slice('\\x'.length), 'hex')
}
