/** Stands for the package with which react-admin makes up names of what has no text. Here everything has one. */
const same = (text: string): string => text

export {
  same as capitalize,
  same as humanize,
  same as inflect,
  same as pluralize,
  same as singularize,
  same as transform,
}
