import { useLocale } from 'react-admin'

export function useFormatSize(): (bytes: number) => string {
  const locale = useLocale()
  return (bytes) => {
    const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 / 1024, 'megabyte']
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      maximumFractionDigits: value < 10 ? 1 : 0,
    }).format(value)
  }
}
