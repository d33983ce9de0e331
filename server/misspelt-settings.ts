type Environment = Record<string, string | undefined>

/** Read by tests and tools of the repository, not by the service; `KONTOR` is the address in the commands of the docs. */
const others = /^KONTOR(_TEST_.*|_BROWSER)?$/

/** Notes which variables are asked for: those are the known ones, without a list of their own. */
export function recordNames(env: Environment): { env: Environment; names: Set<string> } {
  const names = new Set<string>()
  const recording = new Proxy(env, {
    get(target, name) {
      if (typeof name === 'string') names.add(name)
      return Reflect.get(target, name)
    },
  })
  return { env: recording, names }
}

/** One sentence for each variable that looks like a setting of Kontor but is not read. */
export function misspeltSettings(env: Environment, known: ReadonlySet<string>): string[] {
  return Object.keys(env)
    .filter((name) => /^KONTOR/i.test(name) && !known.has(name) && !others.test(name))
    .map((name) => {
      const near = nearest(name.toUpperCase(), known)
      return `The variable ${name} is not a setting and has no effect${near ? `: did you mean ${near}?` : '.'}`
    })
}

/** The known name with the fewest changes, if these are few. */
function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  const ranked = [...known]
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.ceil(name.length / 4) ? best.candidate : undefined
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
