import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../cases/random.ts'

export interface FileNode {
  kind: 'file'
  content: Buffer
  /** What is certainly on disk. */
  durable: Buffer
  /** Written since the last sync. */
  dirty: { from: number; to: number }[]
}
export interface DirectoryNode {
  kind: 'directory'
  entries: Map<string, Node>
  durable: Map<string, Node>
}
export type Node = FileNode | DirectoryNode

/** Writes what a power failure leaves. With `random`, some of what was not synced as well. */
export function restore(node: Node, path: string, random: Random | undefined): void {
  if (node.kind === 'file') {
    const ranges = random ? torn(node, random) : []
    const length = Math.max(node.durable.length, ...ranges.map(({ to }) => to))
    writeFileSync(path, withRanges(node, length, ranges), { mode: 0o600 })
    return
  }
  mkdirSync(path, { recursive: true })
  for (const name of new Set([...node.durable.keys(), ...node.entries.keys()])) {
    const kept = random?.chance(0.5) ? node.entries : node.durable
    const child = kept.get(name)
    if (child) restore(child, join(path, name), random)
  }
}

/** Of each write nothing, everything or the beginning. */
function torn({ dirty }: FileNode, random: Random): FileNode['dirty'] {
  return dirty.flatMap(({ from, to }) =>
    random.chance(0.3) ? [] : [{ from, to: random.chance(0.5) ? to : from + random.below(to - from) }],
  )
}

/** The file on disk after a sync. */
export function synced({ content, durable, dirty }: FileNode): Buffer {
  return withRanges({ content, durable }, content.length, dirty)
}

function withRanges(
  { content, durable }: Pick<FileNode, 'content' | 'durable'>,
  length: number,
  ranges: FileNode['dirty'],
): Buffer {
  const result = Buffer.alloc(length)
  durable.copy(result)
  for (const { from, to } of ranges) content.copy(result, from, from, to)
  return result
}

export function overwritten(content: Buffer, from: number, written: Buffer): Buffer {
  const result = Buffer.alloc(Math.max(content.length, from + written.length))
  content.copy(result)
  written.copy(result, from)
  return result
}

/** What is there at the beginning is on disk. */
export function scan(path: string): DirectoryNode {
  const entries = new Map<string, Node>()
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) entries.set(entry.name, scan(child))
    else entries.set(entry.name, newFile(readFileSync(child)))
  }
  return newDirectory(entries)
}

export function newFile(content: Buffer): FileNode {
  return { kind: 'file', content, durable: content, dirty: [] }
}

export function newDirectory(entries: DirectoryNode['entries']): DirectoryNode {
  return { kind: 'directory', entries, durable: new Map(entries) }
}
