/** Nothing that the API sends is meant to be run or framed. Pages set a policy of their own. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Of the thread that reads PDF files: it loads decoders and fonts from here, and nothing else. */
export const pdfWorkerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** The headers that every response carries unless its route sets others. */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': apiPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
