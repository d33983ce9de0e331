/** A format of Intl costs more than what it formats, and a list asks for the same one in each row. */
export const dateFormat = kept(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const numberFormat = kept(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
export const relativeFormat = kept(
  (locale: string, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

function kept<Options, Format>(make: (locale: string, options: Options) => Format) {
  const made = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = JSON.stringify([locale, options])
    const format = made.get(key) ?? make(locale, options)
    made.set(key, format)
    return format
  }
}
