import { useLocale } from 'react-admin'

/** Several texts as `a, b and c`, in the current language. */
export function useListText(): (texts: readonly string[]) => string {
  const list = new Intl.ListFormat(useLocale())
  return (texts) => list.format(texts)
}
