import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** What operations, schemas, faults, events and acts say about themselves, for the description of the API only. */
const told = new Set(['summary', 'description', 'sentence', 'cure', 'meaning'])
/** Tables of declarations that only the server reads. */
const onlyOfServer = new Set(['failures', 'duplicates', 'objects', 'readings'])
const texts = new Set(['Literal', 'TemplateLiteral', 'BinaryExpression'])

/**
 * Leaves out of the console what the contract says for readers of the API: meanings and examples of fields, the texts of
 * operations and faults, and causes and cures of failures. Checks do not read them, the console has texts of its own, and
 * they would be a tenth of the first load.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler(code) {
        const cuts = new Map<number, number>()
        visit(this.parse(code) as unknown as Node, cuts)
        return { code: without(code, cuts), map: null }
      },
    },
  }
}

function visit(node: Node, cuts: Map<number, number>): void {
  if (isCallOf(node, 'field')) {
    const [schema, ...others] = node.arguments as Node[]
    if (schema && others.length > 0) cuts.set(schema.end, (others.at(-1) as Node).end)
    if (schema) visit(schema, cuts)
    return
  }
  if (node.type === 'ObjectExpression') {
    for (const property of node.properties as Node[]) {
      const value = property.value as Node | undefined
      const name = nameOf(property)
      const isText = value && told.has(name) && texts.has(value.type)
      const isTable = value?.type === 'ObjectExpression' && onlyOfServer.has(name)
      if (value && (isText || isTable)) cuts.set(value.start, value.end)
      else visit(property, cuts)
    }
    return
  }
  for (const child of Object.values(node).flat()) {
    if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, cuts)
  }
}

function nameOf({ key }: Node): string {
  return (key as { name?: string } | undefined)?.name ?? ''
}

function isCallOf(node: Node, name: string): boolean {
  const callee = node.callee as { type: string; name: string } | undefined
  return node.type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === name
}

/** Cut are the rest of the arguments of a call, a text or a table. The latter two become empty ones. */
function without(code: string, cuts: ReadonlyMap<number, number>): string {
  let result = ''
  let at = 0
  for (const [from, to] of [...cuts].sort(([a], [b]) => a - b)) {
    if (from < at) continue
    const first = code.slice(from, to).trimStart()[0]
    result += code.slice(at, from) + (first === ',' ? '' : first === '{' ? '{}' : "''")
    at = to
  }
  return result + code.slice(at)
}
