import type { ComponentType } from 'react'
import type { Operation } from '../../../contract/api/operation.ts'
import type { Permission } from '../../../contract/api/roles.ts'
import type { EventSubject } from '../../../contract/events/events.ts'
import type { ResourceOperations } from '../../api/resource.ts'

/** What a feature adds to the console. Its texts in English are registered in messages.en.ts. */
export interface Feature {
  /** Resources of react-admin by name. The name is also their path, and the first part of their query keys. */
  resources?: Record<string, Resource>
  /** Pages that belong to no resource, by path. */
  routes?: Record<string, FeaturePage>
  /** The page at the root. */
  dashboard?: FeaturePage
  menu?: readonly MenuEntry[]
  /** What can be begun from everywhere. */
  actions?: readonly ActionEntry[]
  /** Shown above every page; renders nothing while there is nothing to say. */
  notice?: ComponentType
  /** Queries by the first part of their key, and the events that make them stale. */
  liveUpdates?: Record<string, readonly EventSubject[] | 'every event'>
}

/** A resource of react-admin: its operations and its pages. */
export interface Resource extends ResourceOperations {
  pages: { list: FeaturePage; create?: FeaturePage; edit?: FeaturePage; show?: FeaturePage }
  /** Its list shows all rows while its address names no filters, so that they can be read before it is drawn. */
  hasRowsAhead?: boolean
}

/** A page; one that is loaded when it is first shown can be loaded before. */
export type FeaturePage = ComponentType & { loadAhead?: () => void }

/** The groups of the menu, in its order. `kontor.menu_group.<name>` is the text of each. */
export const menuGroups = ['work', 'money', 'books', 'custody', 'administration'] as const

export interface MenuEntry {
  to: string
  /** `kontor.menu.<name>` is its text. */
  name: string
  icon: ComponentType
  /** Inside a group, entries are in the order of the features. */
  group: (typeof menuGroups)[number]
  permission: Permission
  /** A hook that counts what waits there for the current administrator; `kontor.menu_waiting.<name>` says it. */
  useCount?: () => number
}

/** `kontor.palette.action.<name>` is its text. */
export type ActionEntry = Pick<MenuEntry, 'to' | 'name' | 'permission'>

type Declared = {
  [K in keyof Resource]: Resource[K] extends Operation | undefined ? { id: string } : Resource[K]
}

/** The operations of the contract differ in their types of body and response; here only ids and paths count. */
export function resource(declared: Declared): Resource {
  return declared as unknown as Resource
}
