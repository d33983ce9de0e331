import { sentences } from '../i18n/en/sentences.ts'

/** The table's forms as patterns: what is fixed word for word, what differs by its name. */
const forms = Object.entries(sentences).map(([name, form]) => ({
  name,
  pattern: new RegExp(
    `^${form
      .split(/%\{(\w+)\}/)
      .map((part, place) =>
        place % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>.+)`,
      )
      .join('')}$`,
  ),
  // The most particular form first: one that leaves a part open must not swallow another.
  open: form.split('%{').length,
}))
forms.sort((a, b) => a.open - b.open)

/** Which sentence of the table this is, and what stands in its open places. */
export function recognize(sentence: string): { key: string; values: Record<string, string> } | undefined {
  for (const { name, pattern } of forms) {
    const match = pattern.exec(sentence)
    if (match) return { key: `kontor.sentences.${name}`, values: { ...match.groups } }
  }
  return undefined
}
