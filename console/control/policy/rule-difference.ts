import type { PolicyRule } from '../../../contract/control/policy.ts'

/** Which rules one policy has and another does not. */
export function differenceOf(before: readonly PolicyRule[], after: readonly PolicyRule[]) {
  return {
    removed: without(before, after),
    added: without(after, before),
    kept: without(after, without(after, before)),
  }
}

/** What others changed, done to what was edited meanwhile. */
export function mergeRules(
  mine: readonly PolicyRule[],
  before: readonly PolicyRule[],
  theirs: readonly PolicyRule[],
): PolicyRule[] {
  const { removed, added } = differenceOf(before, theirs)
  const rest = without(mine, removed)
  return [...rest, ...without(added, rest)]
}

/** The rules that are not among the others; a rule that is there twice counts twice. */
function without(rules: readonly PolicyRule[], others: readonly PolicyRule[]): PolicyRule[] {
  const left = others.map(keyOf)
  return rules.filter((rule) => {
    const place = left.indexOf(keyOf(rule))
    if (place === -1) return true
    left.splice(place, 1)
    return false
  })
}

/** The same for the same rule, in whatever order its fields are. */
function keyOf(value: unknown): string {
  return JSON.stringify(value, (_name, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
