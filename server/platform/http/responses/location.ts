/** Returns a function that fills the `{name}` of a path with fields of a response; `a.b` is a field of a field. */
export function locationOf(path: string): (response: unknown) => string {
  return (response) =>
    path.replaceAll(/\{([\w.]+)\}/g, (_, name) => encodeURIComponent(valueAt(response, name)))
}

function valueAt(response: unknown, name: string): string {
  let value = response
  for (const step of name.split('.')) value = (value as Record<string, unknown>)[step]
  return String(value)
}
