/** Saves the content of a response as a file of this name, as a click on a download does. */
export async function saveFile(response: Response, name: string): Promise<void> {
  const url = URL.createObjectURL(await response.blob())
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
