/** What a key does in the queue of lines. A number chooses the suggestion with this number. */
export type QueueKey =
  | 'next'
  | 'previous'
  | 'confirm'
  | 'split'
  | 'set_aside'
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
  x: 'set_aside',
  u: 'reopen',
  '/': 'find',
  '?': 'help',
}

interface Pressed {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

/** By the letter, and on a keyboard with another alphabet by its place: «ы» is where «s» is. */
export function queueKeyOf({ key, code, shiftKey, ctrlKey, altKey, metaKey }: Pressed): QueueKey | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  const letter = key.length === 1 ? key.toLowerCase() : key
  if (/^[1-9]$/.test(letter)) return Number(letter)
  if (Object.hasOwn(byKey, letter)) return byKey[letter]
  // The Russian layout has a point and a comma on this key.
  if (code === 'Slash' && /^[.,]$/.test(key)) return shiftKey ? 'help' : 'find'
  const [, place] = /^Key([A-Z])$/.exec(code) ?? []
  return place && /\p{Script=Cyrillic}/u.test(key) ? byKey[place.toLowerCase()] : undefined
}
