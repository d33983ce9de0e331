type Json = Record<string, unknown>

/** The description without the components that nothing in it refers to. */
export function withUsedComponents(document: Json): Json {
  const { components, ...rest } = document as { components: Record<string, Json> }
  const used = new Set<string>()
  const note = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === 'string' && !used.has($ref)) {
      used.add($ref)
      const [, , kind = '', name = ''] = $ref.split('/')
      note(components[kind]?.[name])
    }
    for (const part of Object.values(value)) note(part)
  }
  note(rest)
  const kept = Object.entries(components).map(([kind, parts]) => [
    kind,
    kind === 'securitySchemes'
      ? parts
      : Object.fromEntries(
          Object.entries(parts).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
        ),
  ])
  return { ...rest, components: Object.fromEntries(kept) }
}
