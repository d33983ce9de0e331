/** The transaction of a file in hexadecimal: the file holds it as text, or as its bytes. */
export async function transactionIn(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder().decode(bytes).trim()
  if (/^[0-9a-fA-F\s]+$/.test(text)) return text.replaceAll(/\s/g, '')
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
