/**
 * Splits a connection string with several hosts, in the formats of libpq:
 * `postgres://user:password@a:5432,b:5433/name` or `…?host=/run/a,/run/b&port=5432,5433`. Returns one URL per host,
 * because `pg` supports only one, or undefined if one of them is not valid.
 */
export function hostUrls(url: string): string[] | undefined {
  const [, scheme, authority = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/.exec(url) ?? []
  if (!scheme) return undefined
  const at = authority.lastIndexOf('@') + 1
  const account = authority.slice(0, at)
  const [path = '', query = ''] = rest.split('?', 2)
  const parameters = new URLSearchParams(query)
  // We always look for the primary ourselves.
  parameters.delete('target_session_attrs')
  const named = parameters.get('host')?.split(',') ?? authority.slice(at).split(',')
  const ports = parameters.get('port')?.split(',')
  const places = named.map((host, index) => ({ host, port: ports?.at(ports.length === 1 ? 0 : index) }))

  const urls = places.map(({ host, port }) => {
    if (!parameters.has('host')) return `${scheme}${account}${host}${path}${tail(parameters)}`
    const one = new URLSearchParams(parameters)
    one.set('host', host)
    if (port !== undefined) one.set('port', port)
    return `${scheme}${account}${authority.slice(at)}${path}${tail(one)}`
  })
  const isValid =
    places.every(({ host, port }) => host !== '' && isPort(port)) &&
    urls.every((one) => URL.canParse(one) && isPort(new URL(one).port))
  return isValid ? urls : undefined
}

/** Empty and undefined mean the usual port. */
function isPort(port: string | undefined): boolean {
  return !port || (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= 65_535)
}

function tail(parameters: URLSearchParams): string {
  return parameters.size > 0 ? `?${parameters}` : ''
}
