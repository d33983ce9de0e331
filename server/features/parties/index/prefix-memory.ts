import { type Conjunction, type Prefix, prefixName } from './prefixes.ts'

export interface PrefixMemory<Known> {
  /** Looks up the prefixes that are not known yet, all in one call of `find`. */
  learn(alternatives: readonly Conjunction[]): Promise<void>
  /** What is known of a prefix that was learned before. */
  get(prefix: Prefix): Known
}

/** Remembers what was found out about prefixes during one search, which uses the same words in several ways. */
export function createPrefixMemory<Known>(
  find: (prefixes: readonly Prefix[]) => Promise<Known[]>,
): PrefixMemory<Known> {
  const memory = new Map<string, Known>()
  return {
    async learn(alternatives) {
      const unknown = new Map<string, Prefix>()
      for (const prefix of alternatives.flat(2)) {
        if (!memory.has(prefixName(prefix))) unknown.set(prefixName(prefix), prefix)
      }
      if (unknown.size === 0) return
      const found = await find([...unknown.values()])
      for (const [i, name] of [...unknown.keys()].entries()) memory.set(name, found[i] as Known)
    },
    get(prefix) {
      const known = memory.get(prefixName(prefix))
      if (known === undefined) throw new Error(`the prefix «${prefix.text}» was not learned`)
      return known
    },
  }
}
