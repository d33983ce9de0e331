/**
 * A transaction as it may be stored: hexadecimal in either case, with or without 0x, and the same bytes in base64, which
 * ton uses; other forms as they are. It may have been copied from paper, in groups.
 */
export function transactionHashes(text: string): string[] {
  const joined = text.replaceAll(/\s/g, '')
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(joined)?.[1]
  const letters = /^([A-Za-z0-9+/_-]{43})=?$/.exec(joined)?.[1]
  const bytes = digits ? Buffer.from(digits, 'hex') : letters ? Buffer.from(letters, 'base64') : undefined
  if (!bytes) return joined === '' ? [text] : [joined]
  const lower = bytes.toString('hex')
  const [standard, forUrls] = [bytes.toString('base64'), bytes.toString('base64url')]
  return [
    ...new Set([
      joined,
      ...[lower, lower.toUpperCase()].flatMap((hex) => [hex, `0x${hex}`]),
      ...[standard, standard.replace('=', ''), forUrls, `${forUrls}=`],
    ]),
  ]
}
