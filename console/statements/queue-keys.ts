import { latinKey, type Pressed } from '../shared/pages/latin-key.ts'

/** What a key does in the queue of lines. A number chooses the suggestion with this number. */
export type QueueKey =
  | 'next'
  | 'previous'
  | 'confirm'
  | 'split'
  | 'advance'
  | 'set_aside'
  | 'post'
  | 'find'
  | 'reopen'
  | 'help'
  | number

const byKey: Readonly<Record<string, QueueKey>> = {
  ArrowDown: 'next',
  j: 'next',
  ArrowUp: 'previous',
  k: 'previous',
  Enter: 'confirm',
  s: 'split',
  a: 'advance',
  p: 'post',
  x: 'set_aside',
  u: 'reopen',
  '/': 'find',
  '?': 'help',
}

export function queueKeyOf(pressed: Pressed): QueueKey | undefined {
  const key = latinKey(pressed)
  if (key === undefined) return undefined
  if (/^[1-9]$/.test(key)) return Number(key)
  return Object.hasOwn(byKey, key) ? byKey[key] : undefined
}
