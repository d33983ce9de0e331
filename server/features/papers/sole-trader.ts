/** What stands before the name of a sole trader, who signs as themselves. */
export const soleTrader = { ru: 'Индивидуальный предприниматель', en: 'Sole trader' } as const

const prefix = /^\s*(индивидуальный\s+предприниматель|ИП)\s+/iu

/** The name of the person: `ИП Иванов Иван Иванович` → `Иванов Иван Иванович`. */
export function ownName(fullName: string): string {
  const name = fullName.replace(prefix, '').trim()
  return name === '' ? fullName : name
}
