import fastJson from 'fast-json-stringify'
import type { Static, TSchema } from 'typebox'

declare const shape: unique symbol

/** A value of this shape as JSON text. It is sent as it is, without another pass through a serializer. */
export type JsonText<T> = string & { readonly [shape]: T }

/** The serializer that Fastify makes from a response schema: no undeclared field gets into the text. */
export function serializer<T extends TSchema>(schema: T): (value: Static<T>) => JsonText<Static<T>> {
  return fastJson(schema as fastJson.AnySchema)
}

export interface PageBounds {
  total: number
  total_is_exact: boolean
  limit: number
  offset: number
}

/** A page around items that are JSON text already, separated by commas. */
export function pageText<T>(
  items: string,
  { total, total_is_exact, limit, offset }: PageBounds,
): JsonText<{ items: T[] } & PageBounds> {
  return `{"items":[${items}],"total":${total},"total_is_exact":${total_is_exact},"limit":${limit},"offset":${offset}}` as JsonText<
    { items: T[] } & PageBounds
  >
}

/** A page of a list that is read from one page to the next. */
export function cursorPageText<T>(
  items: string,
  next_cursor: string | null,
): JsonText<{ items: T[]; next_cursor: string | null }> {
  return `{"items":[${items}],"next_cursor":${JSON.stringify(next_cursor)}}` as JsonText<{
    items: T[]
    next_cursor: string | null
  }>
}
