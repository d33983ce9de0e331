import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/**
 * A directory for PATH with a `pkcs11-tool` that writes down its arguments and whether it was given a PIN, and then does
 * what `script` says, such as `exec` the real one or print what OpenSC prints.
 */
export async function recordingTool(directory: string, script: string) {
  await mkdir(directory, { recursive: true })
  const record = join(directory, 'calls')
  await writeFile(record, '')
  const tool = join(directory, 'pkcs11-tool')
  const quoted = record.replaceAll("'", "'\\''")
  await writeFile(
    tool,
    `#!/bin/sh
printf '%s pin=%s\\n' "$*" "\${KONTOR_PKCS11_PIN:+given}" >> '${quoted}'
${script}
`,
  )
  await chmod(tool, 0o755)
  return {
    path: `${directory}${delimiter}/usr/bin${delimiter}/bin`,
    /** One line for each call: its arguments, then `pin=given` or `pin=`. */
    calls: async () => (await readFile(record, 'utf8')).split('\n').filter((line) => line !== ''),
  }
}
