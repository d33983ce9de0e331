import { latinKey, type Pressed } from '../shared/pages/latin-key.ts'

export type ReviewKey = 'approve' | 'reject' | 'next' | 'previous' | 'help'

export const reviewKeys: readonly { pressed: readonly string[]; does: ReviewKey }[] = [
  { pressed: ['a'], does: 'approve' },
  { pressed: ['r'], does: 'reject' },
  { pressed: ['→', 'j'], does: 'next' },
  { pressed: ['←', 'k'], does: 'previous' },
  { pressed: ['?'], does: 'help' },
]

const arrows: Readonly<Record<string, ReviewKey>> = { ArrowRight: 'next', ArrowLeft: 'previous' }

export function reviewKeyOf(pressed: Pressed): ReviewKey | undefined {
  const key = latinKey(pressed)
  if (key === undefined) return undefined
  return arrows[key] ?? reviewKeys.find((one) => one.pressed.includes(key))?.does
}
