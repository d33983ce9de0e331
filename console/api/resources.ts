import type { Resource } from '../feature.ts'
import { features } from '../features.ts'

/** Every resource of react-admin, by name. */
export const resources: Record<string, Resource> = Object.assign(
  {},
  ...features.map((feature) => feature.resources),
)
