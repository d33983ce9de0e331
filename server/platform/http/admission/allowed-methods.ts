import type { FastifyInstance } from 'fastify'

interface ServedPath {
  pattern: RegExp
  methods: Set<string>
}

/** Finds the methods that a path has. It watches which routes are added, and is asked only about paths that missed them. */
export function watchMethods(app: FastifyInstance): (url: string) => string[] {
  const paths = new Map<string, ServedPath>()
  app.addHook('onRoute', ({ url, method }) => {
    // What serves whatever is below a path does not say that it exists.
    if (url.includes('*')) return
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const one of [method].flat()) path.methods.add(one)
    paths.set(url, path)
  })

  return (url) => {
    const path = decoded(url.split('?', 1)[0] as string)
    const matching = [...paths.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort()
  }
}

function patternOf(url: string): RegExp {
  const literal = url.replaceAll(/[.()+?^$|[\]{}\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll(/:\w+/g, '[^/]+')}$`)
}

/** A path that cannot be decoded is none of ours. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return ''
  }
}
