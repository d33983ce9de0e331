import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartRefused } from './platform/errors.ts'

export type Environment = Record<string, string | undefined>

/** An empty variable counts as not set, as is usual in compose files and unit files. */
export function setting(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

export function refuse(name: string, expected: string): never {
  throw new StartRefused(`${name} should be ${expected}.`)
}

export function choice<const V extends readonly string[]>(
  env: Environment,
  name: string,
  values: V,
): V[number] | undefined {
  const value = setting(env, name)
  if (value === undefined) return undefined
  return values.includes(value) ? value : refuse(name, values.join(' or '))
}

export function list<V extends string>(
  env: Environment,
  name: string,
  values: readonly V[],
): V[] | undefined {
  const value = setting(env, name)
  if (value === undefined) return undefined
  const items = [...new Set(value.split(',').map((item) => item.trim()))]
  const known = items.filter((item): item is V => (values as readonly string[]).includes(item))
  return known.length === items.length
    ? known
    : refuse(name, `a comma-separated list of ${values.join(', ')}`)
}

export function port(env: Environment, name: string): number | undefined {
  const value = setting(env, name)
  if (value === undefined) return undefined
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535
    ? Number(value)
    : refuse(name, 'a port number from 0 to 65535')
}

export function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined
}

/** The absolute path of a file, which need not exist yet. */
export function file(name: string, path: string): string {
  const absolute = resolve(path)
  const isDirectory = statSync(absolute, { throwIfNoEntry: false })?.isDirectory()
  return isDirectory ? refuse(name, `a file, but ${absolute} is a directory`) : absolute
}

export function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

export function duration(env: Environment, name: string): number | undefined {
  const value = setting(env, name)
  if (value === undefined) return undefined
  return secondsOf(value) ?? refuse(name, 'a time such as 900, 15m or 12h')
}

export function secondsOf(value: string): number | undefined {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(value) ?? []
  const seconds = Number(count) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[unit] ?? 1)
  return seconds > 0 ? seconds : undefined
}
