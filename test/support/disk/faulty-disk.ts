import { join, relative, sep } from 'node:path'
import { type FileSystem, nodeFileSystem, type OpenFile } from '../../../server/platform/files/file-system.ts'
import type { Random } from '../cases/random.ts'
import {
  type FileNode,
  type Node,
  newDirectory,
  newFile,
  overwritten,
  restore,
  scan,
  synced,
} from './disk-tree.ts'

/** `half`: a write stops in the middle with ENOSPC. `short`: it stops in the middle and says so, as POSIX allows. */
export const faults = ['ENOSPC', 'EIO', 'half', 'short'] as const
export type Fault = (typeof faults)[number]

export type FaultyDisk = ReturnType<typeof createFaultyDisk>

/**
 * The real file system below `root`, with faults. It remembers what a power failure would leave: of a file what was
 * synced, and of a directory the names that it had when it was synced. Calls are counted if they change something.
 */
export function createFaultyDisk(root: string) {
  const tree = scan(root)
  const calls: string[] = []
  let fault: { at: number; kind: Fault } | undefined
  let stopAfter = Number.POSITIVE_INFINITY

  function nodeAt(path: string): Node | undefined {
    let node: Node | undefined = tree
    for (const name of stepsTo(path)) node = node?.kind === 'directory' ? node.entries.get(name) : undefined
    return node
  }

  function stepsTo(path: string): string[] {
    return relative(root, path).split(sep).filter(Boolean)
  }

  function parentOf(path: string): { entries: Map<string, Node>; name: string } {
    const parent = nodeAt(join(path, '..'))
    if (parent?.kind !== 'directory') throw systemError('ENOENT', 'open')
    return { entries: parent.entries, name: stepsTo(path).at(-1) as string }
  }

  function alive(call: string): void {
    if (calls.length >= stopAfter) throw systemError('EIO', call, 'the machine is off')
  }

  /** Counts the call. Returns the fault that this one gets. */
  function counted(call: string, path: string): Fault | undefined {
    alive(call)
    calls.push(`${call} ${relative(root, path)}`)
    if (calls.length !== fault?.at) return undefined
    return fault.kind
  }

  function fails(kind: Fault | undefined, call: string): void {
    if (kind === 'ENOSPC' || kind === 'half') throw systemError('ENOSPC', call)
    if (kind === 'EIO') throw systemError('EIO', call)
  }

  async function change<T>(call: string, path: string, work: () => Promise<T>): Promise<T> {
    fails(counted(call, path), call)
    return work()
  }

  function openNode(path: string, file: OpenFile, node: Node, appends: boolean): OpenFile {
    let end = 0
    const content = node as FileNode
    return {
      fd: file.fd,
      read: (...where) => file.read(...where),
      stat: () => file.stat(),
      close: () => file.close(),
      async writev(pieces, position) {
        const kind = counted('write', path)
        const whole = Buffer.concat(pieces)
        if (kind === 'ENOSPC' || kind === 'EIO') fails(kind, 'write')
        const written = kind ? whole.subarray(0, Math.ceil(whole.length / 2)) : whole
        const from = position ?? (appends ? content.content.length : end)
        await file.writev([written], position)
        content.content = overwritten(content.content, from, written)
        content.dirty.push({ from, to: from + written.length })
        end = from + written.length
        if (kind === 'half') fails(kind, 'write')
        return { bytesWritten: written.length }
      },
      truncate: (length) =>
        change('ftruncate', path, async () => {
          await file.truncate(length)
          content.content = content.content.subarray(0, length)
          content.dirty = content.dirty
            .map(({ from, to }) => ({ from, to: Math.min(to, length) }))
            .filter(({ from, to }) => from < to)
        }),
      async sync() {
        const kind = counted('fsync', path)
        // Linux drops what it could not write: a later sync succeeds without it.
        if (kind && kind !== 'short' && node.kind === 'file') node.dirty = []
        fails(kind, 'fsync')
        if (node.kind === 'directory') {
          node.durable = new Map(node.entries)
        } else {
          node.durable = synced(node)
          node.dirty = []
        }
      },
    }
  }

  const inside: FileSystem = {
    async open(path, flags, mode) {
      const found = nodeAt(path)
      if (flags === 'r' || found) {
        alive('open')
        const file = await nodeFileSystem.open(path, flags, mode)
        if (!found) throw new Error(`${path} was not made through this disk.`)
        return openNode(path, file, found, flags === 'a+')
      }
      return change('open', path, async () => {
        const { entries, name } = parentOf(path)
        const file = await nodeFileSystem.open(path, flags, mode)
        const node = newFile(Buffer.alloc(0))
        entries.set(name, node)
        return openNode(path, file, node, flags === 'a+')
      })
    },
    async mkdir(path, mode) {
      if (nodeAt(path) || !nodeAt(join(path, '..'))) {
        alive('mkdir')
        return nodeFileSystem.mkdir(path, mode)
      }
      await change('mkdir', path, async () => {
        await nodeFileSystem.mkdir(path, mode)
        const { entries, name } = parentOf(path)
        entries.set(name, newDirectory(new Map()))
      })
    },
    rename: (from, to) =>
      change('rename', to, async () => {
        await nodeFileSystem.rename(from, to)
        const [source, target] = [parentOf(from), parentOf(to)]
        target.entries.set(target.name, source.entries.get(source.name) as Node)
        source.entries.delete(source.name)
      }),
    link: (existing, path) =>
      change('link', path, async () => {
        await nodeFileSystem.link(existing, path)
        const { entries, name } = parentOf(path)
        entries.set(name, nodeAt(existing) as Node)
      }),
    async unlink(path) {
      if (!nodeAt(path)) {
        alive('unlink')
        return nodeFileSystem.unlink(path)
      }
      await change('unlink', path, async () => {
        await nodeFileSystem.unlink(path)
        const { entries, name } = parentOf(path)
        entries.delete(name)
      })
    },
    removeTree: (path) =>
      change('removeTree', path, async () => {
        await nodeFileSystem.removeTree(path)
        const { entries, name } = parentOf(path)
        entries.delete(name)
      }),
  }

  /** The service also syncs the directories above, which have no faults. Nothing is really synced, to be quick. */
  const outside: FileSystem = {
    ...nodeFileSystem,
    async open(...how) {
      const file = await nodeFileSystem.open(...how)
      file.sync = async () => {}
      return file
    },
  }
  const here = (path: string) => (relative(root, path).startsWith('..') ? outside : inside)
  const fileSystem: FileSystem = {
    open: (path, flags, mode) => here(path).open(path, flags, mode),
    mkdir: (path, mode) => here(path).mkdir(path, mode),
    rename: (from, to) => here(to).rename(from, to),
    link: (existing, path) => here(path).link(existing, path),
    unlink: (path) => here(path).unlink(path),
    removeTree: (path) => here(path).removeTree(path),
  }

  return {
    root,
    fileSystem,
    calls: calls as readonly string[],
    /** The n-th call from now fails, once. */
    failAt(n: number, kind: Fault): void {
      fault = { at: calls.length + n, kind }
    },
    /** After n more calls nothing is done any more: the machine is off, or the process was killed. */
    stopAfter(n: number): void {
      stopAfter = calls.length + n
    },
    isStopped: () => calls.length >= stopAfter,
    goOn(): void {
      fault = undefined
      stopAfter = Number.POSITIVE_INFINITY
    },
    /** Writes what a power failure leaves into a new directory. With `random`, some of what was not synced as well. */
    powerFailure(target: string, random?: Random): void {
      restore(tree, target, random)
    },
  }
}

function systemError(code: string, syscall: string, why = 'injected'): Error {
  return Object.assign(new Error(`${code}: ${why}, ${syscall}`), { code, syscall })
}
