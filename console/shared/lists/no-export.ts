/** Stands for the package with which react-admin exports lists, which the console does not use. */
export default function jsonExport(): never {
  throw new Error('The console exports lists with operations of the API.')
}
