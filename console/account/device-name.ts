const browsers = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Yandex', /YaBrowser\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** Such as «Firefox, Linux», to recognize a device. Other clients are shown with their User-Agent. */
export function deviceName(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const browser = browsers.find(([, form]) => form.test(userAgent))?.[0]
  const system = systems.find(([, form]) => form.test(userAgent))?.[0]
  return browser ? [browser, system].filter(Boolean).join(', ') : userAgent.slice(0, 60)
}
