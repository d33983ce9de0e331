/**
 * A client that keeps and sends cookies as RFC 6265bis says, without the exception that some browsers make for
 * `localhost`: over plain http no Secure cookie, and no prefix without what it promises.
 */
export function createStrictCookieJar(url: string) {
  const isSecure = new URL(url).protocol === 'https:'
  const kept = new Map<string, string>()
  return {
    take(response: { headers: Headers }): void {
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
        const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
        const has = (attribute: string) => attributes.some((one) => one.toLowerCase() === attribute)
        if (has('secure') && !isSecure) continue
        if (/^__(Host|Secure)-/i.test(name) && !has('secure')) continue
        if (has('max-age=0')) kept.delete(name)
        else kept.set(name, value)
      }
    },
    headers: (): Record<string, string> =>
      kept.size === 0 ? {} : { cookie: [...kept].map((pair) => pair.join('=')).join('; ') },
    names: () => [...kept.keys()],
  }
}
