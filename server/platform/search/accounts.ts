/** An account of a Russian bank has 20 digits, an IBAN up to 34 letters and digits; both are printed in groups. */
const forms = [/^\d{20}$/, /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/]

/** The bank account that somebody has typed; undefined if it is none. */
export function accountOf(text: string): string | undefined {
  const joined = text.replaceAll(/[\s.-]/g, '').toUpperCase()
  return forms.some((form) => form.test(joined)) ? joined : undefined
}
