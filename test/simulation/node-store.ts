import type { Rows, RowTransaction } from './memory-rows.ts'
import type { Node } from './world.ts'

/** A store in memory: its functions as single statements, and transactions that the caller ends. */
export interface MemoryStore<S> {
  statements: S
  begin(): { statements: S; commit(): void; rollback(): void }
}

/** Runs work in a transaction: one of its own, or the one that is open. */
export type Within<V> = <T>(work: (own: RowTransaction<V>) => Promise<T>) => Promise<T>

export function memoryStore<V, S>(rows: Rows<V>, statements: (within: Within<V>) => S): MemoryStore<S> {
  return {
    statements: statements(rows.alone),
    begin() {
      const own = rows.begin()
      return { statements: statements((work) => work(own)), commit: own.commit, rollback: own.rollback }
    },
  }
}

type Transactional<S> = S & { transaction<T>(work: (store: Transactional<S>) => Promise<T>): Promise<T> }

/** The store as its production code sees it, without a world around it. */
export function plainStore<S extends object>(memory: MemoryStore<S>): Transactional<S> {
  return {
    ...memory.statements,
    async transaction(work) {
      const { statements, commit, rollback } = memory.begin()
      try {
        const result = await work({ ...statements, transaction: nested })
        commit()
        return result
      } catch (error) {
        rollback()
        throw error
      }
    },
  }
}

/**
 * The store as a node of the world sees it: each call waits for its turn and for that of its answer, and may fail. The
 * transaction of a node that crashes is rolled back.
 */
export function nodeStore<S extends object>(node: Node, memory: MemoryStore<S>): Transactional<S> {
  return {
    ...throughNode(node, memory.statements),
    async transaction(work) {
      const { statements, commit, rollback } = await node.query('begins', memory.begin)
      const ended = node.onCrash(rollback)
      try {
        const result = await work({ ...throughNode(node, statements), transaction: nested })
        await node.query('commits', commit)
        return result
      } catch (error) {
        rollback()
        throw error
      } finally {
        ended()
      }
    },
  }
}

/** The functions of a store, as a node of the world sees them. */
export function throughNode<S extends object>(node: Node, statements: S): S {
  const wrapped = Object.entries(statements).map(([name, statement]) => [
    name,
    (...values: unknown[]) => node.query(name, () => statement(...values)),
  ])
  return Object.fromEntries(wrapped) as S
}

function nested(): never {
  throw new Error('A transaction in a transaction.')
}
