import { publicUrl as usualUrl } from './identity-provider.ts'

export interface Place {
  /** Where the walk ended: a page of the console, or the last response that was no redirect. */
  location: string
  status: number
  body: string
}

/** A browser as far as redirects and cookies go. It keeps cookies for each site and shows pages. */
export function createBrowser(serviceUrl: () => string, publicUrl = usualUrl) {
  const jars = new Map<string, Map<string, string>>()

  function jarOf(url: string): Map<string, string> {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }

  async function visit(url: string, { stopAt }: { stopAt?: (url: string) => boolean } = {}): Promise<Place> {
    const jar = jarOf(url)
    const response = await fetch(url.replace(publicUrl, serviceUrl()), {
      redirect: 'manual',
      headers: {
        accept: 'text/html,*/*;q=0.8',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const body = await response.text()
    const target = response.headers.get('location')
    if (target === null) return { location: url, status: response.status, body }
    const next = new URL(target, url).href
    const isPage = next.startsWith(`${publicUrl}/#/`)
    if (isPage || stopAt?.(next))
      return { location: isPage ? next.slice(publicUrl.length) : next, status: response.status, body }
    return visit(next, stopAt ? { stopAt } : {})
  }

  return {
    /** Follows redirects until a page of the console, or until `stopAt`. */
    visit: (path: string, stopAt?: (url: string) => boolean) =>
      visit(path.startsWith('/') ? publicUrl + path : path, stopAt ? { stopAt } : {}),
    cookies: () => jarOf(publicUrl),
    forget: (site: string) => jars.delete(new URL(site).origin),
  }
}
