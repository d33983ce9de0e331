import type { CallOptions, Input, Wire } from './wire.ts'

/** The file behind a `download_url`. The signature in the path is the credential, and no other host is asked. */
export async function downloadFile(
  send: (wire: Wire, input: Input) => Promise<Response>,
  url: string,
  options: CallOptions = {},
): Promise<Response> {
  if (!/^\/(?!\/)/.test(url)) throw new TypeError('A download_url is a path.')
  return send({ method: 'GET', path: url, repeatable: true, raw: true }, { ...options, token: null })
}
