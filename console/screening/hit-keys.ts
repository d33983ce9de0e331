import { latinKey, type Pressed } from '../shared/pages/latin-key.ts'

export type HitKey = 'next' | 'previous' | 'dismiss' | 'confirm' | 'continue' | 'close' | 'reopen' | 'help'

export const hitKeys: readonly { pressed: readonly string[]; does: HitKey }[] = [
  { pressed: ['↓', 'j'], does: 'next' },
  { pressed: ['↑', 'k'], does: 'previous' },
  { pressed: ['d'], does: 'dismiss' },
  { pressed: ['c'], does: 'confirm' },
  { pressed: ['g'], does: 'continue' },
  { pressed: ['x'], does: 'close' },
  { pressed: ['u'], does: 'reopen' },
  { pressed: ['?'], does: 'help' },
]

const arrows: Readonly<Record<string, HitKey>> = {
  ArrowDown: 'next',
  ArrowRight: 'next',
  ArrowUp: 'previous',
  ArrowLeft: 'previous',
}

export function hitKeyOf(pressed: Pressed): HitKey | undefined {
  const key = latinKey(pressed)
  if (key === undefined) return undefined
  return arrows[key] ?? hitKeys.find((one) => one.pressed.includes(key))?.does
}
