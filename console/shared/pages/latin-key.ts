export interface Pressed {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

/**
 * The key that was pressed: a letter in lower case, and on a keyboard with another alphabet the letter at its place, so
 * that «ы» is where «s» is. Undefined for what belongs to the browser.
 */
export function latinKey({ key, code, shiftKey, ctrlKey, altKey, metaKey }: Pressed): string | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  // The Russian layout has a point and a comma on this key.
  if (code === 'Slash' && /^[.,]$/.test(key)) return shiftKey ? '?' : '/'
  const [, place] = /^Key([A-Z])$/.exec(code) ?? []
  if (place && /\p{Script=Cyrillic}/u.test(key)) return place.toLowerCase()
  return key.length === 1 ? key.toLowerCase() : key
}
