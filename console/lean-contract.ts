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
/** What a caller sends and gets is checked by the types; of a body, forms need the schema. */
const checkedByTypes: Readonly<Record<string, ReadonlySet<string>>> = {
  operation: new Set(['params', 'response', 'serialized']),
  list: new Set(['page', 'schemas']),
}
/** Values that a bundler leaves out by itself when nothing uses them. */
const plain = new Set(['Literal', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression'])

interface Cut {
  end: number
  /** What is there instead. */
  instead: string
}

/**
 * Leaves out of the console what the contract says for readers of the API: meanings and examples of fields, the texts of
 * operations and faults, and causes and cures of failures; and the schemas of responses. Forms do not read them,
 * the console has texts of its own, and they would be a fifth of the first load. What nothing uses then is not built either.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler(code) {
        const cuts = new Map<number, Cut>()
        const program = this.parse(code) as unknown as Node
        visit(program, cuts)
        return { code: without(code, cuts, valuesOf(program)), map: null }
      },
    },
  }
}

function visit(node: Node, cuts: Map<number, Cut>): void {
  if (isCallOf(node, 'field')) {
    const [schema, ...others] = node.arguments as Node[]
    if (schema && others.length > 0) cuts.set(schema.end, { end: (others.at(-1) as Node).end, instead: '' })
    if (schema) visit(schema, cuts)
    return
  }
  for (const [name, properties] of Object.entries(checkedByTypes))
    if (isCallOf(node, name)) leaveOut(node.arguments as Node[], properties, cuts)
  if (node.type === 'ObjectExpression') {
    for (const property of node.properties as Node[]) {
      const value = property.value as Node | undefined
      const name = nameOf(property)
      const isText = value && told.has(name) && texts.has(value.type)
      const isTable = value?.type === 'ObjectExpression' && onlyOfServer.has(name)
      if (value && (isText || isTable))
        cuts.set(value.start, { end: value.end, instead: isText ? "''" : '{}' })
      else visit(property, cuts)
    }
    return
  }
  for (const child of Object.values(node).flat()) {
    if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, cuts)
  }
}

/** Properties of what is declared, and of the objects in it. */
function leaveOut(declared: readonly Node[], names: ReadonlySet<string>, cuts: Map<number, Cut>): void {
  for (const { type, properties } of declared) {
    if (type !== 'ObjectExpression') continue
    for (const property of properties as Node[]) {
      const name = nameOf(property)
      if (names.has(name)) cuts.set(property.start, { end: property.end, instead: `${name}: undefined` })
      else if (name === 'read') leaveOut([property.value as Node], names, cuts)
    }
  }
}

function nameOf({ key }: Node): string {
  return (key as { name?: string } | undefined)?.name ?? ''
}

function isCallOf(node: Node, name: string): boolean {
  const callee = node.callee as { type: string; name: string } | undefined
  return node.type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === name
}

/** Where the values of the constants of a file begin and end. Making them changes nothing else. */
function valuesOf(program: Node): Node[] {
  const statements = (program.body as Node[]).map((node) => (node.declaration as Node | null) ?? node)
  return statements
    .filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'const')
    .flatMap(({ declarations }) => declarations as Node[])
    .flatMap(({ init }) => (init as Node | null) ?? [])
    .filter(({ type }) => !plain.has(type))
}

function without(code: string, cuts: ReadonlyMap<number, Cut>, values: readonly Node[]): string {
  // Of a constant that nothing uses, the whole value goes: calls in it could change something as far as a bundler knows.
  const marks = values.flatMap(({ start, end }): [number, Cut][] => [
    [start, { end: start, instead: '/*@__PURE__*/ (() => (' }],
    [end, { end, instead: '))()' }],
  ])
  let result = ''
  let at = 0
  for (const [from, { end, instead }] of [...marks, ...cuts].sort(([a], [b]) => a - b)) {
    if (from < at) continue
    result += code.slice(at, from) + instead
    at = end
  }
  return result + code.slice(at)
}
