import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { damaged } from './damaged.ts'

/** An element without the parts of a document that nobody reads. */
export interface XmlElement {
  name: string
  currency: string | undefined
  text: string
  children: XmlElement[]
  line: number
}

const deepest = 60

/**
 * Reads XML piece by piece and hands each element over at its end, with the one that it is in. A visitor that returns true
 * has used it, and it is dropped from its parent, so that a long statement is never in memory as a tree. Elements of other
 * namespaces are left out. Throws StatementDamaged for XML that is not well-formed or has a document type.
 */
export function createXmlReader({
  root,
  visit,
}: {
  root: (namespace: string, name: string) => void
  visit: (element: XmlElement, parent: XmlElement | undefined) => boolean
}): { write: (piece: string) => void; close: () => void } {
  const parser = new SaxesParser({ xmlns: true })
  const stack: XmlElement[] = []
  let namespace: string | undefined
  /** How many open elements belong to another namespace, or are inside of one that does. */
  let foreign = 0
  const fail = () => {
    throw damaged('statement_xml', { line: parser.line })
  }
  parser.on('error', fail)
  parser.on('doctype', fail)
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (namespace === undefined) {
      namespace = uri
      root(uri, local)
    }
    if (foreign > 0 || uri !== namespace) {
      foreign += 1
      return
    }
    if (stack.length >= deepest) fail()
    const { Ccy } = attributes as Record<string, SaxesAttributeNS>
    stack.push({ name: local, currency: Ccy?.value, text: '', children: [], line: parser.line })
  })
  const addText = (piece: string) => {
    const top = stack.at(-1)
    if (top && foreign === 0) top.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (foreign > 0) {
      foreign -= 1
      return
    }
    const element = stack.pop() as XmlElement
    const parent = stack.at(-1)
    element.text = element.text.trim()
    if (!visit(element, parent)) parent?.children.push(element)
  })
  return { write: (piece) => void parser.write(piece), close: () => void parser.close() }
}

export function child(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (parent, name) => parent?.children.find((candidate) => candidate.name === name),
    element,
  )
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? []
}

/** The text of the first path that has one. */
export function textAt(element: XmlElement | undefined, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const text = child(element, ...path.split('/'))?.text
    if (text) return text
  }
  return undefined
}
