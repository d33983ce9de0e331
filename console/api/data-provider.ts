import type { DataProvider, RaRecord } from 'react-admin'
import type { TObject } from 'typebox'
import type { Input } from '../../client/src/wire.ts'
import type { Operation } from '../../contract/api/operation.ts'
import { changes } from './changes.ts'
import { request } from './client.ts'
import type { ResourceOperations } from './resource.ts'

interface Page {
  items: Record<string, unknown>[]
  total: number
  total_is_exact: boolean
}

/** A list that is read from one page to the next; shared/cursor-list.tsx shows it. */
interface CursorPage {
  items: Record<string, unknown>[]
  next_cursor: string | null
}

/** Reads and changes resources through the operations of their features. */
export function createDataProvider(resources: Record<string, ResourceOperations>): DataProvider {
  function operationsOf(resource: string): ResourceOperations {
    const found = resources[resource]
    if (!found) throw new Error(`There is no resource ${resource}.`)
    return found
  }

  const dataProvider: DataProvider = {
    async getList(resource, { pagination, filter = {}, meta, signal }) {
      const of = operationsOf(resource)
      const { page = 1, perPage = 50 } = pagination ?? {}
      if (hasCursor(of.list)) {
        const query = { ...filter, limit: perPage, cursor: meta?.cursor }
        const { items, next_cursor } = await ask<CursorPage>(of.list, { query, signal })
        return {
          data: items.map((row) => withId(of, row)) as never,
          pageInfo: { hasNextPage: next_cursor !== null, hasPreviousPage: meta?.cursor !== undefined },
          meta: { nextCursor: next_cursor },
        }
      }
      const query = { ...filter, limit: perPage, offset: (page - 1) * perPage }
      const { items, total, total_is_exact } = await ask<Page>(of.list, { query, signal })
      return { data: items.map((row) => withId(of, row)) as never, total, meta: { isExact: total_is_exact } }
    },
    async getOne(resource, { id, signal }) {
      const of = operationsOf(resource)
      const row = await ask<Record<string, unknown>>(of.read, { params: { [of.param]: String(id) }, signal })
      return { data: withId(of, row) as never }
    },
    async getMany(resource, { ids, signal }) {
      const rows = await Promise.all(ids.map((id) => dataProvider.getOne(resource, { id, signal })))
      return { data: rows.map(({ data }) => data) as never }
    },
    async getManyReference(resource, { target, id, filter, ...rest }) {
      return dataProvider.getList(resource, { ...rest, filter: { ...filter, [target]: id } })
    },
    async create(resource, { data }) {
      const of = operationsOf(resource)
      return { data: withId(of, await ask(of.create, { body: data })) as never }
    },
    async update(resource, { id, data, previousData }) {
      const of = operationsOf(resource)
      const body = { ...changes(data, previousData), version: (previousData as RaRecord).version }
      const row = await ask<Record<string, unknown>>(of.update, { params: { [of.param]: String(id) }, body })
      return { data: withId(of, row) as never }
    },
    async delete(resource, { id, previousData }) {
      const of = operationsOf(resource)
      await ask(of.remove, { params: { [of.param]: String(id) } })
      return { data: (previousData ?? { id }) as never }
    },
    async updateMany(resource, { ids, data }) {
      for (const id of ids) await dataProvider.update(resource, { id, data, previousData: { id } })
      return { data: ids }
    },
    async deleteMany(resource, { ids }) {
      for (const id of ids) await dataProvider.delete(resource, { id })
      return { data: ids }
    },
    supportAbortSignal: true,
  }
  return dataProvider
}

function hasCursor({ query }: Operation): boolean {
  return query !== undefined && 'cursor' in ((query as Partial<TObject>).properties ?? {})
}

async function ask<T>(operation: Operation | undefined, sent: Input): Promise<T> {
  if (!operation) throw new Error('There is no such operation.')
  return request<T>(operation, sent)
}

function withId({ idOf }: ResourceOperations, row: Record<string, unknown>): Record<string, unknown> {
  return idOf ? { ...row, id: idOf(row) } : row
}
